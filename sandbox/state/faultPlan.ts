import { z } from 'zod';

import { isObject } from '../../nodes/Messaging/text/json';
import { sendPathBelow } from '../../nodes/Messaging/request/messageKinds';
import { messageKinds } from './message';

/** What the platform behind a service does with messages, and whether it can happen to templates only. */
const platformKinds = {
	'paused-template': 'templates',
	unpaid: 'all',
	'unregistered-number': 'all',
	'too-frequent': 'templates',
	held: 'templates',
	'no-number': 'all',
} as const satisfies Record<string, 'templates' | 'all'>;

type PlatformKind = keyof typeof platformKinds;

/** What can go wrong on purpose. */
const faultKinds = [
	'429',
	'500',
	'502',
	'503',
	'error',
	'reset-before',
	'reset-after',
	'no-answer',
	'slow',
	'truncated',
	'success-false',
	'redirect',
	'drip-headers',
	'drip-body',
	'101',
	...(Object.keys(platformKinds) as [PlatformKind, ...PlatformKind[]]),
] as const;

export type FaultKind = (typeof faultKinds)[number];

/** One rule of a fault plan: which requests it strikes, and what happens to them. */
const faultRule = z
	.object({
		kind: z.enum(faultKinds),
		/** How many requests it strikes; every one unless given. */
		times: z.number().int().min(1).optional(),
		/** How many matching requests pass before the rule begins to strike. */
		skip: z.number().int().min(0).default(0),
		/** The share of matching requests that it strikes; the seed decides which. */
		rate: z.number().min(0).max(1).default(1),
		/** Only requests like this. */
		match: z
			.object({
				method: z.enum(['GET', 'POST', 'DELETE']).optional(),
				/** The path, without the query. */
				path: z.string().optional(),
				to: z.string().optional(),
				phone_number_id: z.string().optional(),
				template_name: z.string().optional(),
			})
			.strict()
			.default({}),
		/** Whether the request is carried out all the same; each kind has its own default. */
		accept: z.boolean().optional(),
		/** `Retry-After` of 429 and 503: seconds, a date so many seconds ahead, or none. */
		retry_after: z.number().min(0).nullable().optional(),
		retry_after_form: z.enum(['seconds', 'date']).default('seconds'),
		/** Status of `error` (any) and of `redirect` (301, 302, 303, 307 or 308). */
		status: z.number().int().min(300).max(599).optional(),
		/** The error code in the body. */
		code: z.number().int().optional(),
		message: z.string().optional(),
		/** How long `slow` takes, and each byte that drips. */
		delay_ms: z.number().int().min(0).max(3_600_000).default(5000),
		/** Where `redirect` points: an absolute URL of another origin. */
		location: z.string().url().default('https://elsewhere.example.com/'),
	})
	.strict();

export type FaultRule = z.infer<typeof faultRule>;

/**
 * The body of `POST /_sandbox/faults`: the whole plan, or one rule that is added, or taken out if it is there.
 * The first rule that strikes a request decides.
 */
export const faultPlanRequest = z
	.object({ rules: z.array(faultRule).max(1000).optional(), toggle: faultRule.optional() })
	.strict()
	.refine(({ rules, toggle }) => (rules === undefined) !== (toggle === undefined), 'Give either rules or toggle');

/** A request as a rule looks at it. */
interface FaultTarget {
	readonly method: string;
	readonly path: string;
	readonly body: unknown;
}

interface Running {
	readonly rule: FaultRule;
	seen: number;
	struck: number;
}

const isPlatformKind = (kind: FaultKind): kind is PlatformKind => Object.hasOwn(platformKinds, kind);

/** Fields of a send request that a rule may name. */
const fields = ['to', 'phone_number_id', 'template_name'] as const;

/** The plan that is being played, at a service that takes templates at `sendPath`. */
export function createFaultPlan(random: () => number, sendPath: string) {
	let plan: Running[] = [];
	const platformPaths = { templates: [sendPath], all: messageKinds.map((kind) => sendPathBelow(sendPath, kind)) };

	const fits = ({ kind, match }: FaultRule, { method, path, body }: FaultTarget) => {
		const paths = isPlatformKind(kind) ? platformPaths[platformKinds[kind]] : undefined;
		return (
			(match.method === undefined || match.method === method) &&
			(match.path === undefined || match.path === path) &&
			(paths === undefined || paths.includes(path)) &&
			fields.every((field) => match[field] === undefined || (isObject(body) && body[field] === match[field]))
		);
	};

	return {
		/** Replaces the plan. */
		set(rules: readonly FaultRule[]): void {
			plan = rules.map((rule) => ({ rule, seen: 0, struck: 0 }));
		},
		/** Adds a rule, or takes it out if it is there. */
		toggle(rule: FaultRule): void {
			const others = plan.filter((running) => JSON.stringify(running.rule) !== JSON.stringify(rule));
			plan = others.length < plan.length ? others : [...plan, { rule, seen: 0, struck: 0 }];
		},
		/** The fault that strikes this request, if any does. To be called once for each request, since it counts. */
		strike(target: FaultTarget): FaultRule | undefined {
			for (const running of plan) {
				const { rule } = running;
				if (!fits(rule, target)) continue;
				running.seen++;
				if (running.seen <= rule.skip) continue;
				if (rule.times !== undefined && running.struck >= rule.times) continue;
				if (rule.rate < 1 && random() >= rule.rate) continue;
				running.struck++;
				return rule;
			}
			return undefined;
		},
		/** The plan, with how many requests each rule has matched (`seen`) and struck. */
		show: () => plan.map(({ rule, seen, struck }) => ({ ...rule, seen, struck })),
	};
}
