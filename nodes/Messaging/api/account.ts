import { withoutInvisible } from '../text/invisible';
import { firstText, isObject, type JsonObject } from '../text/json';
import { type Failure, invalidInput } from '../result/failure';
import { err, ok, readAll, type Result } from '../result/result';
import { holdsId, type PathId, readPath } from './path';
import { readBaseUrl } from './serviceAddress';

/** Default paths. That of `send` is the API document's, which does not show the others ("Endpoints"). */
export const defaultPaths = {
	send: '/v1/messaging/send',
	templates: '/v1/messaging/templates',
	phoneNumbers: '/v1/messaging/phone_numbers',
	media: '/v1/messaging/media',
	webhooks: '/v1/messaging/webhooks',
} as const;

export type PathName = keyof typeof defaultPaths;

/** A user's account at the service, as the credential describes it. */
export interface Account {
	/** Without a trailing slash. */
	readonly baseUrl: string;
	readonly apiKey: string;
	/** A path can hold IDs, such as `{phone_number_id}`, which `fillPath` fills in. */
	readonly paths: Readonly<Record<PathName, string>>;
}

/**
 * Reads the credential. n8n leaves out the fields that it doesn't show, so each has its default
 * here too.
 */
export function readAccount(credential: unknown): Result<Account, Failure> {
	const fields: JsonObject = isObject(credential) ? credential : {};
	const account = readAll({
		baseUrl: () => readBaseUrl(fields.baseUrl),
		apiKey: () => readApiKey(credential),
		paths: () => readPaths(fields),
	});
	const repeated = account.ok ? pathInBaseUrl(account.value) : undefined;
	return repeated === undefined ? account : err(repeated);
}

const segmentsOf = (path: string): string[] => path.split('/').filter((part) => part !== '');

/** A base URL that ends as a path begins, or in a whole path: each request would go to an address that has it twice. */
function pathInBaseUrl({ baseUrl, paths }: Account): Failure | undefined {
	const given = segmentsOf(new URL(baseUrl).pathname);
	for (const path of Object.values(paths)) {
		const own = segmentsOf(path);
		// Anything but a version may be there twice on purpose.
		const begin = /^v\d+$/i.test(own[0] ?? '') ? given.findIndex((part) => part.toLowerCase() === own[0]?.toLowerCase()) : -1;
		const end = given.slice(begin);
		if (begin === -1 || !own.every((part, place) => place >= end.length || part === end[place] || place === 0)) continue;
		return invalidInput(
			`'Base URL' in the Messaging API credential ends in /${end.join('/')}, which the paths begin with`,
			"Open the credential and remove it from 'Base URL': the address alone is needed, such as https://api.example.com. For a service with other paths, switch on 'Customize Endpoints'.",
		);
	}
	return undefined;
}

function readApiKey(credential: unknown): Result<string, Failure> {
	const apiKey = apiKeyOf(credential);
	if (apiKey === '') {
		return err(invalidInput(
			"'API Key' in the Messaging API credential is empty",
			'Open the credential and paste the API key that the service gave you.',
		));
	}
	if (/^bearer\s/i.test(apiKey)) {
		return err(invalidInput(
			"'API Key' in the Messaging API credential begins with Bearer, which is added by itself",
			'Open the credential and enter the API key alone, without that word.',
		));
	}
	if (/^[ -~]+$/.test(apiKey)) return ok(apiKey);
	return err(invalidInput(
		"'API Key' in the Messaging API credential holds a character that cannot be sent, such as a bullet or a letter with an accent",
		'Open the credential and copy the API key again, from where the service shows all of it.',
	));
}

/** The label of each path's field in the credential. */
export const pathLabels = {
	send: 'Send Path',
	templates: 'Templates Path',
	phoneNumbers: 'Sending Numbers Path',
	media: 'Media Path',
	webhooks: 'Webhooks Path',
} as const satisfies Record<PathName, string>;

/** The IDs that each path can hold: services put them there whose templates belong to a sending number, and files to a template. */
const idsIn: Readonly<Record<PathName, readonly PathId[]>> = {
	send: [],
	templates: ['phone_number_id'],
	phoneNumbers: [],
	media: ['phone_number_id', 'template_id'],
	webhooks: [],
};

/** Whether the account's templates belong to its sending numbers, so that each number has a list of its own. */
export const hasTemplatesByNumber = ({ paths }: Account): boolean => holdsId(paths.templates, 'phone_number_id');

/** A remedy for a request to a wrong address: which fields of the credential to check. */
export const addressRemedy = (path: PathName): string =>
	`Check 'Base URL' (without /v1) and, under 'Customize Endpoints', '${pathLabels[path]}' in the Messaging API credential`;

export const nothingThere = 'The service has nothing at this address';

/** The paths: the user's own if 'Customize Endpoints' is on, else the defaults. */
function readPaths(fields: JsonObject): Result<Account['paths'], Failure> {
	if (fields.customizeEndpoints !== true) return ok(defaultPaths);
	// Its field in the credential is named after its key.
	const read = (key: PathName) => () => {
		const given = firstText(fields[`${key}Path`]);
		return given === undefined ? ok(defaultPaths[key]) : readPath(pathLabels[key], given, idsIn[key]);
	};
	return readAll({ send: read('send'), templates: read('templates'), phoneNumbers: read('phoneNumbers'), media: read('media'), webhooks: read('webhooks') });
}

/**
 * The API key without characters that nobody sees. n8n's HTTP library drops most of them, so that the key would work, and
 * an echo of it would not be recognized. It drops visible ones too: those are refused when the account is read.
 */
export const apiKeyOf = (credential: unknown): string =>
	withoutInvisible(firstText(isObject(credential) ? credential.apiKey : undefined) ?? '');

/** The token that a service has to give before it registers the webhook URL, without characters that nobody sees; empty if there is none. */
export const verifyTokenOf = (credential: unknown): string =>
	withoutInvisible(firstText(isObject(credential) ? credential.verifyToken : undefined) ?? '');

/** The secrets of a credential: the API key, each line of the webhook secret, and the verify token. */
export const secretsOf = (credential: unknown): string[] =>
	[apiKeyOf(credential), ...webhookSecretLines(credential).flatMap(secretsInLine), verifyTokenOf(credential)].filter((secret) => secret !== '');

/** The trimmed lines of the webhook secret. Blank lines are kept, so that errors can name a line by its number. */
export const webhookSecretLines = (credential: unknown): string[] =>
	(firstText(isObject(credential) ? credential.webhookSecret : undefined) ?? '').split(/\r\n?|\n/).map((line) => line.trim());

/**
 * The secrets that a line may mean: what can be seen of it, and the line as it stands. Services sign with the bytes, and a
 * character that nobody sees may belong to an emoji in the secret.
 */
export const secretsInLine = (line: string): string[] => [...new Set([withoutInvisible(line), line])];
