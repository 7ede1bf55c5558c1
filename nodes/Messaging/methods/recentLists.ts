import { hashOf } from '../contract/hash';
import type { Connection } from '../transport/connection';
import type { Records } from '../transport/lists';

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
