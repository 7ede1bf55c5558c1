import type { Sandbox } from '../parts/sandbox';
import type { Request } from '../state/message';

/** Answers checked requests that came with the test key. Nothing becomes of them but a line of the ledger. */
export function createSimulation({ clock, simulated }: Sandbox) {
	let last = 0;
	return (request: Request, idempotencyKey: string | null) => {
		// Two messages of one millisecond have different IDs too.
		last = Math.max(clock.now(), last + 1);
		const { to, phone_number_id } = request.body;
		const message_id = `sandbox_${last}`;
		const template_name = request.kind === 'template' ? request.body.template_name : null;
		const at = new Date(last).toISOString();
		simulated.add({ message_id, kind: request.kind, to, phone_number_id, template_name, idempotency_key: idempotencyKey, at });
		return {
			sandbox: true,
			message_id,
			status: 'simulated',
			note: 'The message was checked, but not sent: a test key only simulates.',
			to,
			...(template_name === null ? {} : { template: template_name }),
		};
	};
}
