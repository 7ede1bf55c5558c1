import { invalidInput, type Failure } from './failure';
import { firstText } from './json';
import { err, ok, type Result } from './result';

/**
 * Words joined by hyphens, or one that ends like a key. Narrower than HTTP on purpose: n8n's HTTP library
 * loses headers named like its groups (`get`, `common`) or like what every object has (`constructor`), and
 * no name in a program has a hyphen.
 */
const form = /^(\w+(-\w+)+|\w*(id|key|token|reference))$/i;

/** HTTP's own: a key in one of them is lost, or makes another request of it. */
const taken =
	/^(accept-.*|access-control-.*|cache-control|content-.*|http2-settings|if-.*|keep-alive|max-forwards|proxy-.*|sec-.*|set-cookie|transfer-encoding|upgrade-insecure-requests|user-agent|x-forwarded-.*|x-http-method(-override)?|x-method-override)$/i;

/**
 * Reads the name of the header that carries each message's key; undefined where none is given. A name
 * under which the key might not arrive is refused: messages would be sent again without it.
 */
export function readIdempotencyHeader(value: unknown): Result<string | undefined, Failure> {
	const name = firstText(value)?.trim();
	if (name === undefined || (form.test(name) && !taken.test(name))) return ok(name);
	return err(invalidInput(
		`'Idempotency Header' in the options cannot be used as a header: "${name}"`,
		"Give the name that the documentation of your service names, such as Idempotency-Key: words joined by hyphens, or one that ends in Key, Id, Token or Reference. Headers that HTTP uses itself can't carry a key.",
	));
}
