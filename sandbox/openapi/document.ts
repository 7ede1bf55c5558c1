import type { ZodOpenApiObject } from 'zod-openapi';

import { sendRequests } from '../../nodes/Messaging/request/requests';
import { capitalize } from '../../nodes/Messaging/text/wording';
import { registrationRequest } from '../webhooks/registration';
import * as answers from './answers';
import { json, paths } from './paths';

/** The messaging API for zod-openapi: the schemas are those that check its requests. */
export const apiDescription: ZodOpenApiObject = {
	openapi: '3.1.0',
	info: {
		title: 'Messaging API',
		version: '1',
		description: 'Messages through a messaging-app business channel, as the sandbox serves it.',
		license: { name: 'MIT', identifier: 'MIT' },
	},
	servers: [{ url: '/' }],
	security: [{ key: [] }],
	tags: [
		{ name: 'Messages', description: 'What leaves for a recipient' },
		{ name: 'Account', description: 'Templates, sending numbers and media' },
		{ name: 'Webhooks', description: 'Who is told about delivery statuses and what customers write' },
	],
	components: {
		securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
		schemas: {
			...Object.fromEntries(Object.entries(sendRequests).map(([kind, schema]) => [`${capitalize(kind)}SendRequest`, schema])),
			WebhookRegistration: registrationRequest,
			TemplateSendAnswer: answers.templateSendAnswer,
			SendAnswer: answers.sendAnswer,
			Error: answers.errorAnswer,
			TemplatesPage: answers.templatesPage,
			PhoneNumbersPage: answers.phoneNumbersPage,
			StatusReport: answers.statusReport,
		},
	},
	paths,
	webhooks: {
		status: {
			post: {
				operationId: 'reportStatus',
				summary: 'A message was sent, delivered, read, or has failed',
				tags: ['Webhooks'],
				security: [],
				requestBody: { required: true, ...json(answers.statusReport) },
				responses: {
					'200': { description: 'Taken; anything else is tried again' },
					'4XX': { description: 'Not taken' },
				},
			},
		},
	},
};
