import type { IHookFunctions } from 'n8n-workflow';

import { nodeError } from '../../n8n/nodeError';
import { connect, type Connection } from '../../transport/connection';

/** Whether n8n registers the webhook at the service, or the user does. */
export const isAutomatic = (context: IHookFunctions): boolean =>
	context.getNodeParameter('registration', 'manual') === 'automatic';

/** Where the trigger listens at the moment: its production URL, or its test URL while the editor listens. */
export function urlOf(context: IHookFunctions): string {
	return context.getNodeWebhookUrl('default') ?? '';
}

/** Opens the connection of the credential; throws where it holds no account. */
export async function openConnection(context: IHookFunctions): Promise<Connection> {
	const connection = await connect(context);
	if (connection.ok) return connection.value;
	throw nodeError(context.getNode(), connection.error);
}
