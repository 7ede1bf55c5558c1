import {
	ApplicationError,
	type IAuthenticateRuleResponseCode,
	type IAuthenticateRuleResponseSuccessBody,
	type Icon,
	type ICredentialDataDecryptedObject,
	type ICredentialTestRequest,
	type ICredentialType,
	type IHttpRequestOptions,
	type INodeProperties,
} from 'n8n-workflow';

import { apiKeyOf, defaultPaths, type PathName, nothingThere, pathLabels, readAccount } from '../nodes/Messaging/api/account';
import { uncoded } from '../nodes/Messaging/api/codes';
import type { Failure } from '../nodes/Messaging/result/failure';
import { signatureSchemes } from '../nodes/Messaging/webhook/signature';
import type { SignatureField, SignatureScheme } from '../nodes/Messaging/webhook/signatureScheme';
import { signatureDefaults } from '../nodes/Messaging/webhook/signatureSettings';

const pathField = (path: PathName, description: string): INodeProperties => ({
	displayName: pathLabels[path],
	name: `${path}Path`,
	type: 'string',
	default: defaultPaths[path],
	displayOptions: { show: { customizeEndpoints: [true] } },
	description,
});

/** Shows a field with the schemes that use it. */
const usedBySchemes = (isUsed: (scheme: SignatureScheme) => boolean) => ({
	show: { signatureScheme: Object.entries(signatureSchemes).flatMap(([name, scheme]) => (isUsed(scheme) ? [name] : [])) },
});

const usesField = (field: SignatureField) => usedBySchemes(({ fields }) => fields.includes(field));

const atStatus = (value: number, message: string): IAuthenticateRuleResponseCode => ({ type: 'responseCode', properties: { value, message } });

/** The body is text, so that n8n reads a list without a name too: the key says which of its characters. */
const atCharacter = (key: string, value: unknown, message: string): IAuthenticateRuleResponseSuccessBody => ({ type: 'responseSuccessBody', properties: { key, value, message } });

const addressFields = `and, under 'Customize Endpoints', '${pathLabels.phoneNumbers}'.`;
const webPage = `The response is a web page, not a list of sending numbers. Check 'Base URL' (the address of the service's API) ${addressFields}`;
const redirected =
	"The service is at another address: it responded with a redirect, and the API key is not sent there. Check whether 'Base URL' must begin with https:// or name another host.";

/** A failure as one text, which n8n shows below the open credential. */
const explain = ({ message, description }: Failure): string =>
	`${message}. ${description}`
		.replaceAll(' in the Messaging API credential', '')
		.replaceAll(/Open the credential and (\w)/g, (_words, letter: string) => letter.toUpperCase());

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
				'The address of the messaging service, beginning with https:// and without /v1. If the connection test shows a code such as ENOTFOUND, no service answers there.',
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
			description: 'Whether to change the paths of the service, for one that has them elsewhere',
		},
		pathField('send', 'Where the service takes template messages; texts go to /text below it, and media to /media. The connection test does not try it, because that would send a message. A dry run shows the whole path.'),
		pathField('templates', 'Where the service lists the templates. If each sending number has a list of its own, write {phone_number_id} in place of its ID.'),
		pathField('phoneNumbers', 'Where the service lists the sending numbers; the connection test reads it too'),
		pathField('media', 'Where the service accepts media uploads. The path can hold {phone_number_id} and {template_id} in place of the IDs.'),
		pathField('webhooks', 'Where the service registers webhooks'),
		{
			displayName: 'For the Messaging Trigger only: how the service signs its webhooks. The Messaging node does not use it.',
			name: 'triggerNotice',
			type: 'notice',
			default: '',
		},
		{
			displayName: 'Webhook Signature',
			name: 'signatureScheme',
			type: 'options',
			default: signatureDefaults.scheme,
			options: Object.entries(signatureSchemes).map(([value, { label, description }]) => ({ name: label, value, description })),
			description: 'How the service signs its delivery-status webhooks. See the documentation of the service.',
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
			displayOptions: usesField('webhookSecret'),
			description:
				'The secret that the service signs webhooks with. To change the secret, put the new one on line 1 and the old one on line 2 until the service uses the new one. Without a secret the Messaging Trigger refuses every webhook.',
		},
		{
			displayName: 'Signature Header',
			name: 'signatureHeader',
			type: 'string',
			default: signatureDefaults.header,
			placeholder: 'e.g. X-Webhook-Signature',
			displayOptions: usesField('signatureHeader'),
			description: 'The header that carries the signature or the shared secret',
		},
		{
			displayName: 'Signature Prefix',
			name: 'signaturePrefix',
			type: 'string',
			default: signatureDefaults.prefix,
			placeholder: 'e.g. sha256=',
			displayOptions: usesField('signaturePrefix'),
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
			displayOptions: usesField('signatureEncoding'),
			description: 'How the signature is written',
		},
		{
			displayName: 'Signature Tolerance',
			name: 'signatureTolerance',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: signatureDefaults.toleranceSeconds,
			displayOptions: usedBySchemes(({ signs }) => signs.includes('time')),
			description: 'How many seconds the time in a signature may differ from now, in either direction',
		},
		{
			displayName: 'Verify Token',
			name: 'verifyToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				"For a service that first asks the webhook URL for a token: any text of yours. Enter the same text at the service, together with the trigger's URL, once the workflow is published. Without a token such questions are refused.",
		},
	];

	/**
	 * Reads the sending numbers when a user saves the credential. A redirect is not followed, so that the API key goes
	 * nowhere else. If no response comes, n8n shows the code of the connection alone, such as ENOTFOUND.
	 */
	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{ $credentials.baseUrl }}',
			url: defaultPaths.phoneNumbers,
			headers: { accept: 'application/json' },
			encoding: 'text',
			disableFollowRedirect: true,
		},
		// n8n reads rules of both kinds in one list; its type knows lists of one kind alone.
		rules: [
			atStatus(401, `${uncoded.authentication.message}. Check 'API Key' for a missing character, or create a new API key.`),
			atStatus(403, 'The service knows the API key, but the API key may not list sending numbers. Give it that right at the service.'),
			atStatus(404, `${nothingThere}. Check 'Base URL' (without /v1) ${addressFields}`),
			...[301, 302, 303, 307, 308].map((status) => atStatus(status, redirected)),
			// The second one too: pages often begin with a line break or a byte order mark.
			...['0', '1'].map((place) => atCharacter(place, '<', webPage)),
			atCharacter('length', 0, `The response is empty. Check 'Base URL' ${addressFields}`),
		] as IAuthenticateRuleResponseCode[],
	};

	/** A function, since n8n would evaluate the expression of a generic block for each request. */
	authenticate = async (
		credential: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		const headers = { ...request.headers, Authorization: `Bearer ${apiKeyOf(credential)}` };
		// Only the test above has one: as it was typed, which the node would read in its own way or refuse.
		if (request.baseURL === undefined) return { ...request, headers };
		const account = readAccount(credential);
		if (!account.ok) throw new ApplicationError(explain(account.error));
		const { baseUrl, paths } = account.value;
		// The time-out too: n8n replaces that of a test by five minutes.
		return { ...request, baseURL: baseUrl, url: paths.phoneNumbers, headers, timeout: 30_000 };
	};
}
