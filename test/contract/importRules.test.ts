import { importsOf, readSources, violations } from './support/importRules.mts';

describe('the import rules', () => {
	const sources = readSources();

	test('imports point one way only', () => {
		expect(violations(sources)).toEqual([]);
	});

	test('every part of it was looked at', () => {
		const paths = sources.map(({ path }) => path);
		for (const path of [
			'nodes/Messaging/Messaging.node.ts',
			'nodes/Messaging/MessagingTrigger.node.ts',
			'nodes/Messaging/contract/account.ts',
			'nodes/Messaging/contract/webhook/signature.ts',
			'nodes/Messaging/sending/message.ts',
			'nodes/Messaging/n8n/parameters.ts',
			'credentials/MessagingApi.credentials.ts',
		]) {
			expect(paths).toContain(path);
		}
		expect(paths.some((path) => path.startsWith('sandbox/'))).toBe(true);
		const imports = sources.filter(({ path }) => path.includes('/contract/')).flatMap(importsOf);
		for (const known of ['zod', 'libphonenumber-js/max', 'lossless-json', 'node:crypto']) expect(imports).toContain(known);
	});
});

const made = (path: string, ...specifiers: string[]) => ({
	path,
	text: specifiers.map((specifier, place) => `import { a${place} } from '${specifier}';`).join('\n'),
});

const contract = 'nodes/Messaging/contract/a.ts';
const inRoom = (room: string, ...specifiers: string[]) => made(`nodes/Messaging/contract/${room}/a.ts`, ...specifiers);

describe('it would not go unnoticed if', () => {
	test.each([
		['the contract imported n8n', made(contract, 'n8n-workflow')],
		['the contract read files', made(contract, 'node:fs')],
		['the contract imported another package', made(contract, 'lodash')],
		['the contract imported sending', made(contract, '../sending/message')],
		['the contract imported a credential', made(contract, '../../../credentials/MessagingApi.credentials')],
		['the contract imported the sandbox', made(contract, '../../../sandbox/main.mts')],
		['what all of the contract shares imported a room', made(contract, './webhook/signature')],
		['what all of the contract shares imported zod', made(contract, 'zod')],
		['the template room imported the response room', inRoom('template', '../response/response')],
		['the response room imported the message room', inRoom('response', '../message/sendResult')],
		['the message room imported the webhook room', inRoom('message', '../webhook/statusEvent')],
		['the webhook room imported the message room', inRoom('webhook', '../message/sendResult')],
		['the template room imported a package', inRoom('template', 'libphonenumber-js/max')],
		['a room nobody knows appeared in the contract', inRoom('helpers')],
		['transport imported n8n', made('nodes/Messaging/transport/a.ts', '../n8n/items')],
		['n8n imported transport', made('nodes/Messaging/n8n/a.ts', '../transport/connection')],
		['sending imported actions', made('nodes/Messaging/sending/links/a.ts', '../../actions/router')],
		['sending imported a package', made('nodes/Messaging/sending/a.ts', 'zod')],
		['transport imported sending', made('nodes/Messaging/transport/a.ts', '../sending/message')],
		['transport imported actions', made('nodes/Messaging/transport/a.ts', '../actions/router')],
		['actions imported methods', made('nodes/Messaging/actions/message/a.ts', '../../methods/listSearch')],
		['a question imported n8n', made('nodes/Messaging/actions/message/sendAndWait/question/a.ts', 'n8n-workflow')],
		['a question imported the rest of actions', made('nodes/Messaging/actions/message/sendAndWait/question/a.ts', '../fields')],
		['methods imported actions', made('nodes/Messaging/methods/a.ts', '../actions/router')],
		['the trigger imported actions', made('nodes/Messaging/trigger/a.ts', '../actions/router')],
		['the trigger read files', made('nodes/Messaging/trigger/a.ts', 'node:fs')],
		['a node imported the contract', made('nodes/Messaging/Messaging.node.ts', './contract/json')],
		['a node imported sending', made('nodes/Messaging/Messaging.node.ts', './sending/message')],
		['a credential imported actions', made('credentials/A.credentials.ts', '../nodes/Messaging/actions/router')],
		['the sandbox imported transport', made('sandbox/a.ts', '../nodes/Messaging/transport/connection')],
		['the sandbox imported a node', made('sandbox/a.ts', '../nodes/Messaging/Messaging.node')],
		['a folder of no layer appeared', made('nodes/Messaging/utils/a.ts')],
	])('%s', (_name, source) => {
		expect(violations([source])).toHaveLength(1);
	});

	test.each([
		['types', "import type { Failure } from '../sending/message';"],
		['one type among values', "import { type Failure } from '../sending/message';"],
		['a type where it is used', "type Failure = import('../sending/message').Failure;"],
		['something to pass on', "export { deliver } from '../sending/message';"],
		['all of it', "export * from '../sending/message';"],
		['something when it runs', "const { deliver } = await import('../sending/message');"],
		['something by require', "const { deliver } = require('../sending/message');"],
		['only its effects', "import '../sending/message';"],
	])('the contract imported sending for %s', (_way, text) => {
		expect(violations([{ path: contract, text }])).toHaveLength(1);
	});

	test('two modules of the contract imported each other, also by way of a third', () => {
		const module = (name: string, other: string) => made(`nodes/Messaging/contract/${name}.ts`, `./${other}`);
		expect(violations([module('a', 'b'), module('b', 'a')])).toEqual([
			'nodes/Messaging/contract/a.ts is part of an import cycle',
			'nodes/Messaging/contract/b.ts is part of an import cycle',
		]);
		expect(violations([module('a', 'b'), module('b', 'c'), module('c', 'a')])).toHaveLength(3);
		expect(violations([module('a', 'a')])).toHaveLength(1);
		expect(violations([module('a', 'b'), module('b', 'c'), made('nodes/Messaging/contract/c.ts')])).toEqual([]);
	});

	test('but what is allowed is not complained of', () => {
		expect(
			violations([
				made(contract, './json', './mask/mask', 'lossless-json'),
				inRoom('message', './requests', '../json', '../template/section', '../response/response', 'zod', 'libphonenumber-js/max'),
				inRoom('webhook', '../failure', '../response/response', 'node:crypto'),
				inRoom('template', './section', '../json'),
				made('nodes/Messaging/sending/links/a.ts', '../b', '../../contract/failure', '../../n8n/b', '../../transport/b', 'n8n-workflow'),
				made('nodes/Messaging/transport/a.ts', '../contract/response/response', 'n8n-workflow'),
				made('nodes/Messaging/n8n/a.ts', './b', '../contract/failure', 'n8n-workflow'),
				made('nodes/Messaging/actions/media/a.ts', '../router', '../../sending/b', '../../transport/b', '../../n8n/b', '../../contract/b'),
				made('nodes/Messaging/actions/message/sendAndWait/a.ts', './question/page', '../fields'),
				made('nodes/Messaging/actions/message/sendAndWait/question/a.ts', './b', '../../../../contract/hash'),
				made('nodes/Messaging/A.node.ts', './actions/router', './methods/b', './trigger/b', 'n8n-workflow'),
				made('credentials/A.credentials.ts', '../nodes/Messaging/contract/account', 'n8n-workflow'),
				made('sandbox/rules/a.ts', '../state/b', '../../nodes/Messaging/contract/message/requests', 'fastify', 'node:fs'),
			]),
		).toEqual([]);
	});
});
