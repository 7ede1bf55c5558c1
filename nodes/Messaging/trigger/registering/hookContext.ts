import type { IHookFunctions } from 'n8n-workflow';

import { orThrow } from '../../n8n/nodeError';
import { connect, type Connection } from '../../transport/connection';

/** The URL that the trigger listens at: its production URL, or its test URL while the editor listens. */
export function webhookUrlOf(context: IHookFunctions): string {
	return context.getNodeWebhookUrl('default') ?? '';
}

/** Opens the connection of the credential. Throws where the credential is not usable. */
export async function openConnection(context: IHookFunctions): Promise<Connection> {
	return orThrow(context.getNode(), await connect(context));
}
