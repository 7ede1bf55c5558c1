import { startInstance, withOpenUmask, type Started } from './support/instance.mts';

/** What a started n8n keeps on disk (its key, its database, its log) is its owner's alone. */

let instance: Started;

beforeAll(async () => {
	instance = await withOpenUmask(startInstance);
});

afterAll(() => instance.end());

it('no other account reads the key, the database, the log or what a child writes', async () => {
	expect(await instance.modes()).toEqual({
		'': '700',
		'n8n.log': '600',
		'.n8n': '700',
		'.n8n/config': '600',
		'.n8n/database.sqlite': '600',
		'.n8n/database.sqlite-wal': '600',
		'.n8n/byAChild': '600',
	});
});
