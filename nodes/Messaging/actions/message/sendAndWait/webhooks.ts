import type { IWebhookDescription } from 'n8n-workflow';

const atTheLink = {
	name: 'default',
	responseMode: 'onReceived',
	responseData: '',
	path: '={{ $nodeId }}',
	restartWebhook: true,
	isFullPath: true,
} as const satisfies Partial<IWebhookDescription>;

/** What the link of a question reaches while its execution waits: GET shows the page, POST decides. */
export const answerWebhooks: IWebhookDescription[] = [
	{ ...atTheLink, httpMethod: 'GET' },
	{ ...atTheLink, httpMethod: 'POST' },
];
