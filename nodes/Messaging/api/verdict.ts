import { isObject, type JsonObject, text } from '../text/json';
import { knownCode } from './codes';

/*
 * What a response with a status of success says of its message. Services say in many ways that they did not take it. One
 * that is missed here is lost for good: it counts as sent, and its Message Key as used.
 */

/** What a 2xx response says of its message: that it failed, nothing against it, or something that is neither. */
export function readVerdict(body: JsonObject): 'failed' | 'good' | 'unclear' {
	const outer = partsOf(body);
	const parts = [body, ...outer, ...outer.flatMap(partsOf)];
	if (parts.some(saysNo)) return 'failed';
	return parts.every(({ success }) => success === undefined || success === true) ? 'good' : 'unclear';
}

/** Where a service puts what it says about the message; in a list it is the first. Other parts may be about something else, such as the template. */
const places = ['data', 'message', 'messages', 'result', 'results', 'response', 'responses', 'recipients', 'contacts', 'status', 'state', 'meta'];

const partsOf = (part: JsonObject): JsonObject[] =>
	places.map((place) => (Object.hasOwn(part, place) ? part[place] : undefined)).map((value): unknown => (Array.isArray(value) ? value[0] : value)).filter(isObject);

/** Fields that hold something only if there is an error, and among them those with its words. */
const errorField = /^(?:is|has)?(?:err|errors?|exception|faults?|failures?|failed|rejected|rejection)(code|id|no|number|type)?(messages?|msg|text|title|reasons?|description|desc|details?|info|data)?$/;

/** Fields that hold how it stands. */
const stateField = /^(?:message|msg|delivery|send|sending|request|response)?(?:status|state|result|outcome)(?:name|text|group|message|description)?$|^type$/;

const httpField = /^(?:http(?:status)?code|httpstatus|statuscode)$/;

const codeField = /^(?:response|result|return|api)?code$/;

const successField = /^(?:is)?(?:success|successful|succeeded|accepted|ok)$/;

/** A word for a failure, alone, behind what has failed, or before the reason. */
const failure =
	/^(?:(?:message|delivery|send|sending|submission|request|permanent|permanently|temporary|temporarily)_)?(?:aborted|bad_request|blocked|bounced|cancell?ed|declined|denied|discarded|dropped|error|errored|expired|fail|failed|failure|forbidden|internal_server_error|invalid|ko|nack|nok|not_(?:accepted|allowed|found|sent)|(?:limit|quota|rate_limit)_exceeded|refused|rejected|suppressed|timed_out|timeout|unauthori[sz]ed|undeliverable|undelivered|unreachable|unsent|unsuccessful)$|^(?:insufficient|rejected|undeliverable|invalid|failed(?!_over))_/;

const wordOf = (value: unknown): string => (text(value) ?? '').trim().toLowerCase().replace(/[\s-]+/g, '_');

const isFailure = (value: unknown): boolean => failure.test(wordOf(value)) || /^[45]\d\d$/.test(wordOf(value));

/** A status can be an object with a name. */
const saysFailed = (value: unknown): boolean =>
	value === false || isFailure(value) || (isObject(value) && [value.groupName, value.group_name, value.name, value.text, value.value].some(isFailure));

/** Nothing, a zero, or a list or an object of nothing else means that there is no error; so do words that say it. */
function holdsError(error: unknown): boolean {
	if (typeof error === 'object' && error !== null) return Object.values(error).some(holdsError);
	return error === true || !/^(?:|0+|false|none|null|ok|success|successful|no_errors?)$/.test(wordOf(error));
}

const isZero = (value: unknown): boolean => /^0+$/.test(wordOf(value));

/** Whether a code is one of the platform, a status of HTTP that refuses, or a word for a failure. */
const refuses = (code: unknown): boolean => (wordOf(code).length >= 5 && knownCode(code) !== undefined) || isFailure(code);

function saysNo(part: JsonObject): boolean {
	const fields = Object.entries(part).map(([key, value]) => [key.toLowerCase().replace(/[_-]/g, ''), value] as const);
	// Beside a code that stands for no error, the words of the error say so too.
	const isFine = fields.some(([name, value]) => errorField.exec(name)?.[1] !== undefined && isZero(value));
	return fields.some(([name, value]) => {
		const error = errorField.exec(name);
		if (error !== null) return holdsError(value) && !(isFine && error[2] !== undefined);
		if (codeField.test(name)) return refuses(value);
		if (httpField.test(name)) return Number(text(value) ?? 0) >= 400;
		if (successField.test(name)) return value === false || /^(?:false|0|no)$/.test(wordOf(value));
		return stateField.test(name) && saysFailed(value);
	});
}
