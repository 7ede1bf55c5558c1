/** Bytes that a key holds at least; fewer than the 24 of the specification, since some services give fewer. */
const leastKeyBytes = 16;

/** What a secret says behind the `whsec_` that may stand before it. */
export const keyText = (secret: string): string => secret.trim().replace(/^whsec_/, '');

/**
 * Reads the key of a Standard Webhooks secret, with or without `whsec_` before it. Undefined for what is
 * no key: anything but base64 in its standard alphabet (padded, or without any padding) of at least 16
 * bytes. The URL-safe alphabet is refused as the reference libraries do: with it a line of words would pass
 * for a key that anyone can read.
 */
export function standardKey(secret: string): Buffer | undefined {
	const digits = /^([A-Za-z0-9+/]*)(={0,2})$/.exec(keyText(secret));
	const [whole = '', text = '', padding = ''] = digits ?? [];
	if (text.length % 4 === 1 || (padding !== '' && whole.length % 4 !== 0)) return undefined;
	const key = Buffer.from(text, 'base64');
	return key.length >= leastKeyBytes ? key : undefined;
}
