import type { FastifyInstance } from 'fastify';
import { z, type ZodTypeAny } from 'zod';

import { e164 } from '../../nodes/Messaging/request/requests';
import { err, ok, type Result } from '../../nodes/Messaging/result/result';
import { deliveryStatuses } from '../../nodes/Messaging/webhook/statusEvent';
import { expectedVariables } from '../fixtures/expectedVariables';
import { templateRecord } from '../fixtures/templateRecord';
import { timestamp, type Sandbox } from '../parts/sandbox';
import { describeIssues, refusals, type Refusal } from '../forms/refusal';
import { faultPlanRequest } from '../state/faultPlan';
import { settingsSchema } from '../state/settings';
import { failure } from '../webhooks/progress';
import { customerWrites, quickReplies, setWindow, usualNumber } from './customer';
import { idOf, refuse } from './answers';

const yearMs = 366 * 24 * 60 * 60 * 1000;

const clockRequest = z
	.object({ advance_ms: z.number().int().min(0).max(yearMs).optional(), to_now: z.literal(true).optional() })
	.strict()
	.refine((one) => (one.advance_ms === undefined) !== (one.to_now === undefined), 'Give either advance_ms or to_now.');

/** A template to add. What is left out has a default; `expected_variables` is made from the components. */
const newTemplate = templateRecord.omit({ id: true, expected_variables: true }).extend({
	status: templateRecord.shape.status.default('APPROVED'),
	category: templateRecord.shape.category.default('UTILITY'),
	expected_variables: templateRecord.shape.expected_variables.optional(),
});

/** A control endpoint that takes JSON, checks it and answers with what `act` says. */
function action<S extends ZodTypeAny>(
	app: FastifyInstance,
	path: string,
	schema: S,
	act: (input: z.infer<S>, id: string) => Result<unknown, Refusal>,
): void {
	app.post(`/_sandbox${path}`, async (request, reply) => {
		const read = schema.safeParse(request.body ?? {});
		if (!read.success) return refuse(request, reply, refusals.badRequest(describeIssues(read.error)));
		const result = act(read.data, idOf(request));
		return result.ok ? result.value : refuse(request, reply, result.error);
	});
}

/** Endpoints that change what the service does. They belong to the sandbox and need no key. */
export function controlRoutes(app: FastifyInstance, sandbox: Sandbox): void {
	const { catalogue, clock, conversations, faults } = sandbox;

	action(app, '/reset', z.object({ keep: z.array(z.enum(['webhooks', 'settings', 'templates'])).default([]) }).strict(),
		({ keep }) => {
			sandbox.reset(keep);
			return ok({ reset: true });
		});

	action(app, '/reply', z.object({ from: e164, to: z.string().optional(), text: z.string().min(1).max(4096) }).strict(),
		({ from, to = usualNumber(sandbox, from), text }) => {
			if (!catalogue.phoneNumbers.some(({ id }) => id === to)) return err(refusals.unknownNumber(`to: "${to}"`));
			return ok(customerWrites(sandbox, from, to, text));
		});

	action(app, '/messages/:id/press', z.object({ button: z.string() }).strict(), ({ button }, id) => {
		const message = conversations.message(id);
		if (message === undefined) return err(refusals.notFound(`There is no message "${id}".`));
		const known = quickReplies(sandbox, message);
		if (!known.includes(button)) return err(refusals.notFound(`button: "${button}". ${known.length === 0 ? 'The message has no quick reply' : `There is ${known.map((one) => `"${one}"`).join(', ')}`}.`));
		return ok(customerWrites(sandbox, message.to, message.phone_number_id, button, id));
	});

	action(app, '/window', z.object({ to: e164, phone_number_id: z.string().optional(), open: z.boolean() }).strict(),
		({ to, phone_number_id: id = usualNumber(sandbox, to), open }) => {
			if (!catalogue.phoneNumbers.some((number) => number.id === id)) {
				return err(refusals.unknownNumber(`phone_number_id: "${id}"`));
			}
			setWindow(sandbox, to, id, open);
			return ok({ to, phone_number_id: id, open });
		});

	action(app, '/clock', clockRequest,
		({ advance_ms: ms }) => {
			if (ms === undefined) clock.toNow();
			else clock.advance(ms);
			sandbox.changes.mark(undefined);
			return ok({ now: timestamp(sandbox) });
		});

	action(app, '/faults', faultPlanRequest, ({ rules, toggle }) => {
		if (rules !== undefined) faults.set(rules);
		if (toggle !== undefined) faults.toggle(toggle);
		sandbox.changes.mark(undefined);
		return ok({ rules: faults.show() });
	});

	action(app, '/settings', z.record(z.string(), z.unknown()), (change) => {
		const read = settingsSchema.safeParse({ ...sandbox.settings(), ...change });
		if (!read.success) return err(refusals.badRequest(describeIssues(read.error)));
		sandbox.setSettings(read.data);
		return ok(read.data);
	});

	const phone_number_id = catalogue.isByNumber ? z.string().optional() : z.undefined();
	action(app, '/templates', newTemplate.extend({ phone_number_id }).strict(), ({ phone_number_id: id = catalogue.firstNumber, ...given }) => {
		if (catalogue.templateSet(id) === undefined) return err(refusals.unknownNumber(`phone_number_id: "${id}"`));
		const template = {
			...given,
			id: sandbox.form.templateId(given, id),
			expected_variables: given.expected_variables ?? expectedVariables(given.components),
		};
		catalogue.put(template, id);
		return ok(template);
	});

	action(
		app,
		'/messages/:id/status',
		z
			.object({
				status: z.enum(deliveryStatuses),
				error: z.object({ code: z.number().int(), message: z.string().optional() }).strict().optional(),
			})
			.strict(),
		({ status, error: given }, id) => {
			const message = conversations.message(id);
			if (message === undefined) return err(refusals.notFound(`There is no message "${id}".`));
			const before = message.status;
			const error = given && { ...failure(given.code), ...(given.message === undefined ? {} : { message: given.message }) };
			if (!sandbox.progress.step(message, status, error)) {
				return err(refusals.conflict(`A message that is ${before} can't become ${status}.`));
			}
			return ok({ message_id: id, status });
		},
	);
}
