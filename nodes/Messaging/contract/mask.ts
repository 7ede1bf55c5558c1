import { isObject, readJson } from './json';

const masked = '***';

/**
 * A copy of a value in which a secret that a service echoes is replaced, in every string at any
 * depth. A value that doesn't hold it is given back as it is.
 */
export function maskSecret(value: unknown, secret: string): unknown {
	if (typeof value === 'string') return value.replaceAll(secret, masked);
	if (Array.isArray(value)) return value.map((one) => maskSecret(one, secret));
	if (!isObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, one]) => [key.replaceAll(secret, masked), maskSecret(one, secret)]),
	);
}

/** The same for a text, which stays JSON where it is JSON. */
export function maskInText(text: string, secret: string): string {
	if (!text.includes(secret)) return text;
	const body = readJson(text);
	return body.ok ? JSON.stringify(maskSecret(body.value, secret)) : text.replaceAll(secret, masked);
}
