import { z } from 'zod';

import { err, ok, type Result } from '../../nodes/Messaging/result/result';
import type { PageRequest } from './form';
import { refusals, type Refusal } from './refusal';

/** What asks for a page of a list. */
export const pageQuery = z.object({ after: z.string().optional() });

/** Records on a page. */
const pageSize = 25;

const cursorOf = (offset: number) => Buffer.from(`after:${offset}`).toString('base64url');

function offsetOf(cursor: string | undefined): number | undefined {
	if (cursor === undefined) return 0;
	const [, offset] = /^after:(\d+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
	return offset === undefined ? undefined : Number(offset);
}

/** One page of a list, with a cursor in `paging.cursors.after` and, if there is more, `paging.next`. */
export function readPage(records: readonly unknown[], { query: given, address }: PageRequest): Result<unknown, Refusal> {
	const query = pageQuery.safeParse(given);
	const offset = query.success ? offsetOf(query.data.after) : undefined;
	if (offset === undefined || offset > records.length) return err(refusals.badRequest('after: is not a cursor'));
	const end = Math.min(offset + pageSize, records.length);
	const after = cursorOf(end);
	return ok({
		data: records.slice(offset, end),
		paging: {
			cursors: { before: cursorOf(offset), after },
			...(end < records.length ? { next: `${address}?after=${after}` } : {}),
		},
	});
}
