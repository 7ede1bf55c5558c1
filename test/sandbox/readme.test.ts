import type { SandboxOptions } from '../../sandbox/start.mts';
import { useClosing } from '../support/closing';
import { ada, sender, start } from './support/sandbox';
import { readText, shell } from './support/programs.mts';
import { startReceiver } from './support/webhooks';

const closing = useClosing();
const startSandbox = async (options: SandboxOptions) => {
	const started = await start(options);
	closing(started.sandbox);
	return started;
};

/** The heading of the part whose lines are for another service. */
const otherService = '## Another service';

/** The curl lines of one part of the README. */
const linesOf = (text: string) => text.split('\n').filter((line) => line.startsWith('    curl '));

/** Runs lines as they are pasted, at a sandbox of their own, and gives what was accepted. */
async function paste(lines: readonly string[], options: SandboxOptions) {
	const { sandbox, ledger } = await startSandbox({ settings: { sent_after_ms: 200, delivered_after_ms: 1000 }, ...options });
	const receiver = closing(await startReceiver(() => 200, (question) => [200, question['hub.challenge'] ?? '']));
	for (const line of lines) {
		expect(line).toContain('http://127.0.0.1:4010/');
		const own = line.replace('http://127.0.0.1:4010', sandbox.url).replace('http://127.0.0.1:5678/webhook/status', receiver.url);
		const answer = await shell(`${own} --silent --show-error --fail-with-body`);
		expect(JSON.parse(answer)).not.toHaveProperty('error');
	}
	return { accepted: await ledger(), asked: receiver.asked };
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

it('the requests that show whether a service fits are those that one with other paths takes', async () => {
	const page = await readText('docs/try-your-service.md');
	const [base = '', ask = ''] = page.split('\n').filter((line) => line.startsWith('    '));
	const requests = [...page.matchAll(/^\| \d \| `(ask .+?)` \|/gm)].map(([, line = '']) => line);
	expect(requests).toHaveLength(4);
	const { sandbox } = await startSandbox({ service: 'whatsapp' });
	const lines = (ids: Readonly<Record<string, string>>) =>
		requests.map((line) => Object.entries(ids).reduce((filled, [name, id]) => filled.replace(new RegExp(`(?<=[/"])${name}(?=[/"])`, 'g'), id), line));
	/** What a request prints: the response, and its status on a line of its own. */
	const paste = async (line = '') => {
		const printed = await shell(`cd "$(mktemp -d)" && printf 'a picture' > picture.png\n${base.replace(/BASE=\S+ KEY=\S+/, `BASE=${sandbox.url} KEY=sandbox-test-key`)}\n${ask}\n${line}\nrm -r "$PWD"`);
		const [body = '', status] = printed.trim().split(/\n(?=\d+$)/);
		return { status, body: JSON.parse(body) as unknown };
	};
	const [numbers = '', list = ''] = lines({ ID: sender });
	expect(await paste(numbers)).toMatchObject({ status: '200', body: expect.arrayContaining([expect.objectContaining({ id: sender })]) });
	const templates = (await paste(list)).body as ReadonlyArray<{ id: string; name: string; language: string; components: unknown }>;
	const plain = templates.find(({ language, components }) => language === 'en_US' && !/\{\{|"(IMAGE|VIDEO|DOCUMENT|LOCATION|CAROUSEL)"/i.test(JSON.stringify(components)));
	const withImage = templates.find(({ components }) => JSON.stringify(components).includes('"IMAGE"'));
	const [, , send, upload] = lines({ 'TEMPLATE-ID': String(withImage?.id), ID: sender, NAME: String(plain?.name) });
	expect(await paste(send)).toMatchObject({ status: '200', body: { message_id: expect.any(String) } });
	expect(await paste(send?.replace(String(plain?.name), 'no_such_template'))).toMatchObject({ status: expect.stringMatching(/^4/), body: { message: expect.any(String) } });
	const text = send?.replace('/send ', '/send/text ').replace(/"template_name": .*"en_US"/, '"text": "Hello"');
	expect(await paste(text)).toMatchObject({ status: '409', body: { message: expect.stringContaining('24-hour window') } });
	expect(await paste(upload)).toMatchObject({ status: '200', body: { media_id: expect.any(String) } });
});
