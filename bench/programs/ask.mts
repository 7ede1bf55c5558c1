import { fork } from 'node:child_process';
import { once } from 'node:events';
import { beforeShutdown } from '../../scripts/n8n/shutdown.mts';

export interface ChildOptions {
	/** The Node.js to run it with; this one unless given. */
	readonly execPath?: string;
	readonly nodeArguments?: readonly string[];
	readonly environment?: NodeJS.ProcessEnv;
}

/**
 * Runs a program of ours to its end, gives it one order and returns the one answer that it sends.
 * @throws when it ends without an answer
 */
export async function ask<Answer>(program: URL, order: object, options: ChildOptions = {}): Promise<Answer> {
	const child = fork(program, {
		execArgv: [...(options.nodeArguments ?? [])],
		...(options.execPath === undefined ? {} : { execPath: options.execPath }),
		...(options.environment === undefined ? {} : { env: options.environment }),
		// Standard output belongs to the report.
		stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
	});
	const forget = beforeShutdown(() => void child.kill());
	try {
		let answer: { readonly value: Answer } | undefined;
		// The program and this one are written together: what it sends is what it says.
		child.on('message', (value) => (answer = { value: value as Answer }));
		child.send(order);
		await once(child, 'exit');
		if (answer === undefined) throw new Error(`${program.pathname.split('/').at(-1) ?? ''} ended without a result`);
		return answer.value;
	} finally {
		forget();
	}
}
