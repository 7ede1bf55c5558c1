import { secretsInLine, webhookSecretLines } from '../api/account';
import { isInvisible, withoutInvisible } from '../text/invisible';
import { isObject, type JsonObject, numberOf, text } from '../text/json';
import { isUsableSecret, type SignatureSchemeName, signatureSchemes } from './signature';
import type { SignatureSettings } from './signatureScheme';

/** The defaults of the credential's fields. */
export const signatureDefaults = {
	scheme: 'hmacSha256',
	header: 'X-Webhook-Signature',
	prefix: '',
	encoding: 'hex',
	toleranceSeconds: 300,
} as const;

const isScheme = (name: unknown): name is SignatureSchemeName =>
	typeof name === 'string' && Object.hasOwn(signatureSchemes, name);

export type Signature = ReturnType<typeof readSignature>;

/** Reads how webhooks are signed. An unknown scheme counts as the default. */
export function readSignature(credential: unknown) {
	const fields: JsonObject = isObject(credential) ? credential : {};
	const tolerance = numberOf(fields.signatureTolerance);
	const scheme = isScheme(fields.signatureScheme) ? fields.signatureScheme : signatureDefaults.scheme;
	const lines = webhookSecretLines(credential);
	const settings: SignatureSettings = {
		secrets: lines.flatMap(secretsInLine).filter((secret) => !isInvisible(secret)),
		header: withoutInvisible(text(fields.signatureHeader) ?? '') || signatureDefaults.header,
		prefix: withoutInvisible(text(fields.signaturePrefix) ?? signatureDefaults.prefix),
		encoding: fields.signatureEncoding === 'base64' ? 'base64' : signatureDefaults.encoding,
		toleranceSeconds: Number.isFinite(tolerance) ? Math.max(0, tolerance) : signatureDefaults.toleranceSeconds,
	};
	return {
		scheme,
		settings,
		/** The numbers of the lines of 'Webhook Secret' that are no key of the scheme. Counts from 1, with blank lines. */
		unusableLines: lines.flatMap((line, place) =>
			isInvisible(line) || secretsInLine(line).some((secret) => isUsableSecret(scheme, secret)) ? [] : [place + 1],
		),
	};
}

/** Line numbers in words: `line 2`, `lines 1, 3`. */
export const describeLines = (lines: readonly number[]): string =>
	`${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}`;
