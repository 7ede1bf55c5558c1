import { RecentLists } from '../../nodes/Messaging/editor/accountLists';
import { maskFor } from '../../nodes/Messaging/text/mask';
import { err, ok } from '../../nodes/Messaging/api/failure';
import { readAccount } from '../../nodes/Messaging/api/account';
import type { Connection } from '../../nodes/Messaging/service/connection';

/** For how long the editor shows a list again without asking the service. */

const account = readAccount({ baseUrl: 'https://api.example.com', apiKey: 'key-1' });
if (!account.ok) throw new Error('a whole account');
const connection: Connection = { account: account.value, mask: maskFor([]), request: async () => err({ code: undefined, message: 'not asked', isUnsent: true }) };

test('less than ten seconds, and not at all if it could not be read', async () => {
	let now = 0;
	let asked = 0;
	const lists = new RecentLists(() => now);
	const read = async () => await lists.read(connection, '/t', async () => ok([++asked]));
	const failure = err({ category: 'network', message: 'down', description: '' } as const);
	expect(await lists.read(connection, '/t', async () => failure)).toEqual(failure);
	expect(await read()).toEqual(ok([1]));
	now = 9_999;
	expect(await read()).toEqual(ok([1]));
	now = 10_000;
	expect(await read()).toEqual(ok([2]));
});
