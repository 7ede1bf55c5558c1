import type { FastifyInstance } from 'fastify';

import { drawSample, samplePdf } from '../fixtures/samples';
import type { Sandbox } from '../parts/sandbox';
import { refusals } from '../forms/refusal';
import type { InboxPage } from '../state/dependencies';
import { liveRoute } from '../views/live';
import { idOf, refuse } from './answers';
import { viewRoutes } from './views';

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

/** Pictures and files that messages show: the templates' default media, and what was uploaded. */
function mediaFileRoutes(app: FastifyInstance, { uploads }: Sandbox): void {
	app.get('/_sandbox/samples/:id', async (request, reply) => {
		const id = idOf(request);
		const picture = drawSample(id.replace(/\.svg$/, ''));
		if (id.endsWith('.pdf')) return reply.type('application/pdf').send(samplePdf);
		if (picture !== undefined) return reply.type('image/svg+xml').send(picture);
		return refuse(request, reply, refusals.notFound(`There is no sample "${id}".`));
	});

	app.get('/_sandbox/media/:id', async (request, reply) => {
		const id = idOf(request);
		const upload = uploads.find(id);
		if (upload === undefined) return refuse(request, reply, refusals.notFound(`There is no upload "${id}".`));
		// Anyone with the key can upload. A browser must not run the file as a page of this origin.
		return reply
			.header('x-content-type-options', 'nosniff')
			.header('content-security-policy', 'sandbox')
			.type(upload.mime_type)
			.send(Buffer.from(upload.bytes));
	});
}
