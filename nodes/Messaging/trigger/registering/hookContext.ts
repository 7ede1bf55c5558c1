import type { IHookFunctions } from 'n8n-workflow';

import { nodeError } from '../../n8n/nodeError';
import { connect, type Connection } from '../../transport/connection';

/** The URL that the trigger listens at: its production URL, or its test URL while the editor listens. */
export function webhookUrlOf(context: IHookFunctions): string {
	return context.getNodeWebhookUrl('default') ?? '';
}

/** Opens the connection of the credential. Throws where the credential is not usable. */
export async function openConnection(context: IHookFunctions): Promise<Connection> {
	const connection = await connect(context);
	if (connection.ok) return connection.value;
	throw nodeError(context.getNode(), connection.error);
}
