import { outputOf } from '../support/engine';
import { recipients, templateParameters, textParameters } from '../support/messages';
import { accepting, orderUpdate } from '../support/service';
import { jsonOf, to, useService } from '../support/useService';

const service = useService();

test('the answer of the service is the output, one paired item per input item in their order', async () => {
	const run = await service.run(textParameters(), recipients(to, '+447400123456'));
	expect(outputOf(run)).toEqual([
		{ json: { success: true, message_id: `m-${to}`, to }, pairedItem: { item: 0 } },
		{ json: { success: true, message_id: 'm-+447400123456', to: '+447400123456' }, pairedItem: { item: 1 } },
	]);
});

test.each<[string, object, object]>([
	[
		'with ids that a double cannot hold keeps them exact, and its message id is added',
		{ body: '{"messages":[{"id":12345678901234567890}]}' },
		{ messages: [{ id: '12345678901234567890' }], message_id: '12345678901234567890' },
	],
	['that is empty counts as accepted', { status: 202 }, { success: true, message_id: null, to }],
	['that begins with a byte order mark is read', { body: '\ufeff{"success":true,"message_id":"m1"}' }, { success: true, message_id: 'm1' }],
])('an answer %s', async (_what, answer, json) => {
	service.answer = () => answer;
	expect(await service.output(textParameters())).toEqual([json]);
});

test('a run reads the list of templates once, to its last page', async () => {
	service.answer = ({ method, url }) => {
		if (method === 'POST') return undefined;
		if (url.endsWith('?after=c1')) return { body: { data: [orderUpdate], paging: { cursors: { after: 'c2' } } } };
		return { body: { data: [], paging: { cursors: { after: 'c1' }, next: 'more' } } };
	};
	await service.run(templateParameters(), recipients(to, to, to));
	expect(service.posts).toHaveLength(3);
	const asked = service.requests.filter(({ method }) => method === 'GET').map(({ url }) => url);
	expect(asked).toEqual(['/v1/messaging/templates', '/v1/messaging/templates?after=c1']);
});

test('never more messages are on their way than Concurrency says', async () => {
	let inFlight = 0;
	let most = 0;
	const waiting: Array<() => void> = [];
	service.answer = async (request) => {
		inFlight++;
		most = Math.max(most, inFlight);
		// Answers only once as many are here as may be: fewer would hang, more would show in `most`.
		await new Promise<void>((resolve) => {
			waiting.push(resolve);
			if (waiting.length === 3) for (const go of waiting.splice(0)) go();
		});
		inFlight--;
		return accepting(request);
	};
	const numbers = Array.from({ length: 9 }, (_, index) => `+1201555010${index}`);
	const run = await service.run(textParameters({ options: { concurrency: 3 } }), recipients(...numbers));
	expect(most).toBe(3);
	expect(jsonOf(run).map((json) => json.to)).toEqual(numbers);
});
