import { signatureSchemes } from '../../nodes/Messaging/webhook/signature';
import { signatureDefaults } from '../../nodes/Messaging/webhook/signatureSettings';
import type { SignatureChoice } from '../settings';
import type { Registration } from './registration';

/**
 * The headers that sign a webhook; none where the registration has no secret. What the registration
 * leaves out is taken from `usual`. `now` is real time in milliseconds, since a receiver compares it with
 * its own clock.
 */
export function sign(
	{ secret, signature: own }: Registration,
	usual: SignatureChoice,
	body: string,
	now: number,
	webhookId: string,
): Record<string, string> {
	if (secret === undefined) return {};
	const settings = {
		secrets: [secret],
		header: own?.header ?? usual.header,
		prefix: own?.prefix ?? usual.prefix,
		encoding: own?.encoding ?? usual.encoding,
		// Only a receiver compares times: signing doesn't use this.
		toleranceSeconds: signatureDefaults.toleranceSeconds,
	};
	const scheme = signatureSchemes[own?.scheme ?? usual.scheme];
	return scheme.sign(settings, new TextEncoder().encode(body), now, webhookId);
}
