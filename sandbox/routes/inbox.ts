import type { FastifyInstance } from 'fastify';

import type { Sandbox } from '../parts/sandbox';
import type { InboxPage } from '../state/dependencies';
import { liveRoute } from '../views/live';
import { viewRoutes } from './views';
import { mediaFileRoutes } from './mediaFiles';

/** Nothing of the page comes from, or goes to, another host. */
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The inbox page and what it asks for. */
export function inboxRoutes(app: FastifyInstance, sandbox: Sandbox, page: InboxPage): void {
	const files = [
		['/', 'text/html; charset=utf-8', page.html],
		['/_sandbox/inbox.js', 'text/javascript; charset=utf-8', page.script],
		['/_sandbox/inbox.css', 'text/css; charset=utf-8', page.style],
	] as const;
	for (const [path, type, content] of files) {
		app.get(path, async (_request, reply) =>
			reply
				.header('content-security-policy', policy)
				.header('cache-control', 'no-cache')
				.type(type)
				.send(content),
		);
	}
	mediaFileRoutes(app, sandbox);
	viewRoutes(app, sandbox);
	liveRoute(app, sandbox);
}
