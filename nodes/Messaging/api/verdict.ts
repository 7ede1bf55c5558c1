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
	// Words count only if nothing beside them says that it went well.
	if (parts.some(saysNo) || (parts.some(saysNoInWords) && !parts.some(saysWell))) return 'failed';
	return parts.every(({ success }) => success === undefined || success === true) ? 'good' : 'unclear';
}

/** Where a service puts what it says about the message; in a list it is the first. Other parts may be about something else, such as the template. */
const places = ['data', 'message', 'messages', 'result', 'results', 'response', 'responses', 'recipients', 'contacts', 'status', 'state', 'meta', 'attributes'];

const partsOf = (part: JsonObject): JsonObject[] =>
	places.map((place) => (Object.hasOwn(part, place) ? part[place] : undefined)).map((value): unknown => (Array.isArray(value) ? value[0] : value)).filter(isObject);

/** Fields that hold something only if there is an error, and among them those with its words. */
const errorField = /^(?:is|has)?(?:err|errors?|exception|faults?|fail|failures?|failed|reject|rejected|rejection)(?:count)?(code|id|no|number|type)?(messages?|msg|text|title|reasons?|description|desc|details?|info|data)?$/;

/** Fields that hold how it stands. */
const stateField = /^(?:message|msg|delivery|send|sending|request|response)?(?:status|state|result|outcome)(?:name|text|group|message|description)?$|^type$/;

/** Fields that hold a code of the platform, or a status of HTTP. Other numbers are the service's own: 1701 is a success at one of them. */
const codeField = /^(?:http|httpstatus|status|response|result|return|api)?code$|^httpstatus$/;

const successField = /^(?:is)?(?:success|successful|succeeded|accepted|ok)$/;

/** Words for a failure, alone, behind what has failed, or before the reason. */
const words = [
	'aborted|bad_request|bounced?|cancell?ed|declined|denied|discarded|dropped|error|errored|expired|fail|failed|failure|forbidden',
	'hard_bounced?|internal_server_error|invalid|ko|nack|nok|refused|rejected|skipped|suppressed|timed_out|timeout|unauthori[sz]ed|undeliverable|undelivered|unreachable|unsent|unsuccessful',
	'blocked|blacklisted|blocklisted|opted_out|unsubscribed|no_credits?|(?:limit|quota|rate_limit)_exceeded',
	'unknown_(?:contact|number|recipient|subscriber|user)|not_(?:accepted|allowed|delivered|found|ok|on_whatsapp|sent)',
].join('|');

const failure = new RegExp(
	`^(?:(?:message|delivery|send|sending|submission|request|permanent|permanently|temporary|temporarily)_)?(?:${words})$|^(?:(?:insufficient|rejected|undeliverable|invalid|failed(?!_over))_|(?:error|failed|rejected):)`,
);

const wordOf = (value: unknown): string => (text(value) ?? '').trim().toLowerCase().replace(/(?<![.!])[.!]+$/, '').replace(/(?!^)[\s-]+/g, '_');

const isFailure = (value: unknown): boolean => failure.test(wordOf(value)) || /^(?:[45]\d\d|-\d+)$/.test(wordOf(value));

/** A status can be an object with a name. */
const saysFailed = (value: unknown): boolean =>
	value === false || isFailure(value) || (isObject(value) && [value.groupName, value.group_name, value.name, value.text, value.value].some(isFailure));

const noError = /^(?:|-|0+|false|n\/a|nil|none|null|ok|success|successful|no_errors?(?:_found)?)$/;

/** Nothing, a zero, or a list or an object of nothing else means that there is no error; so do words that say it. */
function holdsError(error: unknown): boolean {
	if (typeof error === 'object' && error !== null) return Object.values(error).some(holdsError);
	return error === true || !noError.test(wordOf(error));
}

/** Whether a code stands for no error. */
const saysNoError = (code: unknown): boolean => wordOf(code) !== '' && (noError.test(wordOf(code)) || /^20\d$/.test(wordOf(code)));

