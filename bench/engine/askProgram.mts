import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { beforeShutdown } from '../../scripts/n8n/shutdown.mts';
import type { Bench } from '../bench.mts';
import type { Order } from './program.mts';

/**
 * Has n8n's engine do one thing in a process of its own, on the Node.js that n8n runs on.
 * @throws when the process ends without an answer
 */
export async function askProgram<Answer>({ installation, packed }: Bench, what: Order['what']): Promise<Answer> {
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
	try {
		let answer: { readonly value: Answer } | undefined;
		// The program and this file are written together: what it sends is what it says.
		child.on('message', (value) => (answer = { value: value as Answer }));
		child.send({ packed, what } satisfies Order);
		await once(child, 'exit');
		if (answer === undefined) throw new Error("n8n's engine ended without a result");
		return answer.value;
	} finally {
		forget();
	}
}
