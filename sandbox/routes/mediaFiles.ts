import type { FastifyInstance } from 'fastify';

import { drawSample, samplePdf } from '../fixtures/samples';
import type { Sandbox } from '../parts/sandbox';
import { refusals } from '../rules/refusal';
import { idOf, refuse } from './answers';

/** Pictures and files that messages show: the templates' default media, and what was uploaded. */
export function mediaFileRoutes(app: FastifyInstance, { uploads }: Sandbox): void {
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