/** Whether a code is one of the platform, a status of HTTP that refuses, or a word for a failure. */
const refuses = (code: unknown): boolean => (wordOf(code).length >= 5 && knownCode(code) !== undefined) || isFailure(code);

/** Where a service may say in words what became of the message, and another one repeats the text that it was given. */
const wordsField = /^(?:message|msg|detail|description|reason|info)$/;

const subject = '(?:the_|this_|your_)?(?:(?:text|whatsapp|template|media)_)?(?:message|sms|text|request|notification)';
const done = '(?:sent|delivered|queued|accepted|processed|submitted)';
const why = '(?::_.*)?';

/** All of the words, so that no text to a customer is taken for them, such as "Failed to deliver your parcel". */
const sentence = new RegExp(
	`^(?:error[:,]?_)?(?:${[
		`(?:failed|unable|failure|not_able)_to_(?:send|queue|submit|process)(?:_${subject})?(?:_to_(?:the_)?(?:recipient|number|\\+?\\d+))?${why}`,
		`(?:could_not|couldn't|cannot|can't|did_not)_(?:send|queue|submit|process)(?:_${subject})?${why}`,
		`${subject}_(?:could_not|couldn't|cannot|can't)_be_${done}${why}`,
		`${subject}_(?:was_|has_been_|is_)?(?:not_${done}|rejected|refused|failed|undeliverable|blocked|discarded)${why}`,
		`(?:failed|unable|failure|not_able)_to_deliver_${subject}${why}`,
		`error_(?:while_|when_|in_)?(?:sending|queuing|submitting|processing)(?:_${subject})?${why}`,
		'(?:message_)?(?:sending|send)_(?:has_)?failed',
		'(?:invalid|unknown|missing|unsupported)_(?:recipient|destination|phone_number|mobile_number|number|api_key|token|credentials|sender|template|parameters?)(?:_format)?',
		'(?:recipient|number|phone_number|contact|template|sender)_(?:is_|was_|has_)?(?:not_found|invalid|blocked|opted_out)',
		'(?:insufficient|not_enough|no|out_of)_(?:balance|credits?|funds)',
		`error|not_${done}|failed|failure|rejected|refused|denied|access_denied|unauthori[sz]ed|forbidden|bad_request|not_found|internal_server_error|service_unavailable|too_many_requests|rate_limit_exceeded`,
	].join('|')})$`,
);

/** In characters, with the reason behind it. */
const longestSentence = 1_000;

const isSentence = (value: unknown): boolean => typeof value === 'string' && value.length <= longestSentence && sentence.test(wordOf(value));

const saysNoInWords = (part: JsonObject): boolean => fieldsOf(part).some(([name, value]) => wordsField.test(name) && isSentence(value));

/** Whether a part has a word for a success, or a code for none; a number as a status can mean either. */
const saysWell = (part: JsonObject): boolean =>
	fieldsOf(part).some(([name, value]) => {
		if (successField.test(name)) return /^(?:true|1|yes)$/.test(wordOf(value)) || value === true;
		if (codeField.test(name)) return saysNoError(value);
		return name !== 'type' && stateField.test(name) && (value === true || /^20\d$|[a-z]/.test(wordOf(value)));
	});

/** Its fields, by their names in small letters alone. */
const fieldsOf = (part: JsonObject) => Object.entries(part).map(([key, value]) => [key.toLowerCase().replace(/[_-]/g, ''), value] as const);

function saysNo(part: JsonObject): boolean {
	const fields = fieldsOf(part);
	// Beside a code that stands for no error, the words of the error say so too.
	const isFine = fields.some(([name, value]) => errorField.exec(name)?.[1] !== undefined && saysNoError(value));
	return fields.some(([name, value]) => {
		const error = errorField.exec(name);
		if (error !== null) return holdsError(value) && !(isFine && error[2] !== undefined) && !(error[1] !== undefined && saysNoError(value));
		if (codeField.test(name)) return refuses(value);
		if (successField.test(name)) return value === false || /^(?:false|0|no)$/.test(wordOf(value));
		return stateField.test(name) && saysFailed(value);
	});
}
