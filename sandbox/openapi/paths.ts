import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathItemObject, ZodOpenApiPathsObject } from 'zod-openapi';

import { defaultPaths } from '../../nodes/Messaging/api/account';
import { sendRequests } from '../../nodes/Messaging/request/requests';
import { sendPath, type MessageKind } from '../../nodes/Messaging/request/messageKinds';
import { capitalize } from '../../nodes/Messaging/text/wording';
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

const send = (kind: MessageKind, summary: string, description: string): ZodOpenApiPathItemObject => ({
	post: {
		operationId: `send${capitalize(kind)}`,
		summary,
		description,
		tags: ['Messages'],
		requestParams: { header: z.object({ 'Idempotency-Key': idempotencyKey }) },
		requestBody: { required: true, ...json(sendRequests[kind]) },
		responses: {
			'200': {
				description: 'Accepted; delivery is reported by webhooks',
				...json(kind === 'template' ? answers.templateSendAnswer : answers.sendAnswer),
			},
			...errors('400', '401', '402', '404', ...(kind === 'template' ? [] : ['409' as const]), '413', '415', '422', '429'),
		},
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

const inWindow = 'Only within the open 24-hour window with the recipient.';

/** A kind of message that is not described does not compile. */
const sendPaths: Record<(typeof sendPath)[MessageKind], ZodOpenApiPathItemObject> = {
	[sendPath.template]: send('template', 'Send a template message', 'Starts a conversation or reopens it; needs no open window.'),
	[sendPath.text]: send('text', 'Send a text', inWindow),
	[sendPath.media]: send('media', 'Send an image, video, audio or document', inWindow),
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
			summary: 'Register a URL for delivery statuses and what customers write',
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
