import type { INodeParameters, IRun } from 'n8n-workflow';

import { outputOf } from '../support/engine';
import { hintOf, useKeyedService } from '../support/keyedService';
import { errorOf, templateParameters, textParameters } from '../support/messages';
import { inProcess } from '../support/processedData';
import type { ScriptedAnswer } from '../support/service';

/*
 * The option 'Stop After Failures in a Row'.
 */

const service = useKeyedService();

afterEach(() => jest.restoreAllMocks());

const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ json: { to: `+1201555${String(1000 + (index % 9000))}`, text: `m${index}`, key: `k${index}` } }));

const oneByOne = (options: INodeParameters) => textParameters({ text: '={{ $json.text }}', options: { concurrency: 1, messageKey: '={{ $json.key }}', ...options } });

const refused: ScriptedAnswer = { status: 400, body: { error: { message: 'Sender profile is incomplete', code: 'E-77' } } };

const sending = async (count: number, options: INodeParameters): Promise<IRun> =>
	await service.run(textParameters({ text: '={{ $json.text }}', options }), rows(count));

const categories = (run: IRun) => outputOf(run).map(({ json }) => (json.error === undefined ? 'sent' : `${String(errorOf({ json }).outcome)} ${String(errorOf({ json }).category)}`));

test('of ten thousand that a service refuses for a reason of its own, twenty are tried; the others say why not', async () => {
	service.answer = () => refused;
	const run = await sending(10_000, { stopAfterFailures: 20, concurrency: 1 });
	expect(service.posts).toHaveLength(20);
	expect(categories(run)).toEqual([...Array(20).fill('rejected invalid-request'), ...Array(9_980).fill('not_sent invalid-request')]);
	const last = errorOf(outputOf(run).at(-1));
	expect(last).toMatchObject({
		message: 'Not sent: too many messages of this run failed in a row',
		description: expect.stringMatching(/^This item was not tried, because 20 before it failed, as many as the option 'Stop After Failures in a Row' allows\. .*The service said: "Sender profile is incomplete"/),
	});
	expect(last).not.toHaveProperty('code');
	expect(hintOf(run)).toBe(
		'0 accepted, 20 rejected, 9,980 not sent. Not sent: too many messages of this run failed in a row: 9,980 of them were not tried. The last one: The service rejected the request. Mend that, then send the others again.',
	);
});

test('those in flight finish', async () => {
	service.answer = () => refused;
	await sending(1_000, { stopAfterFailures: 20, concurrency: 10 });
	expect(service.posts.length).toBeGreaterThanOrEqual(20);
	expect(service.posts.length).toBeLessThan(30);
});

test('files that could not be uploaded in time are no failures', async () => {
	let uploads = 0;
	service.answer = ({ url }) => {
		if (!url.includes('/media')) return undefined;
		return uploads++ === 0 ? { status: 503, headers: { 'retry-after': '1' }, body: {} } : { body: { media_id: 'm-1' } };
	};
	const given = ['A', 'B'].map((content, index) => ({
		json: { until: new Date(Date.now() + (index === 0 ? 500 : 3_600_000)).toISOString() },
		binary: { data: { data: Buffer.from(content).toString('base64'), mimeType: 'image/png', fileName: 'a.png' } },
	}));
	const options = { stopAfterFailures: 1, concurrency: 1, notAfter: '={{ $json.until }}' };
	const run = await service.run(templateParameters({ headerMedia: 'binary', binaryPropertyName: 'data', options }), given);
	expect(categories(run)).toEqual(['not_sent expired', 'sent']);
});

test('one that is accepted begins a new row, and one that was never tried neither counts nor begins one', async () => {
	service.answer = (_, text) => (['m0', 'm2', 'm5', 'm6'].includes(text) ? refused : undefined);
	const given = rows(10);
	given[3] = { json: { to: 'nobody', text: 'm3', key: 'k3' } };
	given[5] = { json: { to: '', text: 'm3', key: 'k3' } };
	const run = await service.run(textParameters({ text: '={{ $json.text }}', options: { stopAfterFailures: 2, concurrency: 1 } }), given);
	expect(service.sent).toEqual(['m0', 'm1', 'm2', 'm4', 'm6', 'm7', 'm8', 'm9']);
	expect(categories(run).filter((end) => end === 'sent')).toHaveLength(5);
});

test('counts whatever the reason: a refusal, a broken connection, a response that says nothing', async () => {
	const answers: ScriptedAnswer[] = [refused, 'reset', { status: 500, body: {} }];
	service.answer = () => answers[service.posts.length - 1];
	const run = await sending(10, { stopAfterFailures: 3, concurrency: 1 });
	expect(categories(run)).toEqual(['rejected invalid-request', 'unknown network', 'unknown service', ...Array(7).fill('not_sent service')]);
	// The third may have arrived, and those behind it have not.
	expect(errorOf(outputOf(run)[2]).description).toContain('may or may not have been sent');
	expect(errorOf(outputOf(run)[3]).description).not.toContain('may or may not have been sent');
});

test('the keys of those that were not tried are free: the next run sends them', async () => {
	service.answer = () => refused;
	const keyed = async () => await service.run(oneByOne({ stopAfterFailures: 2 }), rows(6));
	await keyed();
	expect(service.memory.rowCount).toBe(0);
	service.answer = () => undefined;
	expect(categories(await keyed())).toEqual(Array(6).fill('sent'));
});

/** A run in another process has the first message under way, and hears nothing of it. */
async function sendElsewhere(): Promise<void> {
	service.answer = () => 'reset';
	await service.run(oneByOne({}), rows(1), { workflowId: inProcess('w', 2) });
	service.answer = () => undefined;
}

test.each<[string, string, () => Promise<void>]>([
	['that another run takes at that moment', 'unknown service', sendElsewhere],
	['whose row cannot be made', 'not_sent service', async () => await Promise.reject(new Error('database is locked'))],
])('a message %s is kept back at its turn, and none that failed', async (_which, kept, interrupt) => {
	await sending(1, { messageKey: 'the first of the process' });
	service.memory.trouble = async (moment) => {
		if (moment !== 'write') return;
		service.memory.trouble = () => {};
		// The node tries it for a minute.
		jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 61_000);
		await interrupt();
	};
	const run = await service.run(oneByOne({ stopAfterFailures: 1 }), rows(3), { workflowId: inProcess('w', 1) });
	expect(categories(run)).toEqual([kept, 'sent', 'sent']);
});

test('off by default, and 0: each is tried', async () => {
	service.answer = () => refused;
	await sending(30, {});
	await sending(30, { stopAfterFailures: 0 });
	expect(service.posts).toHaveLength(60);
});
