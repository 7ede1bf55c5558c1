import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** What Redocly's strictest rule set has to say about an OpenAPI document. Runs beside jest, which can't load the linter. */
export function lintOpenApi(source: string): string[] {
	const program = fileURLToPath(new URL('openApiLintProgram.mts', import.meta.url));
	const said = execFileSync(process.execPath, ['--import', 'tsx', program], { input: source, encoding: 'utf8' });
	return said.split('\n').filter((line) => line !== '');
}
