import { invalidInput, type Failure } from './failure';
import { firstText, isObject, type JsonObject } from './json';
import { err, ok, type Result } from './result';
import { readBaseUrl, readPath } from './serviceAddress';
import {
	isUsableSecret,
	signatureSchemes,
	type SignatureSchemeName,
	type SignatureSettings,
} from './signature';

/** The endpoints that the API document does not show, each with its default. */
export const defaultPaths = {
	templates: '/v1/messaging/templates',
	phoneNumbers: '/v1/messaging/phone_numbers',
	media: '/v1/messaging/media',
	webhooks: '/v1/messaging/webhooks',
} as const;

export type ListedPath = keyof typeof defaultPaths;

/** A user's account at the service, as the credential describes it. */
export interface Account {
	/** Without a trailing slash. */
	readonly baseUrl: string;
	readonly apiKey: string;
	readonly paths: Readonly<Record<ListedPath, string>>;
}

/**
 * Reads the credential. n8n leaves out the fields that it doesn't show, so each has its default
 * here too.
 */
export function readAccount(credential: unknown): Result<Account, Failure> {
	const fields: JsonObject = isObject(credential) ? credential : {};
	const baseUrl = readBaseUrl(fields.baseUrl);
	if (!baseUrl.ok) return baseUrl;
	const apiKey = firstText(fields.apiKey)?.trim();
	if (apiKey === undefined) {
		return err(invalidInput(
			"'API Key' in the Messaging API credential is empty",
			'Open the credential and paste the key that the service gave you.',
		));
	}
	const paths = readPaths(fields);
	return paths.ok ? ok({ baseUrl: baseUrl.value, apiKey, paths: paths.value }) : paths;
}

/** The fields of the paths and their labels in the credential's form. */
const pathFields: Readonly<Record<ListedPath, readonly [name: string, label: string]>> = {
	templates: ['templatesPath', 'Templates Path'],
	phoneNumbers: ['phoneNumbersPath', 'Phone Numbers Path'],
	media: ['mediaPath', 'Media Path'],
	webhooks: ['webhooksPath', 'Webhooks Path'],
};

/** The default paths, with those that the user has changed. */
function readPaths(fields: JsonObject): Result<Account['paths'], Failure> {
	const paths: Record<ListedPath, string> = { ...defaultPaths };
	if (fields.customizeEndpoints !== true) return ok(paths);
	for (const key of ['templates', 'phoneNumbers', 'media', 'webhooks'] as const) {
		const [name, label] = pathFields[key];
		const given = firstText(fields[name]);
		const path = given === undefined ? ok(defaultPaths[key]) : readPath(label, given);
		if (!path.ok) return path;
		paths[key] = path.value;
	}
	return ok(paths);
}

/** All that a credential holds and nobody may see: the API key, and each line of the webhook secret. */
export function secretsOf(credential: unknown): string[] {
	const apiKey = isObject(credential) ? firstText(credential.apiKey) : undefined;
	return [...(apiKey === undefined ? [] : [apiKey]), ...readSignature(credential).settings.secrets];
}

const isScheme = (name: unknown): name is SignatureSchemeName =>
	typeof name === 'string' && Object.hasOwn(signatureSchemes, name);

/** How the credential says that webhooks are signed. */
export interface Signature {
	readonly scheme: SignatureSchemeName;
	readonly settings: SignatureSettings;
	/** The lines of 'Webhook Secret', from 1 and blank ones counted, that are no key of the scheme. */
	readonly unusableLines: readonly number[];
}

/** Reads how webhooks are signed; an unknown scheme reads as the default one. */
export function readSignature(credential: unknown): Signature {
	const fields: JsonObject = isObject(credential) ? credential : {};
	const tolerance = Number(firstText(fields.signatureTolerance) ?? NaN);
	const scheme = isScheme(fields.signatureScheme) ? fields.signatureScheme : 'hmacSha256';
	const lines = (firstText(fields.webhookSecret) ?? '').split(/\r?\n/).map((line) => line.trim());
	return {
		scheme,
		settings: {
			secrets: lines.filter((line) => line !== ''),
			header: firstText(fields.signatureHeader)?.trim() ?? 'X-Webhook-Signature',
			prefix: firstText(fields.signaturePrefix)?.trim() ?? '',
			encoding: fields.signatureEncoding === 'base64' ? 'base64' : 'hex',
			toleranceSeconds: Number.isFinite(tolerance) ? Math.max(0, tolerance) : 300,
		},
		unusableLines: lines.flatMap((line, place) =>
			line === '' || isUsableSecret(scheme, line) ? [] : [place + 1],
		),
	};
}
