import type { IWebhookDescription } from 'n8n-workflow';

const atTheLink = {
	name: 'default',
	responseMode: 'onReceived',
	responseData: '',
	path: '={{ $nodeId }}',
	restartWebhook: true,
	isFullPath: true,
} as const satisfies Partial<IWebhookDescription>;

/** The webhooks that a question's link leads to while its execution waits: GET shows the page, POST takes the answer. */
export const answerWebhooks: IWebhookDescription[] = [
	{ ...atTheLink, httpMethod: 'GET' },
	{ ...atTheLink, httpMethod: 'POST' },
];
