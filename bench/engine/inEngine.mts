import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { beforeShutdown } from '../../scripts/n8n/shutdown.mts';
import type { Bench } from '../bench.mts';
import type { Answer, Order } from './program.mts';

/**
 * Measures something in n8n's engine alone, in a process of its own on the Node.js that n8n runs on.
 * @throws when the process ends without an answer
 */
export const inEngine = (measure: Order['measure']) => async (bench: Bench): Promise<void> => {
	const { installation, packed, rounds, scale } = bench;
	// What a person's own n8n or Node.js left in the environment must not reach what is measured, nor may a proxy.
	const inherited = Object.entries(process.env).filter(([name]) => !/^N8N_|^NODE_OPTIONS$|_proxy$/i.test(name));
	const child = fork(new URL('program.mts', import.meta.url), {
		execPath: installation.node,
		execArgv: ['--import', 'tsx', '--expose-gc'],
		env: {
			...Object.fromEntries(inherited),
			NODE_ENV: 'production',
			N8N_USER_FOLDER: join(packed.folder, '..', 'n8n'),
			N8N_ENCRYPTION_KEY: 'benchmark',
		},
		// Standard output belongs to the report.
		stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
	});
	const forget = beforeShutdown(() => void child.kill());
	let figures: Answer | undefined;
	// The program and this file are written together: what it sends is what it says.
	child.on('message', (answer) => (figures = answer as Answer));
	child.send({ measure, packed, rounds, scale } satisfies Order);
	await once(child, 'exit');
	forget();
	if (figures === undefined) throw new Error(`n8n's engine ended without an answer: ${measure}`);
	for (const figure of figures) bench.record(...figure);
};
