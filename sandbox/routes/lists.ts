import type { FastifyInstance, FastifyRequest } from 'fastify';

import { defaultPaths } from '../../nodes/Messaging/api/account';
import { err, ok, type Result } from '../../nodes/Messaging/api/failure';
import { pageQuery } from '../openapi/answers';
import type { Sandbox } from '../parts/sandbox';
import { refusals, type Refusal } from '../rules/refusal';
import { refuse } from './answers';

/** Records on a page. */
const pageSize = 25;

const cursorOf = (offset: number) => Buffer.from(`after:${offset}`).toString('base64url');

function offsetOf(cursor: string | undefined): number | undefined {
	if (cursor === undefined) return 0;
	const [, offset] = /^after:(\d+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
	return offset === undefined ? undefined : Number(offset);
}

/** One page of a list, with a cursor in `paging.cursors.after` and, if there is more, `paging.next`. */
function readPage(request: FastifyRequest, records: readonly unknown[]): Result<unknown, Refusal> {
	const query = pageQuery.safeParse(request.query);
	const offset = query.success ? offsetOf(query.data.after) : undefined;
	if (offset === undefined || offset > records.length) return err(refusals.badRequest('after: is not a cursor'));
	const end = Math.min(offset + pageSize, records.length);
	const after = cursorOf(end);
	const [path] = request.url.split('?');
	return ok({
		data: records.slice(offset, end),
		paging: {
			cursors: { before: cursorOf(offset), after },
			...(end < records.length ? { next: `${request.protocol}://${request.host}${path}?after=${after}` } : {}),
		},
	});
}

/** Templates and sending numbers (API document, "Other records"). */
export function listRoutes(app: FastifyInstance, { catalogue }: Sandbox): void {
	const lists: Readonly<Record<string, () => readonly unknown[]>> = {
		[defaultPaths.templates]: () => catalogue.templates(),
		[defaultPaths.phoneNumbers]: () => catalogue.phoneNumbers,
	};
	for (const [path, records] of Object.entries(lists)) {
		app.get(path, async (request, reply) => {
			const page = readPage(request, records());
			return page.ok ? page.value : refuse(request, reply, page.error);
		});
	}
}
