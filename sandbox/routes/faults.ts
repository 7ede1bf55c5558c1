import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Sandbox } from '../parts/sandbox';
import type { Dependencies } from '../state/dependencies';
import type { FaultRule } from '../state/faultPlan';
import { accepts, playFault } from './playFault';

/** The fault that struck a request, for the log. */
export type StruckFaults = WeakMap<FastifyRequest, FaultRule>;

/**
 * Plays the fault plan on every route of `app`. A fault that refuses answers before the request is
 * carried out. A fault that accepts lets the request be carried out, and then replaces the answer.
 */
export function playFaults(app: FastifyInstance, sandbox: Sandbox): StruckFaults {
	const struck: StruckFaults = new WeakMap();

	app.addHook('preHandler', async (request, reply) => {
		const { method, body } = request;
		const rule = sandbox.faults.strike({ method, path: pathOf(request), body });
		if (rule === undefined) return;
		struck.set(request, rule);
		if (!accepts(rule)) {
			await show(rule, request, reply, '');
			return reply;
		}
		return;
	});

	app.addHook('onSend', async (request, reply, payload) => {
		const rule = struck.get(request);
		if (rule === undefined || !accepts(rule) || typeof payload !== 'string') return payload;
		return await show(rule, request, reply, payload);
	});

	async function show(
		rule: FaultRule,
		request: FastifyRequest,
		reply: FastifyReply,
		right: string,
	): Promise<string> {
		const played = playFault(rule, request.id, sandbox.dependencies.now(), right, sandbox.form);
		switch (played.effect) {
			case 'delay':
				await sandbox.sleep(rule.delay_ms);
				return right;
			case 'none':
				return right;
			case 'reset':
				reply.hijack();
				request.raw.socket.resetAndDestroy();
				return right;
			case 'silence':
				reply.hijack();
				return accepts(rule) ? await never : right;
			case 'drip':
				reply.hijack();
				drip(request.raw.socket, played, rule.delay_ms, sandbox.dependencies);
				return accepts(rule) ? await never : right;
			case 'answer':
				void reply.code(played.status).headers(played.headers);
				reply.removeHeader('content-length');
				if (!accepts(rule)) await reply.send(played.body);
				return played.body;
		}
	}

	return struck;
}

/** Writes the rest one byte at a time, in real time, until the connection closes. */
function drip(
	socket: FastifyRequest['raw']['socket'],
	{ atOnce, rest }: { readonly atOnce: string; readonly rest: string },
	everyMs: number,
	{ wake }: Dependencies,
): void {
	const bytes = Buffer.from(rest);
	let written = 0;
	let cancel = () => {};
	const plan = () => {
		if (written < bytes.length) cancel = wake(everyMs, writeNext);
	};
	const writeNext = () => {
		socket.write(bytes.subarray(written, ++written));
		plan();
	};
	socket.once('close', () => cancel());
	socket.write(atOnce);
	plan();
}

/** Holds an answer back until the connection or the service ends. */
const never = new Promise<never>(() => {});

/** The path without its query. */
export const pathOf = (request: FastifyRequest): string => request.url.split('?')[0] ?? '';
