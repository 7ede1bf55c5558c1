import { mediaSendRequest, templateSendRequest, textSendRequest, type SendRequest } from '../../nodes/Messaging/message/requests';
import { runMessaging } from '../support/engine';
import { accepting, startService, type ScriptedService } from '../support/service';
import { addressRows, mediaRows, textRows } from './rows/freeFormRows';
import type { BodyRow } from './rows/row';
import { templateFieldRows, variableRows } from './rows/templateRows';

let service: ScriptedService;
let templates: readonly object[] = [];

beforeAll(async () => {
	service = await startService((request) =>
		request.method === 'GET' ? { body: { data: templates } } : accepting(request),
	);
});

afterAll(async () => {
	await service.close();
});

const schemas = {
	'/v1/messaging/send': templateSendRequest,
	'/v1/messaging/send/text': textSendRequest,
	'/v1/messaging/send/media': mediaSendRequest,
} satisfies Record<SendRequest['path'], unknown>;

const rows = (list: readonly BodyRow[]) => list.map((row) => [row.rule, row] as const);

describe.each([
	['variables object', variableRows],
	['template send request', templateFieldRows],
	['text send request', textRows],
	['media send request', mediaRows],
	['recipient and sending number', addressRows],
])('%s', (_section, list) => {
	test.each(rows(list))('%s', async (rule, row) => {
		templates = row.templates ?? [];
		service.requests.length = 0;
		const run = await runMessaging(
			{ credential: { baseUrl: service.url, apiKey: 'key-123' }, parameters: row.parameters },
			[{ json: row.item ?? {} }],
		);
		expect(run.data.resultData.error).toBeUndefined();
		const sent = service.requests.filter(({ method }) => method === 'POST');
		expect(sent.map(({ body }) => body)).toEqual([row.body]);

		// What leaves is what the sandbox accepts, but for surplus JSON, which only the service can judge.
		const schema = schemas[sent[0]?.url as keyof typeof schemas];
		if (!rule.includes('surplus')) expect(schema.safeParse(sent[0]?.body).error).toBeUndefined();
	});
});
