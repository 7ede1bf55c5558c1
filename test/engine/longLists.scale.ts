import type { INodeParameters } from 'n8n-workflow';

import { outputOf, runMessaging } from '../support/engine';
import { errorOf, recipients, textParameters } from '../support/messages';
import { orderUpdate, startService, type ReceivedRequest, type ScriptedAnswer, type ScriptedService } from '../support/service';

/** Lists of many pages and of long ones, and errors of any size. */

let service: ScriptedService | undefined;
afterEach(async () => await service?.close());

const getMany = (resource: string): INodeParameters => ({ resource, operation: 'getMany', returnAll: true });

async function credential(answer: (request: ReceivedRequest) => ScriptedAnswer) {
	service = await startService(answer);
	return { baseUrl: service.url, apiKey: 'key-123' };
}

test('200,000 records in one page are 200,000 items', async () => {
	const body = `{"data":[${'{"id":1},'.repeat(199_999)}{"id":2}]}`;
	const run = await runMessaging({ credential: await credential(() => ({ body })), parameters: getMany('phoneNumber') });
	expect(outputOf(run)).toHaveLength(200_000);
});

describe('a list that never ends', () => {
	const endless = ({ url }: ReceivedRequest): ScriptedAnswer => ({
		body: { data: [{ ...orderUpdate, id: '1' }], next_cursor: `${Number(url.split('cursor=')[1] ?? 0) + 1}` },
	});

	test('is an error after 1,000 pages, which says so, and no part of it is taken for all', async () => {
		const run = await runMessaging({ credential: await credential(endless), parameters: getMany('phoneNumber'), onError: 'continueRegularOutput' });
		expect(outputOf(run)).toHaveLength(1);
		expect(errorOf(outputOf(run)[0])).toMatchObject({
			category: 'service',
			message: 'The list of sending numbers could not be read',
			description: expect.stringMatching(/did not end after 1,000 pages.*'Phone Numbers Path'/),
		});
		expect(service?.requests).toHaveLength(1_000);
	});

	test('one of exactly 1,000 pages is read to its end', async () => {
		const run = await runMessaging({
			credential: await credential((request) => (request.url.endsWith('cursor=999') ? { body: { data: [{ id: 'last' }] } } : endless(request))),
			parameters: getMany('phoneNumber'),
		});
		expect(outputOf(run)).toHaveLength(1_000);
	});
});

test.each([' ', '+'])('an error of 50 MB of %j, which may be a few kB compressed, does not hold up n8n', async (blank) => {
	const answer = { status: 400, headers: { 'content-type': 'text/html' }, body: blank.repeat(50_000_000) };
	const start = performance.now();
	const run = await runMessaging(
		{ credential: await credential(() => answer), parameters: textParameters(), onError: 'continueRegularOutput' },
		recipients('+12015550123'),
	);
	expect(performance.now() - start).toBeLessThan(15_000);
	expect(errorOf(outputOf(run)[0])).toMatchObject({ outcome: 'rejected', httpStatus: 400 });
}, 60_000);
