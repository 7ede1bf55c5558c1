import fastify, { type FastifyError, type FastifyInstance } from 'fastify';

import { at } from '../nodes/Messaging/text/json';
import { pathOf, playFaults } from './routes/faults';
import type { ServiceForm } from './forms/form';
import { refusals, type Refusal } from './forms/refusal';
import { refuse, singleValue } from './routes/answers';
import { controlRoutes } from './routes/control';
import { dashboardRoutes } from './routes/dashboard';
import { inboxRoutes } from './routes/inbox';
import { ledgerRoutes } from './routes/ledger';
import { listRoutes } from './routes/lists';
import { mediaRoutes } from './routes/media';
import { sendRoutes } from './routes/send';
import { webhookRoutes } from './routes/webhooks';
import { createSandbox, type Sandbox } from './parts/sandbox';
import type { SettingsChange } from './state/settings';
import { refuseOtherOrigins, type KnownNames } from './hostAndOrigin';
import type { InboxPage, Dependencies } from './state/dependencies';

interface ServiceOptions {
	readonly dependencies: Dependencies;
	readonly apiKey: string;
	readonly form: ServiceForm;
	readonly page: InboxPage;
	readonly settings: SettingsChange;
	readonly names: KnownNames;
	/** The API as an OpenAPI document. */
	readonly describeApi: () => Promise<unknown>;
}

/** The largest JSON body, in bytes. */
const largestBody = 1024 * 1024;

/** The whole service, ready to listen. Closing it ends every connection and every timer. */
export async function createService(options: ServiceOptions): Promise<FastifyInstance> {
	const { dependencies, apiKey, form, page, settings, names, describeApi } = options;
	const sandbox = createSandbox(dependencies, apiKey, settings, form);
	const app = fastify({
		bodyLimit: largestBody,
		forceCloseConnections: true,
		genReqId: () => `req_${dependencies.newId()}`,
	});

	app.setErrorHandler<FastifyError>((error, request, reply) => refuse(request, reply, readError(error)));
	app.setNotFoundHandler((request, reply) => refuse(request, reply, form.noRoute(request.method, pathOf(request)), form));
	app.addHook('onSend', async (request, reply, payload) => {
		void reply.header('x-request-id', request.id);
		return payload;
	});
	refuseOtherOrigins(app, names);
	app.addHook('onClose', async () => sandbox.reset([]));

	await app.register(async (api) => apiRoutes(api, sandbox));
	controlRoutes(app, sandbox);
	ledgerRoutes(app, sandbox);
	dashboardRoutes(app, sandbox);
	app.get('/openapi.json', async (request, reply) => {
		if (!form.isDescribed) {
			return refuse(request, reply, refusals.notFound('The description is of the API document, which the sandbox serves without --service.'), form);
		}
		return await describeApi();
	});
	inboxRoutes(app, sandbox, page);
	return app;
}

/** The documented API: behind the key, with the latency and the faults that were asked for. */
async function apiRoutes(api: FastifyInstance, sandbox: Sandbox): Promise<void> {
	const { form } = sandbox;
	api.setErrorHandler<FastifyError>((error, request, reply) => refuse(request, reply, readError(error), form));
	const faults = playFaults(api, sandbox);
	api.addHook('onRequest', async (request, reply) => {
		// Fastify's own hook does not run for a connection that a fault breaks off.
		reply.raw.once('close', () => {
			sandbox.requests.add({
				at: new Date(sandbox.clock.now()).toISOString(),
				request_id: request.id,
				method: request.method,
				path: pathOf(request),
				to: String(at(request.body, 'to') ?? '') || null,
				idempotency_key: singleValue(request.headers['idempotency-key']),
				fault: faults.get(request)?.kind ?? null,
				status: reply.raw.headersSent ? reply.statusCode : null,
			});
		});
	});
	api.addHook('onRequest', async (request, reply) => {
		await sandbox.sleep(sandbox.settings().latency_ms);
		if (sandbox.keyOf(request.headers.authorization) === undefined) {
			return refuse(request, reply, refusals.unauthorized('Send it as "Authorization: Bearer <key>".'), form);
		}
		return;
	});
	sendRoutes(api, sandbox, faults);
	listRoutes(api, sandbox);
	webhookRoutes(api, sandbox);
	await mediaRoutes(api, sandbox);
}

/** An error of the framework, such as a body that is not JSON, as the API's own refusal. */
function readError(error: FastifyError): Refusal {
	const { statusCode: status = 500, message } = error;
	if (status === 413) return refusals.tooLarge(message);
	if (status === 415) return refusals.wrongMediaType(message);
	if (status >= 400 && status < 500) return refusals.badRequest(message);
	return { status: 500, code: 131000, message: 'Something went wrong', details: message };
}
