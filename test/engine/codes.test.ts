import { codeTable, type KnownCode } from '../../nodes/Messaging/api/codes';
import { textParameters } from '../support/messages';
import type { ScriptedAnswer } from '../support/service';
import { delivered, itemsOf, post } from '../support/signedWebhook';
import { to, useService } from '../support/useService';
import { useTriggers } from '../support/useTriggers';

/** What each known code becomes in n8n: the same table, in a refused message and in a failed status. */

const service = useService();
const start = useTriggers();

/** What becomes of one message that the service answers so. */
async function failingWith(answer: ScriptedAnswer) {
	service.answer = () => answer;
	return await service.failing(textParameters({ options: { maxAttempts: 1 } }));
}

/** Each code of a row; of a range its ends. */
const named = ({ codes }: KnownCode) => codes.flatMap((written) => written.split('–'));

const rows = codeTable.map((row) => [named(row).join(', '), row] as const);

test.each(rows)('a message refused with %s says what happened, what to do, and for what it holds', async (_codes, row) => {
	for (const code of named(row)) {
		const before = Date.now();
		const error = await failingWith({ status: 400, body: { error: { message: 'No', code: Number(code), details: 'Since so' } } });
		const { category, scope, message, remedy, refusedForMs } = row;
		expect(error).toMatchObject({ outcome: 'rejected', category, httpStatus: 400, code, to });
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
	const trigger = await start();
	const written = named(row).flatMap((code) => [code, Number(code)]);
	await post(trigger, written.map((code, place) => ({ ...delivered, message_id: `m${place}`, status: 'failed', error: { code, message: 'No' } })));
	const errors = itemsOf(trigger)[0]?.[0]?.map(({ error }) => error);
	expect(errors).toEqual(written.map((code) => ({ code, message: 'No', category: row.category, description: row.remedy })));
});
