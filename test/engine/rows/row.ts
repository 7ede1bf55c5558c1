import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { mediaParameters, sendingNumberId, templateParameters, textParameters } from '../../support/messages';

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

const to = '+12015550123';

export const address = { to, phone_number_id: sendingNumberId };

/** A template record that expects something. */
export const record = (expected_variables: unknown, changes: object = {}): object => ({
	template_name: 't',
	language_code: 'en_US',
	expected_variables,
	...changes,
});

/** A template send, its placeholders given by column. */
export const templateRow = (
	rule: string,
	expected: unknown,
	values: Record<string, unknown>,
	variables: object | undefined,
	changes: { parameters?: INodeParameters; body?: object; record?: object } = {},
): BodyRow => ({
	rule,
	templates: [record(expected, changes.record)],
	parameters: templateParameters({
		template: { __rl: true, mode: 'list', value: 't' },
		variables: { mappingMode: 'defineBelow', value: values } as INodeParameters,
		...changes.parameters,
	}),
	body: { ...address, template_name: 't', language_code: 'en_US', ...(variables === undefined ? {} : { variables }), ...changes.body },
});

export const textRow = (rule: string, parameters: INodeParameters, body: object): BodyRow => ({
	rule,
	parameters: textParameters({ to, ...parameters }),
	body: { ...address, text: 'Hello', ...body },
});

const image = { mediaType: 'image', mediaUrl: 'https://example.com/a.png' };

export const mediaRow = (rule: string, parameters: INodeParameters, body: object): BodyRow => ({
	rule,
	parameters: mediaParameters({ ...image, ...parameters }),
	body: { ...address, media_type: image.mediaType, media_url: image.mediaUrl, ...body },
});
