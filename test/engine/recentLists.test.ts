import { RecentLists } from '../../nodes/Messaging/editor/accountLists';
import { Messaging } from '../../nodes/Messaging/Messaging.node';
import { maskFor } from '../../nodes/Messaging/text/mask';
import { err, ok } from '../../nodes/Messaging/api/failure';
import { readAccount } from '../../nodes/Messaging/api/account';
import type { Connection } from '../../nodes/Messaging/service/connection';
import { editorContext, runMessaging } from '../support/engine';
import { templateParameters } from '../support/messages';
import { accepting, startService, type ScriptedService } from '../support/service';

const { listSearch, loadOptions, resourceMapping } = new Messaging().methods;

describe('in the editor', () => {
	let service: ScriptedService;

	beforeEach(async () => {
		service = await startService(accepting);
	});

	afterEach(async () => {
		await service.close();
	});

	const credential = (apiKey: string) => ({ baseUrl: service.url, apiKey });
	const editor = (apiKey: string) => editorContext({ credential: credential(apiKey), parameters: templateParameters() });
	const askedFor = () => service.requests.filter(({ method }) => method === 'GET').map(({ headers }) => headers.authorization);

	test('the list, the languages and the fields of a template are one request', async () => {
		await listSearch.searchTemplates.call(editor('key-1'));
		await Promise.all([
			loadOptions.getTemplateLanguages.call(editor('key-1')),
			resourceMapping.getTemplateVariables.call(editor('key-1')),
		]);
		expect(askedFor()).toEqual(['Bearer key-1']);
	});

	test('another key never sees them', async () => {
		await listSearch.searchTemplates.call(editor('key-1'));
		await listSearch.searchTemplates.call(editor('key-2'));
		expect(askedFor()).toEqual(['Bearer key-1', 'Bearer key-2']);
	});

	test('a run reads for itself', async () => {
		await listSearch.searchTemplates.call(editor('key-1'));
		await runMessaging({ credential: credential('key-1'), parameters: templateParameters() });
		expect(askedFor()).toEqual(['Bearer key-1', 'Bearer key-1']);
	});
});

describe('by the clock', () => {
	let now = 0;
	let asked = 0;
	const answer = async () => ok([++asked]);

	const connectionTo = (apiKey: string): Connection => {
		const account = readAccount({ baseUrl: 'https://api.example.com', apiKey });
		if (!account.ok) throw new Error('a whole account');
		return { account: account.value, mask: maskFor([apiKey]), request: async () => err({ code: undefined, message: 'not asked', isUnsent: true }) };
	};

	beforeEach(() => {
		now = 0;
		asked = 0;
	});

	test('a list is shown again for less than ten seconds', async () => {
		const lists = new RecentLists(() => now);
		const read = async () => await lists.read(connectionTo('key-1'), '/t', answer);
		await read();
		now = 9_999;
		expect(await read()).toEqual(ok([1]));
		now = 10_000;
		expect(await read()).toEqual(ok([2]));
	});

	test('a list that could not be read is asked for again at once', async () => {
		const lists = new RecentLists(() => now);
		const failure = err({ category: 'network', message: 'down', description: '' } as const);
		expect(await lists.read(connectionTo('key-1'), '/t', async () => failure)).toEqual(failure);
		expect(await lists.read(connectionTo('key-1'), '/t', answer)).toEqual(ok([1]));
	});
});
