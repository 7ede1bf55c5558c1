import type { SandboxOptions } from '../../sandbox/start.mts';
import { ada, start } from './support/sandbox';
import { readText, shell } from './support/programs.mts';
import { startReceiver } from './support/webhooks';

/** The heading of the part whose lines are for another service. */
const otherService = '## Another service';

/** The curl lines of one part of the README. */
const linesOf = (text: string) => text.split('\n').filter((line) => line.startsWith('    curl '));

/** Runs lines as they are pasted, at a sandbox of their own, and gives what was accepted. */
async function paste(lines: readonly string[], options: SandboxOptions) {
	const { sandbox, ledger } = await start({ settings: { sent_after_ms: 200, delivered_after_ms: 1000 }, ...options });
	const receiver = await startReceiver(() => 200, (question) => [200, question['hub.challenge'] ?? '']);
	for (const line of lines) {
		expect(line).toContain('http://127.0.0.1:4010/');
		const own = line.replace('http://127.0.0.1:4010', sandbox.url).replace('http://127.0.0.1:5678/webhook/status', receiver.url);
		const answer = await shell(`${own} --silent --show-error --fail-with-body`);
		expect(JSON.parse(answer)).not.toHaveProperty('error');
	}
	const accepted = await ledger();
	await Promise.all([sandbox.close(), receiver.close()]);
	return { accepted, asked: receiver.asked };
}

it('every curl line of the README works when pasted, in the order of the page', async () => {
	const [text = '', other = ''] = (await readText('sandbox/README.md')).split(otherService);
	expect(linesOf(text).length).toBeGreaterThan(8);
	expect((await paste(linesOf(text), {})).accepted).toEqual([
		expect.objectContaining({ kind: 'template', to: ada }),
		expect.objectContaining({ kind: 'text', to: ada, status: 'delivered' }),
	]);

	expect(linesOf(other).length).toBeGreaterThan(4);
	const { accepted, asked } = await paste(linesOf(other), { service: 'whatsapp' });
	expect(accepted).toEqual([expect.objectContaining({ kind: 'template', to: ada })]);
	expect(asked).toMatchObject([{ 'hub.verify_token': 'let-me-in' }]);
});
