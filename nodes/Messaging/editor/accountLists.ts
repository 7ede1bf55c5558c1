import { type ILoadOptionsFunctions, isExpression } from 'n8n-workflow';

import { readSendingNumbers } from '../message/sendingNumber';
import { orThrow } from '../n8n/nodeError';
import { err, type Failure, maskFailure, ok, type Result } from '../api/failure';
import { canBeSent, readTemplates } from '../template/template';
import { hashOf } from '../text/hash';
import { text } from '../text/json';
import type { Mask } from '../text/mask';
import { connect, type Connection } from '../service/connection';
import { fetchPhoneNumberRecords, fetchTemplateRecords, type Records } from '../service/lists';

/**
 * The templates of the account, with the mask for what is shown of them, or why they can't be read. Values that are sent
 * back to the service must not be masked.
 */
export async function readAccountTemplates(context: ILoadOptionsFunctions) {
	const list = await load(context, 'templates', fetchTemplateRecords);
	return list.ok ? ok({ templates: readTemplates(list.value.records), mask: list.value.mask }) : list;
}

/** The templates of the account that can be sent, with the same mask. Throws where they can't be read. */
export async function accountTemplates(context: ILoadOptionsFunctions) {
	const { templates, mask } = orThrow(context.getNode(), await readAccountTemplates(context));
	return { templates: templates.filter(canBeSent), mask };
}

/** The sending numbers of the account, with the same mask. Throws where they can't be read. */
export async function accountSendingNumbers(context: ILoadOptionsFunctions) {
	const { records, mask } = orThrow(context.getNode(), await load(context, 'phoneNumbers', fetchPhoneNumberRecords));
	return { numbers: readSendingNumbers(records), mask };
}

/** The template that is chosen in the panel; undefined when there is none, or if an expression gives it. */
export function chosenTemplate(context: ILoadOptionsFunctions): string | undefined {
	const value = text(context.getCurrentNodeParameter('template', { extractValue: true }));
	return isExpression(value) ? undefined : value;
}

async function load(
	context: ILoadOptionsFunctions,
	name: 'templates' | 'phoneNumbers',
	fetch: (connection: Connection) => Records,
): Promise<Result<{ readonly records: readonly unknown[]; readonly mask: Mask }, Failure>> {
	const connection = await connect(context);
	if (!connection.ok) return connection;
	const { account, mask } = connection.value;
	const records = await recent.read(connection.value, account.paths[name], async () => await fetch(connection.value));
	return records.ok ? ok({ records: records.value, mask }) : err(maskFailure(records.error, mask));
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
