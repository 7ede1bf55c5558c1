import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ask } from '../programs/ask.mts';
import { prepared } from '../engine/prepared.mts';
import type { LoadOrder, LoadTime } from '../programs/load.mts';
import type { SectionResult } from '../result.mts';
import { rotated, spread } from '../statistics.mts';
import type { SectionSettings } from './settings.mts';

const program = new URL('../programs/load.mts', import.meta.url);

/** How long both nodes and the credential take to load in a fresh process, beside n8n's WhatsApp nodes, and their size. */
export async function measurePackage({ rounds, log }: SectionSettings): Promise<SectionResult> {
	const { n8nFolder, packageFolder, tarball } = prepared();
	const base = join(n8nFolder, 'node_modules', 'n8n-nodes-base', 'dist');
	const sets = [
		{
			label: 'This package',
			files: [
				join(packageFolder, 'dist/nodes/Messaging/Messaging.node.js'),
				join(packageFolder, 'dist/nodes/Messaging/MessagingTrigger.node.js'),
				join(packageFolder, 'dist/credentials/MessagingApi.credentials.js'),
			],
		},
		{
			label: "n8n's WhatsApp nodes",
			files: [
				join(base, 'nodes/WhatsApp/WhatsApp.node.js'),
				join(base, 'nodes/WhatsApp/WhatsAppTrigger.node.js'),
				join(base, 'credentials/WhatsAppApi.credentials.js'),
				join(base, 'credentials/WhatsAppTriggerApi.credentials.js'),
			],
		},
	].map((set) => ({ ...set, times: [] as number[] }));

	for (let round = 0; round < rounds; round++) {
		log(`package: round ${String(round + 1)} of ${String(rounds)}`);
		for (const { files, times } of rotated(sets, round)) {
			const order: LoadOrder = { n8nFolder, files };
			times.push((await ask<LoadTime>(program, order)).milliseconds);
		}
	}
	const kibibytes = (bytes: number) => spread([bytes / 1024]);
	return {
		tables: [
			{
				title: 'Loading in a fresh process, n8n-workflow already there',
				columns: [{ title: 'ms', digits: 1 }],
				rows: sets.map(({ label, times }) => ({ label, cells: [spread(times)] })),
			},
			{
				title: 'Size of the package',
				columns: [{ title: 'KiB', digits: 0 }],
				rows: [
					{ label: 'To download', cells: [kibibytes((await stat(tarball)).size)] },
					{ label: 'Unpacked', cells: [kibibytes(await sizeOf(packageFolder))] },
				],
			},
		],
		targets: [],
	};
}

async function sizeOf(folder: string): Promise<number> {
	const files = await readdir(folder, { recursive: true, withFileTypes: true });
	const sizes = await Promise.all(
		files.filter((file) => file.isFile()).map(async (file) => (await stat(join(file.parentPath, file.name))).size),
	);
	return sizes.reduce((sum, size) => sum + size, 0);
}
