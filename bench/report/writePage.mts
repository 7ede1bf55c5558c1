import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { repository } from '../../scripts/n8n/ourPackage.mts';
import type { Say } from '../../scripts/n8n/progress.mts';
import { barChart } from './chart.mts';
import { page } from './page.mts';
import { panelsOf } from './panels.mts';
import type { Report } from './report.mts';

/** Writes the page that the README links to, and its chart. */
export async function writePage(report: Report, say: Say): Promise<void> {
	const chart = barChart('Messages and webhooks a second, beside their peers', panelsOf(report));
	await write('docs/benchmarks.md', page(report), say);
	await write('docs/images/benchmarks.svg', chart, say);
}

async function write(path: string, content: string, say: Say): Promise<void> {
	const file = join(repository, path);
	await mkdir(dirname(file), { recursive: true });
	await writeFile(file, content);
	say(`Wrote ${relative(repository, file)}`);
}
