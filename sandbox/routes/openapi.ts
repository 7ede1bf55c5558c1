import type { FastifyInstance } from 'fastify';

/** `GET /openapi.json`. The generator is loaded when it is first asked for: the service starts without it. */
export function openApiRoute(app: FastifyInstance): void {
	let document: unknown;
	app.get('/openapi.json', async () => {
		if (document === undefined) {
			const [{ createDocument }, { apiDescription }] = await Promise.all([
				import('zod-openapi'),
				import('../openapi/document'),
			]);
			document = createDocument(apiDescription);
		}
		return document;
	});
}
