import { mediaSendRequest, templateSendRequest, textSendRequest } from '../../nodes/Messaging/message/requests';
import { useService } from '../support/useService';
import { addressRows, mediaRows, textRows } from './rows/freeFormRows';
import type { BodyRow } from './rows/row';
import { templateFieldRows, variableRows } from './rows/templateRows';

const service = useService();

const sends = {
	template: ['/v1/messaging/send', templateSendRequest],
	text: ['/v1/messaging/send/text', textSendRequest],
	media: ['/v1/messaging/send/media', mediaSendRequest],
} as const;

const rows = (list: readonly BodyRow[]) => list.map((row) => [row.rule, row] as const);

describe.each([
	['variables object', sends.template, variableRows],
	['template send request', sends.template, templateFieldRows],
	['text send request', sends.text, textRows],
	['media send request', sends.media, mediaRows],
	['recipient and sending number', sends.text, addressRows],
] as const)('%s', (_section, [path, schema], list) => {
	test.each(rows(list))('%s', async (rule, { templates = [], parameters, item = {}, body }) => {
		service.lists(...templates);
		await service.stopping(parameters, [{ json: item }]);
		expect(service.posts.map((sent) => [sent.url, sent.body])).toEqual([[path, body]]);
		expect(service.posts[0]?.headers).toMatchObject({ authorization: 'Bearer key-123', 'content-type': expect.stringMatching(/^application\/json/) });
		// What leaves is what the sandbox accepts, but for surplus JSON, which only the service can judge.
		if (!rule.includes('surplus')) expect(schema.safeParse(body).error).toBeUndefined();
	});
});
