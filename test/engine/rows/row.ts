import type { IDataObject, INodeParameters } from 'n8n-workflow';

/** One way to fill in the node, and the body that must leave for it. */
export interface BodyRow {
	/** The rule of the API document (or of its open points) that the row stands for. */
	readonly rule: string;
	/** Template records of the account, if the row needs its own. */
	readonly templates?: readonly object[];
	readonly parameters: INodeParameters;
	/** The input item's JSON. */
	readonly item?: IDataObject;
	readonly body: object;
}

export const address = { to: '+12015550123', phone_number_id: '200000000000002' };

const sender = { __rl: true, mode: 'list', value: '200000000000002' };

/** A template record that expects something. */
export const record = (expected_variables: unknown, changes: object = {}): object => ({
	template_name: 't',
	language_code: 'en_US',
	expected_variables,
	...changes,
});

/** A template send, its placeholders given by column. */
export function templateRow(
	rule: string,
	expected: unknown,
	values: Record<string, unknown>,
	variables: object | undefined,
	changes: { parameters?: INodeParameters; body?: object; record?: object } = {},
): BodyRow {
	return {
		rule,
		templates: [record(expected, changes.record)],
		parameters: {
			resource: 'message',
			operation: 'sendTemplate',
			phoneNumberId: sender,
			to: '+12015550123',
			template: { __rl: true, mode: 'list', value: 't' },
			languageCode: 'auto',
			variables: { mappingMode: 'defineBelow', value: values } as INodeParameters,
			...changes.parameters,
		},
		body: {
			...address,
			template_name: 't',
			language_code: 'en_US',
			...(variables === undefined ? {} : { variables }),
			...changes.body,
		},
	};
}

export const textRow = (rule: string, parameters: INodeParameters, body: object): BodyRow => ({
	rule,
	parameters: {
		resource: 'message',
		operation: 'sendText',
		phoneNumberId: sender,
		to: '+12015550123',
		text: 'Hello',
		...parameters,
	},
	body: { ...address, text: 'Hello', ...body },
});

export const mediaRow = (rule: string, parameters: INodeParameters, body: object): BodyRow => ({
	rule,
	parameters: {
		resource: 'message',
		operation: 'sendMedia',
		phoneNumberId: sender,
		to: '+12015550123',
		mediaType: 'image',
		mediaUrl: 'https://example.com/a.png',
		...parameters,
	},
	body: { ...address, media_type: 'image', media_url: 'https://example.com/a.png', ...body },
});
