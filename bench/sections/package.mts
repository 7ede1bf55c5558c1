import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bundleFile } from '../../scripts/build/entries.mts';
import { inRounds, type Bench } from '../bench.mts';

const program = `const load = require('node:module').createRequire(process.argv[1]);
load('n8n-workflow');
const begun = performance.now();
for (const file of process.argv.slice(1)) new (load(file)[require('node:path').basename(file).split('.')[0]])();
console.log(performance.now() - begun);`;

/** How long both nodes and the credential take to load, beside n8n's WhatsApp nodes, and how large the package is. */
export async function measurePackage(bench: Bench): Promise<void> {
	const { installation, packed } = bench;
	const base = join(installation.n8n, '../../../n8n-nodes-base/dist');
	const files = {
		ours: ['nodes/Messaging/Messaging.node.js', 'nodes/Messaging/MessagingTrigger.node.js', 'credentials/MessagingApi.credentials.js']
			.map((file) => join(packed.folder, 'dist', file)),
		whatsApp: [
			'nodes/WhatsApp/WhatsApp.node.js',
			'nodes/WhatsApp/WhatsAppTrigger.node.js',
			'credentials/WhatsAppApi.credentials.js',
			'credentials/WhatsAppTriggerApi.credentials.js',
		].map((file) => join(base, file)),
	};
	await inRounds(bench, 'package', ['ours', 'whatsApp'], async (name) => {
		const { stdout } = await promisify(execFile)(installation.node, ['-e', program, ...files[name]]);
		bench.record(`package.${name}.load`, Number(stdout));
	});
	bench.record('package.ours.packed', (await stat(packed.tarball)).size / 1000);
	bench.record('package.ours.bundle', (await stat(join(packed.folder, bundleFile))).size / 1000);
}
