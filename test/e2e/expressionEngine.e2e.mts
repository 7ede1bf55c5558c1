import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from '../../scripts/n8n/installation.mts';

const program = fileURLToPath(new URL('vmExpressions.mts', import.meta.url));

/** The engine that n8n's library starts with has its test in `test/engine/parameters.test.ts`. */
export function expressionEngineTests(): void {
	void test("a plain field gives what n8n makes of it under the expression engine that n8n starts with", async () => {
		const { node } = await ensureInstalled(() => {});
		const child = spawn(node, ['--import', 'tsx', program, '50'], {
			env: {
				...process.env,
				N8N_USER_FOLDER: path.join(tmpdir(), 'n8n-nodes-messaging-expressions'),
				N8N_ENCRYPTION_KEY: 'test-encryption-key',
				N8N_LOG_LEVEL: 'silent',
			},
			stdio: ['ignore', 'ignore', 'pipe'],
		});
		let said = '';
		child.stderr.on('data', (chunk) => (said += String(chunk)));
		const [code] = (await once(child, 'close')) as [number | null];
		assert.equal(code, 0, said);
	});
}
