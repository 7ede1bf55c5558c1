import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { sendingNumberId, templateParameters } from '../test/support/messages.ts';

/** One way to send the same messages. */
export interface Way {
	/** As in a saved workflow, e.g. `n8n-nodes-base.httpRequest`. */
	readonly type: string;
	readonly typeVersion: number;
	/** The credential that the node uses. */
	readonly credentialType: 'messagingApi' | 'httpHeaderAuth';
	readonly parameters: INodeParameters;
	/** What its items hold: the columns of a customer list, or bodies that are ready. */
	readonly input: 'columns' | 'bodies';
	/** How many people get them in turn; everybody gets one unless given. */
	readonly people?: number;
}

/** The package that the benchmark's own nodes are in. */
export const benchPackage = 'n8n-nodes-bench';

const template = { template_name: 'order_update', language_code: 'en_US' };
const firstNumber = 5_000_000;

/** What a customer list says of a message; each of so many people is in it again and again. */
const customer = (index: number, people = Infinity) => ({
	phone: `+1201${String(firstNumber + (index % people))}`,
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

/** What everyone has to send for an order, whatever way it takes. */
export const bodyOf = (orderId: string, people?: number): IDataObject => bodyFor(customer(Number(orderId.slice('A-'.length)), people));

/** The items of a run, one for each message. `from` is the first order. */
export const itemsFor = ({ input, people }: Pick<Way, 'input' | 'people'>, count: number, from = 0): INodeExecutionData[] =>
	Array.from({ length: count }, (_, index) => ({
		json: input === 'columns' ? customer(from + index, people) : bodyFor(customer(from + index, people)),
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

const messageKey = '={{ $json.order_id }}-shipped';

/** The same with a Message Key for each message. */
const keyed = (concurrency: number) => node('n8n-nodes-messaging.messaging', parametersWith(plain, concurrency, { messageKey }));

/** The same with options. */
const promising = (options: INodeParameters) => node('n8n-nodes-messaging.messaging', parametersWith(plain, 50, options));

/** A time in twelve hours, by the clock of UTC. */
const inTwelveHours = (minute: string) => `${new Date(Date.now() + 12 * 3_600_000).toISOString().slice(11, 13)}:${minute}`;

/** Options that hold for everybody, and keep nobody's message back. */
const conditions: INodeParameters = {
	allowedRecipients: '+1201*',
	notAfter: '2099-01-01T00:00:00Z',
	quietHours: { hours: { from: inTwelveHours('00'), to: inTwelveHours('01'), days: [], timeZone: 'UTC' } },
};

/** By a header no database is needed. */
const keyedByHeader: INodeParameters = { idempotencyHeader: 'Idempotency-Key', messageKey };

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
	samePeople: { ...messaging(plain), people: 100 },
	breaker: promising({ stopAfterFailures: 20 }),
	conditions: promising(conditions),
	keyedByHeader: promising(keyedByHeader),
	keyedConditions: promising({ ...keyedByHeader, ...conditions }),
	batches: httpRequest(serviceUrl, { batching: { batch: { batchSize: 10, batchInterval: 100 } } }),
});

export type WayName = keyof ReturnType<typeof waysTo>;
