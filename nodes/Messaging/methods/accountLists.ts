import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { secretsOf } from '../contract/account';
import { maskFailure, type Failure } from '../contract/failure';
import { text } from '../contract/json';
import { maskFor, type Mask } from '../contract/mask/mask';
import { readSendingNumbers, type SendingNumber } from '../contract/message/sendingNumber';
import { err, ok, type Result } from '../contract/result';
import { canBeSent, readTemplates, type Template } from '../contract/template/template';
import { orThrow } from '../n8n/nodeError';
import { connect, type Connection } from '../transport/connection';
import { fetchPhoneNumberRecords, fetchTemplateRecords, type Records } from '../transport/lists';
import { RecentLists } from './recentLists';

const recent = new RecentLists(Date.now);

/** The templates of the account, or why they can't be read. */
export async function readAccountTemplates(
	context: ILoadOptionsFunctions,
): Promise<Result<readonly Template[], Failure>> {
	const records = await load(context, 'templates', fetchTemplateRecords);
	return records.ok ? ok(readTemplates(records.value)) : records;
}

/** The templates of the account that can be sent. Throws where they can't be read. */
export async function accountTemplates(context: ILoadOptionsFunctions): Promise<readonly Template[]> {
	return orThrow(context.getNode(), await readAccountTemplates(context)).filter(canBeSent);
}

/** The sending numbers of the account. Throws where they can't be read. */
export async function accountSendingNumbers(
	context: ILoadOptionsFunctions,
): Promise<readonly SendingNumber[]> {
	return readSendingNumbers(orThrow(context.getNode(), await load(context, 'phoneNumbers', fetchPhoneNumberRecords)));
}

/** The mask for texts that lists show. Values that are sent back to the service must not be masked. */
export const accountMask = async (context: ILoadOptionsFunctions): Promise<Mask> =>
	maskFor(secretsOf(await context.getCredentials('messagingApi')));

/** The template that is chosen in the panel; undefined when there is none, or where an expression gives it. */
export function chosenTemplate(context: ILoadOptionsFunctions): string | undefined {
	const value = text(context.getCurrentNodeParameter('template', { extractValue: true }));
	return value?.startsWith('=') === true ? undefined : value;
}

async function load(
	context: ILoadOptionsFunctions,
	name: 'templates' | 'phoneNumbers',
	fetch: (connection: Connection) => Records,
): Records {
	const connection = await connect(context);
	if (!connection.ok) return err(connection.error);
	const path = connection.value.account.paths[name];
	const records = await recent.read(connection.value, path, async () => await fetch(connection.value));
	return records.ok ? records : err(maskFailure(records.error, connection.value.mask));
}
