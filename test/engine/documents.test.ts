import { readEvents } from '../../nodes/Messaging/webhook/readEvents';
import { allDocuments } from '../support/documents.mts';
import { runMessaging } from '../support/engine';
import { items, useKeyedService } from '../support/keyedService';
import { textParameters } from '../support/messages';
import { readText, readTextBehind } from '../support/parameterProbe';
import { form, linkIn, questionParameters, resumeExecution, savedOf, startLinks } from '../support/question';
import { jsonOf } from '../support/useService';

/** The examples in the documents do what stands beside them: n8n evaluates the expressions, and the nodes read the JSON. */

const all = allDocuments();

/** What is between backticks and has an expression that stands by itself, not one of a template or of nothing. */
const expressionsIn = (text: string): string[] => [
	...new Set([...text.matchAll(/`([^`\n]*\{\{ [^`\n]*\S[^`\n]* \}\}[^`\n]*)`/g)].map(([, code = '']) => code.replaceAll('\\|', '|'))),
];

const item = {
	phone: '+12015550123', name: 'Ada', order_id: 'A-1001', a: '1-2', b: 3, event_id: 'evt_1',
	send_before: '2026-11-22T18:00', error: { category: 'opted-out' },
};

/** What n8n gives for the item above. A new expression in a document needs its line here. */
const values: Readonly<Record<string, unknown>> = {
	'{{ $json.phone }}': '+12015550123',
	"{{ $('Customer').item.json.phone }}": '+12015550123',
	"{{ $('Name of the node before').item.json }}": item,
	"{{ $('When a status arrives').item.json }}": item,
	'{{ $json.name }}': 'Ada',
	'{{ $json.event_id }}': 'evt_1',
	'{{ $json.send_before }}': '2026-11-22T18:00',
	'{{ $json.order_id }}-shipped': 'A-1001-shipped',
	'{{ [$json.order_id, "shipped"].join("-") }}': 'A-1001-shipped',
	'{{ $json.a }}-{{ $json.b }}': '1-2-3',
	'{{ $json.size || "any" }}': 'any',
	'{{ $json.note || "" }}': '',
	"{{ $json.error?.category === 'opted-out' }}": true,
	'{{ [$json.event_id, $execution.id] }}': ['evt_1', 'execution-1'],
	'{{ $now.plus({ hours: 1 }) }}': expect.objectContaining({ isValid: true }),
	'offer-{{ $now.toFormat("kkkk-\'W\'WW") }}': expect.stringMatching(/^offer-20\d\d-W[0-5]\d$/),
};

test('every expression in the documents gives what is meant', async () => {
	const written = expressionsIn(all);
	expect(written.sort()).toEqual(Object.keys(values).sort());
	for (const expression of written) {
		const [, node] = /\$\('([^']+)'\)/.exec(expression) ?? [];
		const [reading] = node === undefined ? await readText(`=${expression}`, [{ json: item }]) : await readTextBehind(node, `=${expression}`, { json: item });
		expect([expression, reading?.n8n]).toEqual([expression, values[expression]]);
	}
});

const service = useKeyedService();

/** `…` stands for any words. */
const withoutWords = (value: unknown): unknown =>
	JSON.parse(JSON.stringify(value), (_key, one: unknown) =>
		typeof one === 'string' && one.includes('…') ? expect.stringMatching(new RegExp(one.split('…').map((part) => part.replace(/[()."\\+]/g, '\\$&')).join('.*'))) : one,
	);

test('the failed item in the documents is one that the node gives', async () => {
	const blocks = [...all.matchAll(/^ {4}\{\n[^]*?^ {4}\}$/gm)].map(([block]) => JSON.parse(block) as unknown);
	expect(blocks).toHaveLength(1);
	service.answer = () => ({ status: 400, headers: { 'x-request-id': 'req_8f2c' }, body: { error: { message: 'Re-engagement message', code: 131047 } } });
	expect(await service.output(textParameters({ to: '+12015550141' }))).toEqual(blocks.map(withoutWords));
});

/** What is between backticks and looks like an item, with … for what is left out. */
const itemsIn = (pattern: RegExp): unknown[] =>
	[...all.matchAll(pattern)].map(([, code = '']) => withoutWords(JSON.parse(code.replace(': …', ': "…"').replace(', … }', ', "message_id": "…", "to": "…" }'))));

test('the answers in the documents are those that a question gives', async () => {
	const [approved, text, nobody] = itemsIn(/`(\{ "data": [^`]*(?:respondedAt|timedOut)[^`]*)`/g);
	const output = async (changes: object, fields?: Record<string, string>) => {
		const settings = service.settings(questionParameters({ ...changes }));
		const links = await startLinks(() => settings);
		const run = await runMessaging(settings);
		const click = fields && (await links.click(linkIn(service.requests.at(-1)?.body), savedOf(run), form(fields)));
		await links.close();
		return jsonOf(await resumeExecution(settings, savedOf(run), click?.workflowData))[0];
	};
	const freeText = { responseType: 'freeText' };
	expect([await output({}, { answer: 'approve' }), await output(freeText, { text: 'At noon' }), await output({})]).toEqual([approved, text, nobody]);
});

test('the duplicate in the documents is what a later run gives', async () => {
	const [duplicate] = itemsIn(/`(\{ [^`]*"duplicate": true \})`/g);
	await runMessaging(service.keyed(), items('shipped'));
	expect(jsonOf(await runMessaging(service.keyed(), items('shipped')))).toEqual([duplicate]);
});

/** What a key holds that an example of a body only names. */
const sample: Readonly<Record<string, unknown>> = {
	id: 'm1', message_id: 'm1', status: 'delivered', to: '+12015550123', from: '12015550123', source: '12015550123', phone_number_id: '1906',
	timestamp: '2026-11-22T18:00:00Z', error: null, type: 'text', text: 'Hello', payload: { text: 'Hello' }, sender: { phone: '12015550123' },
	metadata: { phone_number_id: '1906' }, contacts: [{ wa_id: '12015550123' }],
	statuses: [{ id: 'm1', status: 'read', recipient_id: '12015550123' }],
	messages: [{ id: 'm1', from: '12015550123', type: 'text', text: { body: 'Hello' } }],
	whatsappInboundMessage: { id: 'm1', from: '12015550123', type: 'text', text: { body: 'Hello' } },
};
const filled = (key: string) => `"${key}": ${JSON.stringify(sample[key])}`;

/** A body as an example shows it: keys without a value and `…` are filled in; of several names the first is taken. */
const bodyOf = (example: string): unknown =>
	JSON.parse(
		example
			.replace(/ or "\w+"/g, '')
			.replaceAll(', …', '')
			.replace(/"(\w+)": (?:\[…\]|\{ … \})/g, (_all, key: string) => filled(key))
			.replace(/(?<=[{,] )"(\w+)"(?=[ ,])/g, (_all, key: string) => filled(key)),
	);

test('the trigger reads a status or a message in every form that the documents show', () => {
	const rows = [...all.matchAll(/^\| Form \| Example \|\n.*\n((?:\|.*\n)+)/gm)].flatMap(([, table = '']) => table.trimEnd().split('\n'));
	const forms = rows.map((row) => /`(\{ ".*?\})`/.exec(row)?.[1] ?? row);
	const found = forms.map((example) => {
		const { statuses, messages } = readEvents(bodyOf(example));
		return [statuses.length, messages.length];
	});
	expect(found).toEqual([[1, 0], [1, 0], [1, 0], ...Array<number[]>(6).fill([0, 1])]);
});
