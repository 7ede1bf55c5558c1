/** The part of n8n's package scanner that this project calls; the scanner ships no types. */
declare module '@n8n/scan-community-package/scanner/scanner.mjs' {
	import type { Linter } from 'eslint';

	export const SOURCE_FILE_PATTERNS: string[];
	export function buildScanConfig(): Promise<Linter.Config[]>;
	export function analyzePackage(
		folder: string,
		patterns: string[],
	): Promise<{ passed: boolean; message?: string; details?: string }>;
}
