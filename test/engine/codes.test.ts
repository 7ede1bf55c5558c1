import type { INodeParameters } from 'n8n-workflow';

import { codeTable, type KnownCode } from '../../nodes/Messaging/api/codes';
import envelopes from '../contract/data/errorEnvelopes.json';
import { outputOf, runMessaging } from '../support/engine';
import { errorOf, recipients, textParameters } from '../support/messages';
import { accepting, startService, type ReceivedRequest, type ScriptedAnswer, type ScriptedService } from '../support/service';
import { account, allEvents, delivered, itemsOf, post } from '../support/signedWebhook';
import { startTrigger } from '../support/webhook';

/** What each known code becomes in n8n: the same table, in a refused message and in a failed status. */

let answer: (request: ReceivedRequest) => ScriptedAnswer;
let service: ScriptedService;

beforeAll(async () => {
	service = await startService((request) => answer(request));
});

afterAll(() => service.close());

/** Sends texts to these people, and gives the run. */
const sendingTo = async (numbers: readonly string[], options: INodeParameters) =>
	await runMessaging(
		{
			credential: { baseUrl: service.url, apiKey: 'key-123' },
			parameters: textParameters({ options }),
			onError: 'continueRegularOutput',
		},
		recipients(...numbers),
	);

/** What becomes of one message that the service answers so. */
async function failingWith(given: ScriptedAnswer) {
	answer = () => given;
	return errorOf(outputOf(await sendingTo(['+12015550123'], { maxAttempts: 1 }))[0]);
}

/** Each code of a row; of a range its ends. */
const named = ({ codes }: KnownCode) => codes.flatMap((written) => written.split('–'));

const rows = codeTable.map((row) => [named(row).join(', '), row] as const);

test.each(rows)('a message refused with %s says what happened, what to do, and for what it holds', async (_codes, row) => {
	for (const code of named(row)) {
		const before = Date.now();
		const error = await failingWith({ status: 400, body: { error: { message: 'No', code: Number(code), details: 'Since so' } } });
		const { category, scope, message, remedy, refusedForMs } = row;
		expect(error).toMatchObject({ outcome: 'rejected', category, httpStatus: 400, code, to: '+12015550123' });
		expect(error.message).toBe(category === 'service' ? `${message} (status 400)` : message);
		expect(error.description).toBe(`The service said: "No – Since so" (code ${code}). ${remedy}`);
		expect(error.scope).toBe(scope);
		expect('scope' in error).toBe(scope !== undefined);
		const sendAfter = Date.parse(String(error.sendAfter));
		if (refusedForMs === undefined) expect(error).not.toHaveProperty('sendAfter');
		else {
			expect(sendAfter).toBeGreaterThanOrEqual(before + refusedForMs);
			expect(sendAfter).toBeLessThanOrEqual(Date.now() + refusedForMs);
		}
	}
});

test.each(rows)('a failed status with %s says what to do', async (_codes, row) => {
	const trigger = await startTrigger({ credential: account, parameters: { events: allEvents } });
	const written = named(row).flatMap((code) => [code, Number(code)]);
	await post(trigger, written.map((code, place) => ({ ...delivered, message_id: `m${place}`, status: 'failed', error: { code, message: 'No' } })));
	await trigger.close();
	const errors = itemsOf(trigger)[0]?.[0]?.map(({ error }) => error);
	expect(errors).toEqual(written.map((code) => ({ code, message: 'No', category: row.category, description: row.remedy })));
});

test.each<[number, string, string | undefined]>([
	[401, 'authentication', 'account'],
	[402, 'account-blocked', 'account'],
	[403, 'authentication', undefined],
	[404, 'not-found', undefined],
	[400, 'invalid-request', undefined],
])('%i without a known code is %s, and says nothing more about its scope than is certain', async (status, category, scope) => {
	const error = await failingWith({ status, body: { error: { message: 'No', code: 'OWN_CODE' } } });
	expect(error).toMatchObject({ category, httpStatus: status, code: 'OWN_CODE' });
	expect(error.scope).toBe(scope);
});

test("one recipient's limit inside a 429 of the service holds back that message alone", async () => {
	const numbers = Array.from({ length: 8 }, (_, place) => `+1201555010${place}`);
	const refusals: ScriptedAnswer[] = [{ status: 429, headers: { 'retry-after': '1' }, body: envelopes.ycloud }];
	answer = (request) => refusals.shift() ?? accepting(request);
	const before = service.requests.length;
	const run = await sendingTo(numbers, { concurrency: 2 });
	expect(outputOf(run).map(({ json }) => json.success)).toEqual(numbers.map(() => true));
	const sent = service.requests.slice(before).map(({ body }) => String(Object(body).to));
	expect(sent).toHaveLength(9);
	expect(sent.at(-1)).toBe(sent[0]);
});
