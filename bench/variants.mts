import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { NodeSettings } from './engine/world.mts';
import { measuredTemplate } from './service/templates.mts';

/** The package that the benchmark's own nodes are in. */
export const benchPackage = 'n8n-nodes-bench';

/** One way to send the same messages. */
export interface Variant {
	readonly settings: NodeSettings;
	/** What its items hold: the columns of a customer list, or bodies that are ready. */
	readonly input: 'columns' | 'bodies';
}

export interface VariantChoices {
	readonly serviceUrl: string;
	readonly concurrency: number;
}

/** The columns of a customer list, one item per message. */
export const customers = (count: number): INodeExecutionData[] =>
	Array.from({ length: count }, (_, index) => ({ json: customer(index), pairedItem: { item: index } }));

/** The bodies that all variants send for the same customers. */
export const readyBodies = (count: number): INodeExecutionData[] =>
	Array.from({ length: count }, (_, index) => ({ json: bodyFor(customer(index)), pairedItem: { item: index } }));

const customer = (index: number) => ({
	phone: `+1201${String(5_000_000 + index)}`,
	order_id: `A-${String(index)}`,
	first_name: `Customer ${String(index)}`,
	status: 'on its way',
	carrier: 'Example Post',
	arrival: 'Monday',
});

const sendingNumber = '200000000000002';

const bodyFor = ({ phone, order_id, ...body }: ReturnType<typeof customer>): IDataObject => ({
	to: phone,
	phone_number_id: sendingNumber,
	template_name: measuredTemplate.name,
	language_code: measuredTemplate.language,
	variables: { header: { order_id }, body },
});

const columns = ['header.order_id', 'body.first_name', 'body.status', 'body.carrier', 'body.arrival'];
const inputColumn = (column: string) => column.split('.')[1] ?? column;

/** The parameters of a template message, with an expression for the recipient and each placeholder. */
const templateParameters = (variables: INodeParameters, concurrency: number): INodeParameters => ({
	resource: 'message',
	operation: 'sendTemplate',
	phoneNumberId: { __rl: true, mode: 'list', value: sendingNumber },
	to: '={{ $json.phone }}',
	template: { __rl: true, mode: 'list', value: measuredTemplate.name },
	languageCode: measuredTemplate.language,
	variables,
	options: { concurrency },
});

/** As the editor saves them, with the description of its fields. */
const mapped = (mappingMode: string, value: INodeParameters | null): INodeParameters => ({
	mappingMode,
	value,
	matchingColumns: [],
	schema: columns.map((id) => ({
		id,
		displayName: `${inputColumn(id)} (e.g. Ada) – ${id.split('.')[0] ?? ''}`,
		required: true,
		defaultMatch: false,
		display: true,
		type: 'string',
		canBeUsedToMatch: false,
	})),
	attemptToConvertTypes: false,
	convertFieldsToString: false,
});

const byExpression = mapped(
	'defineBelow',
	Object.fromEntries(columns.map((id) => [id, `={{ $json.${inputColumn(id)} }}`])),
);

const ours = (parameters: INodeParameters): NodeSettings => ({
	type: 'n8n-nodes-messaging.messaging',
	typeVersion: 1,
	credentialType: 'messagingApi',
	parameters,
});

const loop = (name: string, parameters: INodeParameters): NodeSettings => ({
	type: `${benchPackage}.${name}`,
	typeVersion: 1,
	credentialType: 'messagingApi',
	parameters,
});

/** The same body as text with expressions in it, as people write it into an HTTP Request node. */
const bodyText = `={
  "to": "{{ $json.phone }}",
  "phone_number_id": "${sendingNumber}",
  "template_name": "${measuredTemplate.name}",
  "language_code": "${measuredTemplate.language}",
  "variables": {
    "header": { "order_id": "{{ $json.order_id }}" },
    "body": {
      "first_name": "{{ $json.first_name }}",
      "status": "{{ $json.status }}",
      "carrier": "{{ $json.carrier }}",
      "arrival": "{{ $json.arrival }}"
    }
  }
}`;

const httpRequest = (serviceUrl: string, options: INodeParameters): NodeSettings => ({
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.5,
	credentialType: 'httpHeaderAuth',
	parameters: {
		method: 'POST',
		url: `${serviceUrl}/v1/messaging/send`,
		authentication: 'genericCredentialType',
		genericAuthType: 'httpHeaderAuth',
		sendBody: true,
		specifyBody: 'json',
		jsonBody: bodyText,
		options,
	},
});

/** Every way to send that is measured, by the name that the report uses. */
export const variants = {
	fields: ({ concurrency }) => ({
		settings: ours(templateParameters(byExpression, concurrency)),
		input: 'columns',
	}),
	automatic: ({ concurrency }) => ({
		settings: ours(templateParameters(mapped('autoMapInputData', null), concurrency)),
		input: 'columns',
	}),
	bareLoop: ({ concurrency }) => ({
		settings: loop('bareLoop', templateParameters(byExpression, concurrency)),
		input: 'columns',
	}),
	readyBodies: ({ concurrency }) => ({
		settings: loop('readyBodies', { options: { concurrency } }),
		input: 'bodies',
	}),
	keptConnections: ({ concurrency }) => ({
		settings: loop('keptConnections', { options: { concurrency } }),
		input: 'bodies',
	}),
	httpRequest: ({ serviceUrl }) => ({ settings: httpRequest(serviceUrl, {}), input: 'columns' }),
	httpRequestBatches: ({ serviceUrl }) => ({
		settings: httpRequest(serviceUrl, { batching: { batch: { batchSize: 10, batchInterval: 100 } } }),
		input: 'columns',
	}),
} satisfies Record<string, (choices: VariantChoices) => Variant>;

export type VariantName = keyof typeof variants;
