import type { IHookFunctions, INodeProperties, IWebhookFunctions, NodeHint } from 'n8n-workflow';

import type { FieldName } from '../n8n/parameters';
import { isObject } from '../text/json';
import type { ReadMessage, ReadStatus } from '../webhook/readEvents';
import { type WebhookEvent, webhookEvents } from '../webhook/registration';
import { deliveryStatuses } from '../webhook/statusEvent';

const labels: Record<WebhookEvent, { readonly name: string; readonly description: string }> = {
	delivered: { name: 'Delivered', description: 'The message reached the phone' },
	failed: { name: 'Failed', description: 'The message will not arrive' },
	received: { name: 'Message Received', description: 'A person has sent you a message or pressed a button. It comes out of an output of its own.' },
	read: { name: 'Read', description: 'The recipient has opened the message' },
	sent: { name: 'Sent', description: 'The service has passed the message on' },
};

const outputsOf = (...names: string[]): string => JSON.stringify(names.map((displayName) => ({ type: 'main', displayName })));

const separate = deliveryStatuses.map((status) => labels[status].name);

/** Short: the canvas cuts the names of outputs at about twelve characters. */
const received = 'Message';

/**
 * An expression for the outputs: one for each status if 'Separate Outputs' is on, else one for all. If messages are chosen,
 * they have one of their own behind these, so that a choice moves no other output.
 */
export const triggerOutputs =
	`={{ $parameter["options"] && $parameter["options"]["separateOutputs"] ? ([].concat($parameter["events"]).includes("received") ? ${outputsOf(...separate, received)} : ${outputsOf(...separate)}) : ([].concat($parameter["events"]).includes("received") ? ${outputsOf('Status', received)} : ["main"]) }}` as const;

/** Above the output, until something came: with the URL of the other kind at the service a test waits for ever. */
export const triggerHints: NodeHint[] = [
	{
		message: "A test waits until your service reports to the Test URL what you have chosen. Enter that one at the service first: see 'Webhook URLs'. The Production URL is another one.",
		type: 'info',
		location: 'outputPane',
		whenToDisplay: 'beforeExecution',
		displayCondition: '={{ $parameter["registration"] === "manual" }}',
	},
];

/** The parameters of the Messaging Trigger. */
export const triggerProperties = [
	{
		displayName: 'Trigger On',
		name: 'events',
		type: 'multiOptions',
		required: true,
		default: [...deliveryStatuses],
		// n8n's list of nodes shows the actions.
		options: Object.entries(labels).map(([value, label]) => ({ ...label, value, action: `On message ${value}` })),
		description: 'What starts the workflow: delivery statuses of your messages, and messages that people send you',
	},
	{
		displayName: "Messages come out of the output 'Message', delivery statuses out of the others. Connect what answers messages to 'Message'.",
		name: 'outputNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { events: ['received'] } },
	},
	{
		displayName: 'Registration',
		name: 'registration',
		type: 'options',
		default: 'manual',
		options: [
			{
				name: 'Manual',
				value: 'manual',
				description: 'You enter the webhook URL in the settings of the service',
			},
			{
				name: 'Automatic',
				value: 'automatic',
				description: 'Publishing registers the webhook URL at the service, if the service can do that',
			},
		],
		description: 'How the webhook URL is entered at the service',
	},
	{
		displayName:
			// A notice shows only lists and links of HTML.
			"<ul><li>Copy the webhook secret of your messaging service into 'Webhook Secret' of the Messaging API credential.</li><li>To try it: open 'Webhook URLs' above, enter the Test URL in the webhook settings of the service, execute this step, and send a message, or write one to your number if you chose Message Received. It waits until the service reports that.</li><li>To use it: enter the Production URL there, which is another one, and publish the workflow.</li><li>If the service asks for a verify token, enter one of yours in 'Verify Token' of the credential, and the same at the service, after publishing.</li></ul>",
		name: 'setUpNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { registration: ['manual'] } },
	},
	{
		displayName:
			'Executing this step registers the Test URL at the service until the test is over. Publishing the workflow registers the Production URL, and unpublishing removes it. The service must be able to reach that URL. A URL with localhost or a private address works only for a service on the same network. Many services refuse a URL without HTTPS.',
		name: 'reachNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { registration: ['automatic'] } },
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [
			{
				displayName: 'Ignore Duplicates',
				name: 'ignoreDuplicates',
				type: 'boolean',
				default: true,
				description:
					'Whether to drop repeats: delivery statuses and messages that already came in the last ten minutes, or in twice the Signature Tolerance where that is longer. Services repeat them when they are not sure that they arrived.',
			},
			{
				displayName: 'Include Payload',
				name: 'includePayload',
				type: 'boolean',
				default: false,
				description: 'Whether to add what the service sent, in the field payload',
			},
			{
				displayName: 'Sending Number IDs',
				name: 'phoneNumberIds',
				type: 'string',
				default: '',
				placeholder: 'e.g. 1906000000000001, 1906000000000002',
				description:
					'The IDs of the sending numbers whose events start the workflow, separated by commas. Events without a sending number start it too. Leave empty for all sending numbers.',
			},
			{
				displayName: 'Separate Outputs',
				name: 'separateOutputs',
				type: 'boolean',
				default: false,
				description: 'Whether to give each status an output of its own, in the order sent, delivered, read, failed. Received messages, if they are chosen, have the last one.',
			},
		],
	},
] as const satisfies INodeProperties[];

type Properties = (typeof triggerProperties)[number];

/** A parameter of the trigger. Its name must be in the list of properties. */
const valueOf = (context: IHookFunctions | IWebhookFunctions, name: Properties['name']): unknown =>
	context.getNodeParameter(name, undefined);

/** What starts the workflow ('Trigger On'): statuses in the order of the API document, then messages. */
export function chosenEvents(context: IHookFunctions | IWebhookFunctions): readonly WebhookEvent[] {
	const events = valueOf(context, 'events');
	return webhookEvents.filter((event) => Array.isArray(events) && events.includes(event));
}

/** Whether n8n registers the webhook at the service; else the user does. */
export const isAutomatic = (context: IHookFunctions): boolean => valueOf(context, 'registration') === 'automatic';

/** Which events start the workflow, and how they are put out. */
export function readEventChoice(context: IWebhookFunctions) {
	const given = valueOf(context, 'options');
	const options: Readonly<Partial<Record<FieldName<Properties, 'options'>, unknown>>> = isObject(given) ? given : {};
	const events = chosenEvents(context);
	const phoneNumberIds = listed(options.phoneNumberIds);
	return {
		takesMessages: events.includes('received'),
		/** One without a sending number starts the workflow too, since it may belong to any. */
		starts({ kind, event }: ReadStatus | ReadMessage): boolean {
			const { phone_number_id: id } = event;
			const isOfNumber = phoneNumberIds.size === 0 || id === null || phoneNumberIds.has(id);
			return isOfNumber && events.includes(kind === 'status' ? event.status : 'received');
		},
		ignoreDuplicates: options.ignoreDuplicates !== false,
		separateOutputs: options.separateOutputs === true,
		includePayload: options.includePayload === true,
	};
}

/** IDs as text with commas, or as a list from an expression. */
function listed(given: unknown): ReadonlySet<string> {
	const parts = (Array.isArray(given) ? given : [given ?? '']).flatMap((one) => String(one).split(','));
	return new Set(parts.map((id) => id.trim()).filter((id) => id !== ''));
}
