import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { z } from 'zod';

/**
 * What Redocly's strictest rule set has to say about each of some OpenAPI documents. Runs beside jest, which can't
 * load the linter.
 */
export function lintOpenApi(...documents: readonly string[]): string[][] {
	const program = fileURLToPath(new URL('openApiLintProgram.mts', import.meta.url));
	const input = JSON.stringify(documents);
	const said = execFileSync(process.execPath, ['--import', 'tsx', program], { input, encoding: 'utf8' });
	return z.array(z.array(z.string())).parse(JSON.parse(said));
}
