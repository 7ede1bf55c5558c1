import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { apiKeyOf, defaultPaths, pathLabels } from '../nodes/Messaging/api/account';
import type { SignatureSchemeName } from '../nodes/Messaging/webhook/signature';
import { signatureDefaults } from '../nodes/Messaging/webhook/signatureSettings';

interface Scheme {
	readonly name: string;
	readonly description: string;
	/** The credential's fields that the scheme uses. */
	readonly fields: readonly SignatureField[];
}

type SignatureField = 'webhookSecret' | 'signatureHeader' | 'signaturePrefix' | 'signatureEncoding' | 'signatureTolerance';

/** The schemes in the order of their labels. A scheme without a label or its fields does not compile. */
const schemes: Record<SignatureSchemeName, Scheme> = {
	hmacSha256: {
		name: 'HMAC SHA-256',
		description: 'A header carries the HMAC of the body; the most common way',
		fields: ['webhookSecret', 'signatureHeader', 'signaturePrefix', 'signatureEncoding'],
	},
	timestampedHmac: {
		name: 'HMAC SHA-256 with Timestamp',
		description: 'A header such as t=1790000000,v1=5257a8…',
		fields: ['webhookSecret', 'signatureHeader', 'signaturePrefix', 'signatureTolerance'],
	},
	none: {
		name: 'None',
		description: 'Webhooks are not verified: anyone who knows the URL can start the workflow',
		fields: [],
	},
	sharedSecret: {
		name: 'Shared Secret',
		description: 'A header carries the secret itself',
		fields: ['webhookSecret', 'signatureHeader', 'signaturePrefix'],
	},
	standardWebhooks: {
		name: 'Standard Webhooks',
		description: 'The headers webhook-id, webhook-timestamp and webhook-signature, also as svix-…',
		fields: ['webhookSecret', 'signatureTolerance'],
	},
};

const customized = { show: { customizeEndpoints: [true] } };

/** Shows a field with the schemes that use it. */
const usedBySchemes = (field: SignatureField) => ({
	show: { signatureScheme: Object.entries(schemes).flatMap(([name, { fields }]) => (fields.includes(field) ? [name] : [])) },
});

export class MessagingApi implements ICredentialType {
	name = 'messagingApi';

	displayName = 'Messaging API';

	icon: Icon = { light: 'file:../icons/messaging.svg', dark: 'file:../icons/messaging.dark.svg' };

	documentationUrl =
		'https://github.com/n8n-nodes-messaging/n8n-nodes-messaging#set-up-the-credential';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://api.example.com',
			description:
				'The address of the messaging service, beginning with https:// and without /v1',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'The API key of your account at the service',
		},
		{
			displayName: 'Customize Endpoints',
			name: 'customizeEndpoints',
			type: 'boolean',
			default: false,
			description: 'Whether to change the paths of lists, uploads and webhooks, for a service that has them elsewhere',
		},
		{
			displayName: pathLabels.templates,
			name: 'templatesPath',
			type: 'string',
			default: defaultPaths.templates,
			displayOptions: customized,
			description: 'Where the service lists the templates of the account',
		},
		{
			displayName: pathLabels.phoneNumbers,
			name: 'phoneNumbersPath',
			type: 'string',
			default: defaultPaths.phoneNumbers,
			displayOptions: customized,
			description: 'Where the service lists the sending numbers; the connection test reads it too',
		},
		{
			displayName: pathLabels.media,
			name: 'mediaPath',
			type: 'string',
			default: defaultPaths.media,
			displayOptions: customized,
			description: 'Where the service accepts media uploads',
		},
		{
			displayName: pathLabels.webhooks,
			name: 'webhooksPath',
			type: 'string',
			default: defaultPaths.webhooks,
			displayOptions: customized,
			description: 'Where the service registers webhooks',
		},
		{
			displayName: 'Webhook Signature',
			name: 'signatureScheme',
			type: 'options',
			default: signatureDefaults.scheme,
			options: Object.entries(schemes).map(([value, { name, description }]) => ({ name, value, description })),
			description: 'How the service signs its delivery-status webhooks. See the documentation of the service. Only the Messaging Trigger uses it.',
		},
		{
			displayName:
				'Webhooks are not verified. Anyone who learns the webhook URL can report any status and start your workflows.',
			name: 'unsignedNotice',
			type: 'notice',
			default: '',
			displayOptions: { show: { signatureScheme: ['none'] } },
		},
		{
			displayName: 'Webhook Secret',
			name: 'webhookSecret',
			type: 'string',
			typeOptions: { password: true, rows: 3 },
			default: '',
			displayOptions: usedBySchemes('webhookSecret'),
			description:
				'The secret that the service signs webhooks with. To change the secret, put the new one on line 1 and the old one on line 2 until the service uses the new one. Without a secret the Messaging Trigger refuses every webhook.',
		},
		{
			displayName: 'Signature Header',
			name: 'signatureHeader',
			type: 'string',
			default: signatureDefaults.header,
			placeholder: 'e.g. X-Webhook-Signature',
			displayOptions: usedBySchemes('signatureHeader'),
			description: 'The header that carries the signature or the shared secret',
		},
		{
			displayName: 'Signature Prefix',
			name: 'signaturePrefix',
			type: 'string',
			default: signatureDefaults.prefix,
			placeholder: 'e.g. sha256=',
			displayOptions: usedBySchemes('signaturePrefix'),
			description: 'Text before the signature in its header, if there is any',
		},
		{
			displayName: 'Signature Encoding',
			name: 'signatureEncoding',
			type: 'options',
			default: signatureDefaults.encoding,
			options: [
				{ name: 'Base64', value: 'base64' },
				{ name: 'Hex', value: 'hex' },
			],
			displayOptions: usedBySchemes('signatureEncoding'),
			description: 'How the signature is written',
		},
		{
			displayName: 'Signature Tolerance',
			name: 'signatureTolerance',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: signatureDefaults.toleranceSeconds,
			displayOptions: usedBySchemes('signatureTolerance'),
			description: 'How many seconds the time in a signature may differ from now, in either direction',
		},
	];

	/** A function, since n8n would evaluate the expression of a generic block for each request. */
	authenticate = async (
		credential: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => ({
		...request,
		headers: { ...request.headers, Authorization: `Bearer ${apiKeyOf(credential)}` },
	});
}
