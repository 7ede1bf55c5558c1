// n8n's own configuration (eslint.config.mjs) lints every .ts file by the rules for code that runs
// inside n8n. The programs around the package run on plain Node and are .mts and .tsx: these rules
// are for them.
import js from '@eslint/js';
import tseslint from 'typescript-eslint';

export default tseslint.config({
	files: ['**/*.{mts,tsx}'],
	extends: [js.configs.recommended, tseslint.configs.recommendedTypeChecked],
	languageOptions: { parserOptions: { projectService: true } },
});
