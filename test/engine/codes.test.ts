import { codeTable, type KnownCode } from '../../nodes/Messaging/api/codes';
import { textParameters } from '../support/messages';
import { delivered, itemsOf, post } from '../support/signedWebhook';
import { to, useService } from '../support/useService';
import { useTriggers } from '../support/useTriggers';

/** What each known code becomes in n8n: the same table, in a refused message and in a failed status, beside the platform's own marks. */

const service = useService();
const start = useTriggers();

afterEach(() => jest.restoreAllMocks());

/** Each code of a row; of a range its ends. */
const named = ({ codes }: KnownCode) => codes.flatMap((written) => written.split('–'));

/** What the platform writes beside its codes. */
const marks = { type: 'OAuthException' };

const rows = codeTable.map((row) => [named(row).join(', '), row] as const);

test.each(rows)('a message refused with %s says what happened, what to do, and for what it holds', async (_codes, row) => {
	const now = Date.now();
	jest.spyOn(Date, 'now').mockReturnValue(now);
	const { category, scope, message, remedy, refusedForMs } = row;
	for (const code of named(row)) {
		service.answer = () => ({ status: 400, body: { error: { ...marks, message: 'No', code: Number(code), details: 'Since so' } } });
		expect(await service.failing(textParameters({ options: { maxAttempts: 1 } }))).toEqual({
			...{ outcome: 'rejected', category, httpStatus: 400, code, to, ...(scope === undefined ? {} : { scope }) },
			message: category === 'service' ? `${message} (status 400)` : message,
			description: `The service said: "No – Since so" (code ${code}). ${remedy}`,
			...(refusedForMs === undefined ? {} : { sendAfter: new Date(now + refusedForMs).toISOString() }),
		});
	}
});

test.each(rows)('a failed status with %s says what to do', async (_codes, row) => {
	const trigger = await start();
	const written = named(row).flatMap((code) => [code, Number(code)]);
	await post(trigger, written.map((code, place) => ({ ...delivered, message_id: `m${place}`, status: 'failed', error: { ...marks, code, message: 'No' } })));
	const errors = itemsOf(trigger)[0]?.[0]?.map(({ error }) => error);
	expect(errors).toEqual(written.map((code) => ({ code, message: 'No', category: row.category, description: row.remedy })));
});

test('a short number in a failed status is one of the service\'s own, unless the platform\'s marks stand beside it', async () => {
	const trigger = await start();
	const errors = [0, 3, 10, 33, 200, 1].flatMap((code) => [{ code, message: 'No' }, { code, message: 'No', fbtrace_id: 'x' }]);
	await post(trigger, errors.map((error, place) => ({ ...delivered, message_id: `m${place}`, status: 'failed', error })));
	const known = itemsOf(trigger)[0]?.[0]?.map(({ error }) => Reflect.get(Object(error), 'category') !== null);
	expect(known).toEqual(errors.map((error) => 'fbtrace_id' in error));
});
