import { type Failure, invalidInput } from '../result/failure';
import { err, ok, type Result } from '../result/result';
import { firstText } from '../text/json';

/**
 * Words joined by hyphens, or one word that ends in `id`, `key`, `token` or `reference`. Stricter than HTTP:
 * n8n's HTTP library loses headers named like its own header groups (`get`, `common`) or like a property of
 * every object (`constructor`).
 */
const form = /^(\w+(-\w+)+|\w*(id|key|token|reference))$/i;

/** Headers of HTTP itself: a Message Key in one of them would be lost or change the request. */
const taken =
	/^(accept-.*|access-control-.*|cache-control|content-.*|http2-settings|if-.*|keep-alive|max-forwards|proxy-.*|sec-.*|set-cookie|transfer-encoding|upgrade-insecure-requests|user-agent|x-forwarded-.*|x-http-method(-override)?|x-method-override)$/i;

/**
 * Reads the name of the header that carries each message's idempotency key; undefined if none is given.
 * A name under which the key might not arrive is refused: without the key, a retry could send a message twice.
 */
export function readIdempotencyHeader(value: unknown): Result<string | undefined, Failure> {
	const name = firstText(value)?.trim();
	if (name === undefined || (form.test(name) && !taken.test(name))) return ok(name);
	return err(invalidInput(
		`'Idempotency Header' in the options cannot be used as a header: "${name}"`,
		"Use the name in the documentation of your service, such as Idempotency-Key: words joined by hyphens, or one word that ends in Key, Id, Token or Reference. HTTP's own headers cannot be used.",
	));
}
