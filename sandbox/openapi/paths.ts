import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathItemObject, ZodOpenApiPathsObject } from 'zod-openapi';

import { defaultPaths } from '../../nodes/Messaging/api/account';
import { sendRequests } from '../../nodes/Messaging/message/requests';
import { sendPath, type MessageKind } from '../../nodes/Messaging/message/messageKinds';
import { registrationRequest } from '../webhooks/registration';
import * as answers from './answers';

/** A JSON body of a schema. */
export const json = (schema: z.ZodTypeAny) => ({ content: { 'application/json': { schema } } });

const errorTexts = {
	'400': 'The request is not valid',
	'401': 'The API key is missing or wrong',
	'402': 'The account has to be paid first',
	'404': 'What the request names does not exist',
	'409': 'The 24-hour window with the recipient is closed (code 131047), or a conflict',
	'413': 'The body is too large',
	'415': 'The media type is not supported',
	'422': 'The request does not fit the template, or a value is not valid',
	'429': 'Too many requests; Retry-After says how many seconds to wait',
} as const;

const errors = (...statuses: Array<keyof typeof errorTexts>) =>
	Object.fromEntries(
		statuses.map((status) => [status, { description: errorTexts[status], ...json(answers.errorAnswer) }]),
	);

const idempotencyKey = z
	.string()
	.optional()
	.describe('Where the sandbox is told to honour it, a repeated key gets the first answer again');

interface Send {
	readonly operationId: string;
	readonly summary: string;
	readonly description: string;
	readonly request: z.ZodTypeAny;
	readonly answer: z.ZodTypeAny;
	readonly conflicts: boolean;
}

const send = ({ operationId, summary, description, request, answer, conflicts }: Send): ZodOpenApiOperationObject => ({
	operationId,
	summary,
	description,
	tags: ['Messages'],
	requestParams: { header: z.object({ 'Idempotency-Key': idempotencyKey }) },
	requestBody: { required: true, ...json(request) },
	responses: {
		'200': { description: 'Accepted; delivery is reported by webhooks', ...json(answer) },
		...errors('400', '401', '402', '404', ...(conflicts ? ['409' as const] : []), '413', '415', '422', '429'),
	},
});

const list = (operationId: string, summary: string, tag: string, page: z.ZodTypeAny): ZodOpenApiOperationObject => ({
	operationId,
	summary,
	tags: [tag],
	requestParams: { query: answers.pageQuery },
	responses: { '200': { description: 'One page of 25', ...json(page) }, ...errors('400', '401') },
});

const registrationId = z.object({ id: z.string().describe('The id that registering answered') });

/** A kind of message that is not described does not compile. */
const sendPaths: Record<(typeof sendPath)[MessageKind], ZodOpenApiPathItemObject> = {
	[sendPath.template]: {
		post: send({
			operationId: 'sendTemplate',
			summary: 'Send a template message',
			description: 'Starts a conversation or reopens it; needs no open window.',
			request: sendRequests.template,
			answer: answers.templateSendAnswer,
			conflicts: false,
		}),
	},
	[sendPath.text]: {
		post: send({
			operationId: 'sendText',
			summary: 'Send a text',
			description: 'Only within the open 24-hour window with the recipient.',
			request: sendRequests.text,
			answer: answers.sendAnswer,
			conflicts: true,
		}),
	},
	[sendPath.media]: {
		post: send({
			operationId: 'sendMedia',
			summary: 'Send an image, video, audio or document',
			description: 'Only within the open 24-hour window with the recipient.',
			request: sendRequests.media,
			answer: answers.sendAnswer,
			conflicts: true,
		}),
	},
};

/** Every endpoint of the API. */
export const paths: ZodOpenApiPathsObject = {
	...sendPaths,
	[defaultPaths.templates]: {
		get: list('listTemplates', 'List the templates', 'Account', answers.templatesPage),
	},
	[defaultPaths.phoneNumbers]: {
		get: list('listPhoneNumbers', 'List the sending numbers', 'Account', answers.phoneNumbersPage),
	},
	[defaultPaths.media]: {
		post: {
			operationId: 'uploadMedia',
			summary: 'Upload media for a template header or a card',
			tags: ['Account'],
			requestBody: {
				required: true,
				content: {
					'multipart/form-data': {
						schema: {
							type: 'object',
							properties: {
								file: { type: 'string', format: 'binary' },
								phone_number_id: { type: 'string' },
							},
							required: ['file', 'phone_number_id'],
							additionalProperties: false,
						},
					},
				},
			},
			responses: {
				'200': { description: 'Uploaded', ...json(answers.mediaAnswer) },
				...errors('400', '401', '404', '413', '415'),
			},
		},
	},
	[defaultPaths.webhooks]: {
		get: {
			operationId: 'listWebhooks',
			summary: 'List the webhook registrations',
			tags: ['Webhooks'],
			responses: {
				'200': { description: 'Every registration', ...json(answers.registrationsPage) },
				...errors('401'),
			},
		},
		post: {
			operationId: 'registerWebhook',
			summary: 'Register a URL for delivery statuses',
			tags: ['Webhooks'],
			requestBody: { required: true, ...json(registrationRequest) },
			responses: {
				'201': { description: 'Registered', ...json(answers.registrationAnswer) },
				...errors('400', '401', '409', '415'),
			},
		},
	},
	[`${defaultPaths.webhooks}/{id}`]: {
		get: {
			operationId: 'getWebhook',
			summary: 'Show a webhook registration',
			tags: ['Webhooks'],
			requestParams: { path: registrationId },
			responses: {
				'200': { description: 'The registration', ...json(answers.registrationAnswer) },
				...errors('401', '404'),
			},
		},
		delete: {
			operationId: 'removeWebhook',
			summary: 'Remove a webhook registration',
			tags: ['Webhooks'],
			requestParams: { path: registrationId },
			responses: { '204': { description: 'Removed' }, ...errors('401', '404') },
		},
	},
};
