import { webhookSecretLines } from '../account';
import { firstText, isObject, type JsonObject } from '../json';
import { isUsableSecret, signatureSchemes, type SignatureSchemeName, type SignatureSettings } from './signature';

/** What holds where the credential says nothing; its form shows the same. */
export const signatureDefaults = {
	scheme: 'hmacSha256',
	header: 'X-Webhook-Signature',
	prefix: '',
	encoding: 'hex',
	toleranceSeconds: 300,
} as const;

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
	const scheme = isScheme(fields.signatureScheme) ? fields.signatureScheme : signatureDefaults.scheme;
	const lines = webhookSecretLines(credential);
	return {
		scheme,
		settings: {
			secrets: lines.filter((line) => line !== ''),
			header: firstText(fields.signatureHeader)?.trim() ?? signatureDefaults.header,
			prefix: firstText(fields.signaturePrefix)?.trim() ?? signatureDefaults.prefix,
			encoding: fields.signatureEncoding === 'base64' ? 'base64' : signatureDefaults.encoding,
			toleranceSeconds: Number.isFinite(tolerance) ? Math.max(0, tolerance) : signatureDefaults.toleranceSeconds,
		},
		unusableLines: lines.flatMap((line, place) =>
			line === '' || isUsableSecret(scheme, line) ? [] : [place + 1],
		),
	};
}
