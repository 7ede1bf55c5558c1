import { outputOf } from '../support/engine';
import { errorOf, recipients, textParameters } from '../support/messages';
import { useProcessedData } from '../support/processedData';
import { hintsOf, jsonOf, to, useService } from '../support/useService';

useProcessedData();
const service = useService();

const conflict = (body: unknown = '') => ({ status: 409, body });
const recognized = { idempotencyHeader: 'Idempotency-Key', maxAttempts: 2 };
const keyed = { ...recognized, messageKey: 'A-7' };
const keys = () => service.posts.map(({ headers }) => headers['idempotency-key']);

/** Answers one after the other, and accepts from then on. */
function answering(...answers: Array<ReturnType<typeof service.answer>>): void {
	service.answer = () => answers.shift();
}

describe('409 to a message with an idempotency key', () => {
	test.each(['', { error: { message: 'A request with this key is in progress' } }, { error: { code: 'idempotency_conflict', message: 'In progress' } }])(
		'means that somebody has it under way (%j): it is asked again, with the same key',
		async (body) => {
			answering(conflict(body));
			expect(await service.output(textParameters({ options: keyed }))).toEqual([{ success: true, message_id: `m-${to}`, to }]);
			expect(keys()).toEqual([keys()[0], keys()[0]]);
		},
	);

	test('is unknown after the last attempt', async () => {
		service.answer = () => conflict({ error: { message: 'In progress' } });
		const error = await service.failing(textParameters({ options: keyed }));
		expect(error).toMatchObject({
			...{ outcome: 'unknown', category: 'service', httpStatus: 409, to },
			message: 'The service has this message under way, or has it already',
			description: expect.stringMatching(/may or may not have been sent.*The service said: "In progress".*2 attempts were made/s),
		});
		expect(keys()).toHaveLength(2);
	});

	test.each<[string, object, string]>([
		['a known code', { error: { code: 131026, message: 'No' } }, 'undeliverable'],
		['the code of a closed window', { error: { code: 131047, message: 'No' } }, 'window-closed'],
		['a vague code', { error: { code: 131009, message: 'No' } }, 'invalid-request'],
		['words for a closed window', { error: { message: 'Outside of the 24-hour window' } }, 'window-closed'],
	])('is a refusal with %s', async (_what, body, category) => {
		service.answer = () => conflict(body);
		expect(await service.failing(textParameters({ options: keyed }))).toMatchObject({ outcome: 'rejected', category });
		expect(keys()).toHaveLength(1);
	});

	test('is a refusal without the header: nobody has asked the service to recognize anything', async () => {
		service.answer = () => conflict();
		expect(await service.failing(textParameters({ options: { maxAttempts: 2 } }))).toMatchObject({ outcome: 'rejected', category: 'invalid-request' });
		expect(service.posts).toHaveLength(1);
	});
});

const accepted = { success: true, message_id: 'm-1', to };
const replay = (headers: Record<string, string> = { 'idempotent-replayed': 'true' }) => ({ headers, body: accepted });

describe('a response that the service says to repeat', () => {
	test.each(['Idempotent-Replayed', 'Idempotency-Replayed', 'X-Idempotent-Replay', 'x-idempotency-replayed', 'Idempotent-Replay'])('by %s is of a message that was sent before', async (name) => {
		service.answer = () => replay({ [name]: 'true' });
		const run = await service.run(textParameters({ options: keyed }));
		expect(jsonOf(run)).toEqual([{ ...accepted, duplicate: true }]);
		expect(hintsOf(run)).toMatchObject([{ message: 'Not sent again: it was sent by an earlier run, perhaps a test run, under this Message Key.' }]);
	});

	test('is counted as a duplicate, and shared by the items with its key', async () => {
		service.answer = ({ body }) => (Reflect.get(Object(body), 'to') === to ? replay() : undefined);
		const run = await service.run(textParameters({ options: { ...keyed, concurrency: 1 } }), recipients(to, '+12015550124', to));
		expect(jsonOf(run).map(({ duplicate }) => duplicate)).toEqual([true, undefined, true]);
		expect(hintsOf(run)[0]?.message).toBe('1 accepted, 1 duplicate, 1 duplicate of another item. Duplicate: it was sent by an earlier run, perhaps a test run, under the same Message Key.');
	});

	test.each([{ 'idempotent-replayed': 'false' }, { 'idempotent-replayed': '' }, { 'x-replayed': 'true' }])('is none with %j', async (headers) => {
		service.answer = () => replay(headers);
		expect(await service.output(textParameters({ options: keyed }))).toEqual([accepted]);
	});

	test('is none without the option', async () => {
		service.answer = () => replay();
		const run = await service.run(textParameters());
		expect([jsonOf(run), hintsOf(run)]).toEqual([[accepted], []]);
	});

	test('is no duplicate if an attempt of this run may have sent it', async () => {
		answering({ status: 500 }, replay());
		expect(await service.output(textParameters({ options: keyed }))).toEqual([accepted]);
	});

	test('nor if an earlier try of the run may have', async () => {
		answering({ status: 500 }, replay());
		const run = await service.run(textParameters({ options: { ...keyed, maxAttempts: 1 } }), recipients(to), { retryOnFail: true, onError: 'stopWorkflow' });
		expect(jsonOf(run)).toEqual([accepted]);
	});

	test.each<[string, ReturnType<typeof service.answer>]>([
		['a refusal for now, which has sent nothing', { status: 429, headers: { 'retry-after': '0.001' } }],
		['409, by which another run has it under way', conflict()],
	])('is one after %s', async (_what, before) => {
		answering(before, replay());
		expect(await service.output(textParameters({ options: keyed }))).toEqual([{ ...accepted, duplicate: true }]);
	});
});

test('a failed replay is what it is', async () => {
	service.answer = () => ({ status: 422, headers: { 'idempotent-replayed': 'true' }, body: { error: { message: 'No' } } });
	expect(errorOf(outputOf(await service.run(textParameters({ options: keyed })))[0])).toMatchObject({ outcome: 'rejected' });
});
