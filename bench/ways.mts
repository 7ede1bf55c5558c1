import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { sendingNumberId, templateParameters } from '../test/support/messages.ts';

/** One way to send the same messages. */
interface Way {
	/** As in a saved workflow, e.g. `n8n-nodes-base.httpRequest`. */
	readonly type: string;
	readonly typeVersion: number;
	/** The credential that the node uses. */
	readonly credentialType: 'messagingApi' | 'httpHeaderAuth';
	readonly parameters: INodeParameters;
	/** What its items hold: the columns of a customer list, or bodies that are ready. */
	readonly input: 'columns' | 'bodies';
}

/** The package that the benchmark's own nodes are in. */
export const benchPackage = 'n8n-nodes-bench';

const template = { template_name: 'order_update', language_code: 'en_US' };
const firstNumber = 5_000_000;

const customer = (index: number) => ({
	phone: `+1201${String(firstNumber + index)}`,
	order_id: `A-${String(index)}`,
	first_name: `Customer ${String(index)}`,
	status: 'on its way',
	carrier: 'Example Post',
	arrival: 'Monday',
});

const bodyFor = ({ phone, order_id, ...body }: ReturnType<typeof customer>): IDataObject => ({
	to: phone,
	phone_number_id: sendingNumberId,
	...template,
	variables: { header: { order_id }, body },
});

/** What everyone has to send to a recipient, whatever way it takes. */
export const bodyTo = (phone: string): IDataObject => bodyFor(customer(Number(phone.slice('+1201'.length)) - firstNumber));

/** The items of a run, one for each message. `from` is the first customer. */
export const itemsFor = (input: Way['input'], count: number, from = 0): INodeExecutionData[] =>
	Array.from({ length: count }, (_, index) => ({
		json: input === 'columns' ? customer(from + index) : bodyFor(customer(from + index)),
		pairedItem: { item: index },
	}));

const expressions = {
	phone: '{{ $json.phone }}',
	order_id: '{{ $json.order_id }}',
	first_name: '{{ $json.first_name }}',
	status: '{{ $json.status }}',
	carrier: '{{ $json.carrier }}',
	arrival: '{{ $json.arrival }}',
};

const placeholders = { header: ['order_id'], body: ['first_name', 'status', 'carrier', 'arrival'] } as const;

/** The record of the template that everyone sends. */
export const templateRecord = {
	...template,
	status: 'APPROVED',
	expected_variables: {
		header: placeholders.header.map((param_name) => ({ param_name })),
		body: placeholders.body.map((param_name) => ({ param_name })),
	},
};

/** The columns of the mapper with an expression each. */
const columnsWith = (values: typeof expressions): Record<string, string> => ({
	...Object.fromEntries(placeholders.header.map((key) => [`header.${key}`, `=${values[key]}`])),
	...Object.fromEntries(placeholders.body.map((key) => [`body.${key}`, `=${values[key]}`])),
});

const plain = columnsWith(expressions);

/** Two of them calculate, and get what was there already: everyone sends the same bodies. */
const mixed = columnsWith({
	...expressions,
	first_name: '{{ $json.first_name.trim() }}',
	status: '{{ $json.status.toLowerCase() }}',
});

/** A template message as the editor saves it, with the description of the mapper's fields. */
const parametersWith = (value: typeof plain | null, concurrency: number, options: INodeParameters = {}): INodeParameters =>
	templateParameters({
		to: '={{ $json.phone }}',
		languageCode: template.language_code,
		variables: {
			mappingMode: value === null ? 'autoMapInputData' : 'defineBelow',
			value,
			matchingColumns: [],
			schema: Object.keys(plain).map((id) => ({
				id,
				displayName: id,
				required: true,
				defaultMatch: false,
				display: true,
				type: 'string',
				canBeUsedToMatch: false,
			})),
			attemptToConvertTypes: false,
			convertFieldsToString: false,
		},
		options: { concurrency, ...options },
	});

const node = (type: string, parameters: INodeParameters, input: Way['input'] = 'columns'): Way => ({
	type,
	typeVersion: 1,
	credentialType: 'messagingApi',
	parameters,
	input,
});

const messaging = (value: typeof plain | null, concurrency = 50) =>
	node('n8n-nodes-messaging.messaging', parametersWith(value, concurrency));

/** The same with a Message Key for each message. */
const keyed = (concurrency: number) =>
	node('n8n-nodes-messaging.messaging', parametersWith(plain, concurrency, { messageKey: '={{ $json.order_id }}-shipped' }));

const loop = (value: typeof plain) => node(`${benchPackage}.bareLoop`, parametersWith(value, 50));

/** The same body as text with expressions in it, as people write it into an HTTP Request node. */
const bodyText = `=${JSON.stringify(bodyFor(expressions), null, 2)}`;

const httpRequest = (serviceUrl: string, options: INodeParameters): Way => ({
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
	input: 'columns',
});

/** Every way to send that is measured, by its row in the report. */
export const waysTo = (serviceUrl: string) => ({
	fields: messaging(plain),
	bareLoop: loop(plain),
	mixed: messaging(mixed),
	mixedLoop: loop(mixed),
	automatic: messaging(null),
	readyBodies: node(`${benchPackage}.readyBodies`, { options: { concurrency: 50 } }, 'bodies'),
	httpRequest: httpRequest(serviceUrl, {}),
	fieldsAtTen: messaging(plain, 10),
	keyed: keyed(50),
	keyedAtTen: keyed(10),
	batches: httpRequest(serviceUrl, { batching: { batch: { batchSize: 10, batchInterval: 100 } } }),
});

export type WayName = keyof ReturnType<typeof waysTo>;
