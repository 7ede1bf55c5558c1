/** The fewest bytes of a key. The specification asks for 24, but some services give fewer. */
const leastKeyBytes = 16;

/** The secret without the optional prefix `whsec_`. */
const keyText = (secret: string): string => secret.trim().replace(/^whsec_/, '');

/**
 * Reads the key of a Standard Webhooks secret, with or without the prefix `whsec_`. A key is base64 in the
 * standard alphabet, with full padding or none, of at least 16 bytes; undefined for anything else. The
 * URL-safe alphabet is refused, as in the reference libraries: plain words would otherwise count as a key.
 */
export function standardKey(secret: string): Buffer | undefined {
	const digits = /^([A-Za-z0-9+/]*)(={0,2})$/.exec(keyText(secret));
	const [whole = '', text = '', padding = ''] = digits ?? [];
	if (text.length % 4 === 1 || (padding !== '' && whole.length % 4 !== 0)) return undefined;
	const key = Buffer.from(text, 'base64');
	return key.length >= leastKeyBytes ? key : undefined;
}
