import { createRequire } from 'node:module';

import { ESLint, type Linter } from 'eslint';
import {
	analyzePackage,
	buildScanConfig,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';

import type { Finding } from './finding.mts';

/** The files that the scanner reads in a source checkout. */
export const sourcePatterns: readonly string[] = SOURCE_FILE_PATTERNS;

/** The files that the scanner reads in a published tarball. */
export const tarballPatterns: readonly string[] = ['**/*.js', 'package.json'];

const plugin = '@n8n/eslint-plugin-community-nodes';

/** Scans a folder with the rules that the scanner ships, and again with the newest that are installed. */
export async function scanFolder(
	name: string,
	folder: string,
	patterns: readonly string[],
): Promise<Finding[]> {
	const shipped = await analyzePackage(folder, [...patterns]);
	return [
		{
			check: `n8n's scanner over the ${name}, with the rules it ships`,
			problem: shipped.passed ? undefined : (shipped.details ?? shipped.message),
		},
		{
			check: `n8n's scanner over the ${name}, with the newest rules`,
			problem: await scanWithNewestRules(folder, patterns),
		},
	];
}

/** The scanner's own configuration, its plugin exchanged for the one that the linter uses. */
async function scanWithNewestRules(
	folder: string,
	patterns: readonly string[],
): Promise<string | undefined> {
	const fromLinter = createRequire(import.meta.resolve('@n8n/node-cli/eslint'));
	const { n8nCommunityNodesPlugin: newest } = fromLinter(plugin) as {
		n8nCommunityNodesPlugin: { configs: { recommended: Linter.Config } };
	};
	const scanConfig = await buildScanConfig();
	const isOwnRules = (entry: Linter.Config) => entry.plugins?.['@n8n/community-nodes'] !== undefined;
	if (!scanConfig.some(isOwnRules)) throw new Error('The scanner no longer brings its rules as a plugin');
	const config = scanConfig.map((entry) => (isOwnRules(entry) ? newest.configs.recommended : entry));
	const eslint = new ESLint({
		cwd: folder,
		allowInlineConfig: false,
		overrideConfigFile: true,
		overrideConfig: config,
		errorOnUnmatchedPattern: true,
	});
	const results = await eslint.lintFiles([...patterns]);
	if (results.every(({ errorCount }) => errorCount === 0)) return undefined;
	const formatter = await eslint.loadFormatter('stylish');
	return await formatter.format(results);
}
