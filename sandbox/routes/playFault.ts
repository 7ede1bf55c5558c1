import { knownCode } from '../../nodes/Messaging/api/codes';
import { errorBody, type Refusal } from '../rules/refusal';
import type { FaultKind, FaultRule } from '../state/faultPlan';

/** An answer that stands in for the right one. */
interface FaultAnswer {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string;
}

/**
 * What the client sees of a fault: another answer, a broken connection, no answer, the right answer at once
 * or after a delay, or an answer whose bytes come slowly.
 */
type FaultEffect =
	| { readonly effect: 'answer'; readonly answer: FaultAnswer }
	| { readonly effect: 'drip'; readonly atOnce: string; readonly rest: string }
	| { readonly effect: 'reset' | 'silence' | 'delay' | 'none' };

/** Whether the request is carried out although the fault strikes it, if the rule doesn't say. */
const acceptsByDefault: Readonly<Record<FaultKind, boolean>> = {
	'429': false,
	'500': false,
	'502': false,
	'503': false,
	error: false,
	'reset-before': false,
	'reset-after': true,
	'no-answer': false,
	slow: true,
	truncated: true,
	'success-false': false,
	redirect: false,
	'drip-headers': true,
	'drip-body': true,
	'101': false,
	'paused-template': false,
	unpaid: false,
	'unregistered-number': false,
	'too-frequent': false,
	held: true,
	'no-number': true,
};

/** Kinds that give the right answer: only what becomes of the message is another. */
const answersRightly: ReadonlySet<FaultKind> = new Set(['slow', 'held', 'no-number']);

/** Whether this fault lets the request be carried out. */
export const accepts = (rule: FaultRule): boolean =>
	answersRightly.has(rule.kind) || (rule.accept ?? acceptsByDefault[rule.kind]);

/** A refusal by a code of the platform, in the words of the table of codes. */
const byCode = (status: number, code: number): Omit<Refusal, 'details'> => ({
	status,
	code,
	message: knownCode(code)?.message ?? 'Generic error',
});

/** What a fault does to a request; `now` is real time in milliseconds, `right` the answer without the fault. */
export function playFault(rule: FaultRule, requestId: string, now: number, right: string): FaultEffect {
	const asError = (usual: Omit<Refusal, 'details'>): FaultEffect => {
		const status = rule.kind === 'error' ? (rule.status ?? usual.status) : usual.status;
		const refused: Refusal = {
			status,
			code: rule.code ?? usual.code,
			message: rule.message ?? usual.message,
			details: 'Played by a fault plan.',
		};
		return json(status, errorBody(refused, requestId), retryAfter(rule, now));
	};
	switch (rule.kind) {
		case '429':
			return asError({ status: 429, code: 130429, message: 'Too many requests' });
		case '500':
			return asError({ status: 500, code: 131000, message: 'Something went wrong' });
		case '503':
			return asError({ status: 503, code: 131016, message: 'Service unavailable' });
		case 'error':
			return asError(byCode(400, rule.code ?? 135000));
		case 'paused-template':
			return asError(byCode(400, 132015));
		case 'unpaid':
			return asError(byCode(402, 131042));
		case 'unregistered-number':
			return asError(byCode(400, 133010));
		case 'too-frequent':
			return asError(byCode(400, 131049));
		case 'held':
		case 'no-number':
			return { effect: 'none' };
		case '502':
			return answer(502, { 'content-type': 'text/html' }, badGateway);
		case 'redirect':
			return answer(rule.status ?? 307, { location: rule.location }, '');
		case 'success-false':
			return json(200, {
				success: false,
				...errorBody(
					{
						status: 200,
						code: rule.code ?? 131000,
						message: rule.message ?? 'The message was not accepted',
						details: 'Played by a fault plan.',
					},
					requestId,
				),
			});
		case 'truncated':
			return answer(
				200,
				{ 'content-type': 'application/json; charset=utf-8' },
				right.slice(0, Math.max(1, Math.floor(right.length / 2))),
			);
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

const answer = (status: number, headers: Record<string, string>, body: string): FaultEffect => ({
	effect: 'answer',
	answer: { status, headers, body },
});

const json = (status: number, body: unknown, headers: Record<string, string> = {}): FaultEffect =>
	answer(status, { 'content-type': 'application/json; charset=utf-8', ...headers }, JSON.stringify(body));

function retryAfter(rule: FaultRule, now: number): Record<string, string> {
	if (rule.retry_after === undefined || rule.retry_after === null) return {};
	const inSeconds = String(Math.ceil(rule.retry_after));
	const asDate = new Date(now + rule.retry_after * 1000).toUTCString();
	return { 'retry-after': rule.retry_after_form === 'date' ? asDate : inSeconds };
}

const badGateway =
	'<html><head><title>502 Bad Gateway</title></head><body><center><h1>502 Bad Gateway</h1></center><hr></body></html>';
