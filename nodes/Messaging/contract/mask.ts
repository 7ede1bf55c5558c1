import { isObject, readJson } from './json';

const masked = '***';

/**
 * A copy of a value in which a secret that a service echoes is replaced, in every string at any
 * depth. A value that doesn't hold it is given back as it is.
 */
export function maskSecret(value: unknown, secret: string): unknown {
	if (!holds(value, secret)) return value;
	if (typeof value === 'string') return value.replaceAll(secret, masked);
	if (Array.isArray(value)) return value.map((one) => maskSecret(one, secret));
	if (!isObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, one]) => [key.replaceAll(secret, masked), maskSecret(one, secret)]),
	);
}

function holds(value: unknown, secret: string): boolean {
	if (typeof value === 'string') return value.includes(secret);
	if (typeof value !== 'object' || value === null) return false;
	for (const [key, one] of Object.entries(value)) if (key.includes(secret) || holds(one, secret)) return true;
	return false;
}

/** The same for a text, which stays JSON where it is JSON. */
export function maskInText(text: string, secret: string): string {
	// JSON may hold it with escapes: some services write slashes or plus signs so.
	if (!text.includes(secret) && !text.includes('\\')) return text;
	const body = readJson(text);
	if (!body.ok) return text.replaceAll(secret, masked);
	const copy = JSON.stringify(maskSecret(body.value, secret));
	return copy === JSON.stringify(body.value) ? text : copy;
}
