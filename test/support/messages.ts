import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

/** The sending number of the scripted service. */
export const sendingNumberId = '200000000000002';

export const sendingNumber = { __rl: true, mode: 'list', value: sendingNumberId };

/** Parameters as the editor saves them, for a template that the scripted service has. */
export const templateParameters = (changes: INodeParameters = {}): INodeParameters => ({
	resource: 'message',
	operation: 'sendTemplate',
	phoneNumberId: sendingNumber,
	to: '+1 (201) 555-0123',
	template: { __rl: true, mode: 'list', value: 'order_update' },
	languageCode: 'auto',
	variables: {
		mappingMode: 'defineBelow',
		value: { 'header.order_id': 'A-7', 'body.first_name': 'Ada', 'body.status': 'packed' },
	},
	...changes,
});

export const textParameters = (changes: INodeParameters = {}): INodeParameters => ({
	resource: 'message',
	operation: 'sendText',
	phoneNumberId: sendingNumber,
	to: '={{ $json.to }}',
	text: 'Hello',
	...changes,
});

export const mediaParameters = (changes: INodeParameters = {}): INodeParameters => ({
	resource: 'message',
	operation: 'sendMedia',
	phoneNumberId: sendingNumber,
	to: '+12015550123',
	mediaType: 'document',
	mediaUrl: 'https://example.com/menu.pdf',
	...changes,
});

/** One input item per recipient. */
export const recipients = (...numbers: string[]): INodeExecutionData[] =>
	numbers.map((to) => ({ json: { to } }));

/** The `error` of a failed output item. */
export function errorOf(item: INodeExecutionData | undefined): IDataObject {
	const error = item?.json.error;
	if (typeof error !== 'object' || error === null) throw new Error('The item did not fail');
	return { ...error };
}
