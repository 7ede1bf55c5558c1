import { knownCode } from '../../nodes/Messaging/api/codes';
import type { ServiceForm } from '../forms/form';
import type { FaultKind, FaultRule } from '../state/faultPlan';

/**
 * What the client sees of a fault: another answer, a broken connection, no answer, the right answer at once
 * or after a delay, or an answer whose bytes come slowly.
 */
type FaultEffect =
	| { readonly effect: 'answer'; readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string }
	| { readonly effect: 'drip'; readonly atOnce: string; readonly rest: string }
	| { readonly effect: 'reset' | 'silence' | 'delay' | 'none' };

/** Kinds by which the request is carried out although they strike it, if the rule doesn't say. */
const acceptsByDefault: Readonly<Partial<Record<FaultKind, boolean>>> = {
	'reset-after': true,
	truncated: true,
	'drip-headers': true,
	'drip-body': true,
};

/** Kinds that give the right answer: only when it comes or what becomes of the message is another. */
const answersRightly: ReadonlySet<FaultKind> = new Set(['slow', 'held', 'no-number']);

/** Kinds that are answered with an error: status, code and, if they are not those of the table of codes, words. */
const errors = {
	'429': [429, 130429, 'Too many requests'],
	'500': [500, 131000, 'Something went wrong'],
	'503': [503, 131016, 'Service unavailable'],
	error: [400, 135000],
	'paused-template': [400, 132015],
	unpaid: [402, 131042],
	'unregistered-number': [400, 133010],
	'too-frequent': [400, 131049],
} as const satisfies Partial<Record<FaultKind, readonly [status: number, code: number, message?: string]>>;

const isError = (kind: FaultKind): kind is keyof typeof errors => Object.hasOwn(errors, kind);

/** Whether this fault lets the request be carried out. */
export const accepts = (rule: FaultRule): boolean =>
	answersRightly.has(rule.kind) || (rule.accept ?? acceptsByDefault[rule.kind] ?? false);

/** What a fault does to a request; `now` is real time in milliseconds, `right` the answer without the fault. */
export function playFault(rule: FaultRule, requestId: string, now: number, right: string, { errorBody }: ServiceForm): FaultEffect {
	const { kind } = rule;
	const errorOf = (status: number, code: number, message: string) =>
		errorBody({ status, code: rule.code ?? code, message: rule.message ?? message, details: 'Played by a fault plan.' }, requestId);
	if (isError(kind)) {
		const [usual, code, words = knownCode(rule.code ?? code)?.message ?? 'Generic error'] = errors[kind];
		const status = kind === 'error' ? (rule.status ?? usual) : usual;
		return json(status, errorOf(status, code, words), retryAfter(rule, now));
	}
	switch (kind) {
		case 'held':
		case 'no-number':
			return { effect: 'none' };
		case '502':
			return answer(502, { 'content-type': 'text/html' }, badGateway);
		case 'redirect':
			return answer(rule.status ?? 307, { location: rule.location }, '');
		case 'success-false':
			return json(200, { success: false, ...errorOf(400, 131000, 'The message was not accepted') });
		case 'truncated':
			return answer(200, jsonType, right.slice(0, Math.max(1, Math.floor(right.length / 2))));
		case 'reset-before':
		case 'reset-after':
			return { effect: 'reset' };
		case 'no-answer':
			return { effect: 'silence' };
		case 'slow':
			return { effect: 'delay' };
		case 'drip-headers':
			return { effect: 'drip', atOnce: okLine, rest: headersAndBody(right) };
		case 'drip-body': {
			const [headers = '', body = ''] = headersAndBody(right).split(/(?<=\r\n\r\n)/);
			return { effect: 'drip', atOnce: `${okLine}${headers}`, rest: body };
		}
		case '101':
			return { effect: 'drip', atOnce: switchingProtocols, rest: '' };
	}
}

const okLine = 'HTTP/1.1 200 OK\r\n';
const switchingProtocols = 'HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n';

/** Headers and body as they are sent. A request that was not carried out has no right answer: it gets a failure. */
function headersAndBody(right: string): string {
	const body = right === '' ? '{"success":false}' : right;
	return `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`;
}

const answer = (status: number, headers: Record<string, string>, body: string): FaultEffect => ({ effect: 'answer', status, headers, body });

const jsonType = { 'content-type': 'application/json; charset=utf-8' };

const json = (status: number, body: unknown, headers: Record<string, string> = {}): FaultEffect =>
	answer(status, { ...jsonType, ...headers }, JSON.stringify(body));

function retryAfter(rule: FaultRule, now: number): Record<string, string> {
	if (rule.retry_after === undefined || rule.retry_after === null) return {};
	const inSeconds = String(Math.ceil(rule.retry_after));
	const asDate = new Date(now + rule.retry_after * 1000).toUTCString();
	return { 'retry-after': rule.retry_after_form === 'date' ? asDate : inSeconds };
}

const badGateway =
	'<html><head><title>502 Bad Gateway</title></head><body><center><h1>502 Bad Gateway</h1></center><hr></body></html>';
