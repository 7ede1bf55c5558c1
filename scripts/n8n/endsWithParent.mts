/**
 * Loaded into n8n ahead of its own code. Ends n8n, with its children, once the program that started it is gone:
 * killed programs can't stop what they started, but the pipe they held (file descriptor 3) closes.
 */
import { Socket } from 'node:net';
import { isMainThread } from 'node:worker_threads';

const graceMs = 10_000;

// n8n's worker threads and child processes load this too and have no such pipe.
if (isMainThread && process.env.N8N_STARTED_BY === String(process.ppid)) {
	const pipe = new Socket({ fd: 3, readable: true, writable: false });
	pipe.on('error', () => pipe.destroy());
	pipe.once('close', () => {
		process.kill(process.pid, 'SIGTERM');
		setTimeout(() => process.kill(-process.pid, 'SIGKILL'), graceMs).unref();
	});
	pipe.resume();
	pipe.unref();
}
