import { type ILoadOptionsFunctions, isExpression } from 'n8n-workflow';

import { readSendingNumbers, type SendingNumber } from '../message/sendingNumber';
import { orThrow } from '../n8n/nodeError';
import { secretsOf } from '../api/account';
import { err, type Failure, maskFailure, ok, type Result } from '../api/failure';
import { canBeSent, readTemplates, type Template } from '../template/template';
import { hashOf } from '../text/hash';
import { text } from '../text/json';
import { type Mask, maskFor } from '../text/mask';
import { connect, type Connection } from '../service/connection';
import { fetchPhoneNumberRecords, fetchTemplateRecords, type Records } from '../service/lists';

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

/** The template that is chosen in the panel; undefined when there is none, or if an expression gives it. */
export function chosenTemplate(context: ILoadOptionsFunctions): string | undefined {
	const value = text(context.getCurrentNodeParameter('template', { extractValue: true }));
	return isExpression(value) ? undefined : value;
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

/**
 * How long a list is reused without a new request, in milliseconds. Long enough that templates, languages
 * and fields need one request; short enough that a refresh shows new templates.
 */
const freshFor = 10_000;

/** Lists that the editor has just read, for each base URL and API key. Runs of the node don't use them. */
export class RecentLists {
	private readonly lists = new Map<string, { readonly until: number; readonly list: Records }>();

	/** `now` gives the time in milliseconds. */
	constructor(private readonly now: () => number) {}

	/** The list as it was read a moment ago, else the result of `fetch`. Failures are not kept. */
	async read({ account }: Connection, path: string, fetch: () => Records): Records {
		const now = this.now();
		for (const [key, { until }] of this.lists) if (until <= now) this.lists.delete(key);

		const owner = hashOf('hex', account.apiKey);
		const key = JSON.stringify([account.baseUrl, path, owner]);
		const known = this.lists.get(key);
		if (known !== undefined) return await known.list;

		const list = fetch();
		this.lists.set(key, { until: now + freshFor, list });
		const read = await list;
		if (!read.ok) this.lists.delete(key);
		return read;
	}
}

const recent = new RecentLists(Date.now);
