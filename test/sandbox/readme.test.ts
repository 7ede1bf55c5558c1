import { ada, start } from './support/sandbox';
import { readText, shell } from './support/programs.mts';

it('every curl line of the README works when pasted, in the order of the page', async () => {
	const { sandbox, ledger } = await start({ settings: { sent_after_ms: 200, delivered_after_ms: 1000 } });
	const lines = (await readText('sandbox/README.md')).split('\n').filter((line) => line.startsWith('    curl '));
	expect(lines.length).toBeGreaterThan(8);
	for (const line of lines) {
		expect(line).toContain('http://127.0.0.1:4010/');
		const answer = await shell(`${line.replace('http://127.0.0.1:4010', sandbox.url)} --silent --show-error --fail-with-body`);
		expect(JSON.parse(answer)).not.toHaveProperty('error');
	}
	expect(await ledger()).toEqual([
		expect.objectContaining({ kind: 'template', to: ada }),
		expect.objectContaining({ kind: 'text', to: ada, status: 'delivered' }),
	]);
	await sandbox.close();
});
