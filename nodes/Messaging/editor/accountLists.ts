import { type ILoadOptionsFunctions, isExpression } from 'n8n-workflow';

import { readSendingNumbers } from '../request/sendingNumber';
import { orThrow } from '../n8n/nodeError';
import { hasTemplatesByNumber } from '../api/account';
import { type Failure, invalidInput, maskFailure } from '../result/failure';
import { err, ok, type Result } from '../result/result';
import { canBeSent, readTemplates } from '../template/template';
import { hashOf } from '../text/hash';
import { text } from '../text/json';
import { connect, type Connection } from '../service/connection';
import { fetchPhoneNumberRecords, fetchTemplateRecords, type Records } from '../service/lists';

/**
 * The templates of the account, or of the chosen sending number if each has a list of its own, with the mask for what is
 * shown of them, or why they can't be read. Values that are sent back to the service must not be masked.
 */
export async function readAccountTemplates(context: ILoadOptionsFunctions) {
	const connection = await connect(context);
	if (!connection.ok) return connection;
	const isByNumber = hasTemplatesByNumber(connection.value.account);
	const number = isByNumber ? await chosenNumber(context, connection.value) : ok(undefined);
	if (!number.ok) return number;
	const records = await load(connection.value, 'templates', async (one) => await fetchTemplateRecords(one, number.value), number.value);
	return records.ok ? ok({ templates: readTemplates(records.value), mask: connection.value.mask }) : records;
}

/** The sending number that is chosen in the panel, else the only one of the account; undefined if there are several. */
async function chosenNumber(context: ILoadOptionsFunctions, connection: Connection): Promise<Result<string | undefined, Failure>> {
	const value = text(context.getCurrentNodeParameter('phoneNumberId', { extractValue: true }));
	if (isExpression(value)) return err(numberByExpression);
	if (value !== undefined) return ok(value);
	const records = await load(connection, 'phoneNumbers', fetchPhoneNumberRecords);
	if (!records.ok) return records;
	const [only, ...others] = readSendingNumbers(records.value);
	return ok(others.length === 0 ? only?.id : undefined);
}

const numberByExpression = invalidInput(
	"'Sending Number' is an expression, so that nobody knows yet whose templates to list",
	"Choose a sending number from the list until the template is chosen and filled in, and then change it back.",
);

/** The templates of the account that can be sent, with the same mask. Throws where they can't be read. */
export async function accountTemplates(context: ILoadOptionsFunctions) {
	const { templates, mask } = orThrow(context.getNode(), await readAccountTemplates(context));
	return { templates: templates.filter(canBeSent), mask };
}

/** The sending numbers of the account, with the same mask. Throws where they can't be read. */
export async function accountSendingNumbers(context: ILoadOptionsFunctions) {
	const connection = orThrow(context.getNode(), await connect(context));
	const records = orThrow(context.getNode(), await load(connection, 'phoneNumbers', fetchPhoneNumberRecords));
	return { numbers: readSendingNumbers(records), mask: connection.mask };
}

/** The template that is chosen in the panel; undefined when there is none, or if an expression gives it. */
export function chosenTemplate(context: ILoadOptionsFunctions): string | undefined {
	const value = text(context.getCurrentNodeParameter('template', { extractValue: true }));
	return isExpression(value) ? undefined : value;
}

/** Reads a list, or gives it as it was a moment ago. `owner` is the sending number that it belongs to, if it is not the account's. */
async function load(connection: Connection, name: 'templates' | 'phoneNumbers', fetch: (connection: Connection) => Records, owner = ''): Records {
	const records = await recent.read(connection, `${connection.account.paths[name]} ${owner}`, async () => await fetch(connection));
	return records.ok ? records : err(maskFailure(records.error, connection.mask));
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
	async read({ account }: Connection, list: string, fetch: () => Records): Records {
		const now = this.now();
		for (const [key, { until }] of this.lists) if (until <= now) this.lists.delete(key);

		const owner = hashOf('hex', account.apiKey);
		const key = JSON.stringify([account.baseUrl, list, owner]);
		const known = this.lists.get(key);
		if (known !== undefined) return await known.list;

		const records = fetch();
		this.lists.set(key, { until: now + freshFor, list: records });
		const read = await records;
		if (!read.ok) this.lists.delete(key);
		return read;
	}
}

const recent = new RecentLists(Date.now);
