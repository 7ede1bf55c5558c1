import { at, text } from '../text/json';
import type { ServiceCategory } from '../result/categories';
import type { Scope } from '../result/failure';

/*
 * Codes that services of this kind pass on from the WhatsApp Business Platform: in the response to a send, in
 * a failed status, or in both. The API document shows none. Titles change, codes do not.
 *
 * Sources: Meta, "Error codes" (developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes,
 * May 2026), "Template quality" and "Business-scoped user IDs"; YCloud, "WhatsApp error code"
 * (docs.ycloud.com); 360dialog, "Error code reference" (docs.360dialog.com).
 */

/** What a refusal means, in words for the person who uses the node. */
export interface Meaning {
	readonly category: ServiceCategory;
	/** For what the same refusal comes again at once; left out if that is not certain. */
	readonly scope?: Scope | undefined;
	/** What happened. */
	readonly message: string;
	/** What to do. */
	readonly remedy: string;
	/** How long the same message is refused, in milliseconds, if that is known. */
	readonly refusedForMs?: number;
}

/** A row of the table. */
export interface KnownCode extends Meaning {
	/** Codes as text; a range is written with a dash. */
	readonly codes: readonly string[];
	/** Set if the status and the words of a response say more than the code. */
	readonly isVague?: true;
}

const meaning = (category: Meaning['category'], message: string, remedy: string): Meaning => ({ category, message, remedy });

/** What a response means by its status or its words, if it has no known code. */
export const uncoded = {
	'invalid-request': meaning('invalid-request', 'The service rejected the request',
		'Correct what the service names, and run the item again.'),
	authentication: meaning('authentication', 'The service did not accept the API key',
		"Check 'API Key' in the Messaging API credential: it may be mistyped, expired, revoked, or without the right to do this."),
	'account-blocked': meaning('account-blocked', 'The service wants to be paid first',
		"Look at the account's billing page: the balance may be used up, or a bill unpaid. Send again after that."),
	'not-found': meaning('not-found', 'The service did not find what the request names',
		"Choose the template, its language and the sending number from their lists again."),
	'window-closed': meaning('window-closed', 'The 24-hour window with this recipient is closed',
		"Free text and media only reach people who wrote to you in the last 24 hours. Use the operation 'Send Template' instead: a template reopens the conversation."),
	'rate-limited': meaning('rate-limited', 'The service asks to send more slowly',
		'Run the items that were not accepted again later, and send fewer at a time.'),
	service: meaning('service', 'The service could not handle the request',
		'The cause is at the service. Look at its status page. If it lasts, give its support the request ID.'),
} satisfies Record<string, Meaning>;

const dayMs = 24 * 60 * 60 * 1000;

/** A row whose codes are written as in the documents. */
const row = (codes: string, category: Meaning['category'], scope: Scope, message: string, remedy: string): KnownCode =>
	({ codes: codes.split(', '), scope, ...meaning(category, message, remedy) });

/** All known codes. docs/codes.md shows the same table, and test/gates/documentedNames.test.mts compares them. */
export const codeTable: readonly KnownCode[] = [
	{ codes: ['0', '190'], ...uncoded.authentication, scope: 'account' },
	row('3, 10, 200–299, 131005', 'authentication', 'account', 'The API key lacks a right that sending needs',
		'Give the API key this right in the settings of the service, or use one that has it.'),
	row('368', 'account-blocked', 'account', 'The account is blocked for a while, since it broke a policy',
		"Look at the account's quality page: it names the policy and how long the block lasts. Send again after that."),
	row('131031', 'account-blocked', 'account', 'The account is locked',
		'Ask the support of the service why, and send again once the account is unlocked.'),
	row('131042', 'account-blocked', 'account', 'The account cannot pay for messages',
		"Look at the account's billing page: a bill may be unpaid, or no way to pay set up. Send again after that."),
	row('131057', 'account-blocked', 'account', 'The account is in maintenance',
		'Wait and send again later: maintenance takes from some minutes to a few hours.'),
	row('131037', 'account-blocked', 'number', 'The display name of the sending number is not approved',
		'Have the display name approved in the settings of the sending number, or use another sending number.'),
	row('131045, 133000, 133006, 133010, 133015', 'account-blocked', 'number', 'The sending number is not registered',
		'Register the sending number at the service and send again some minutes later, or use another sending number.'),
	row('33', 'account-blocked', 'number', 'The sending number is unknown or was deleted',
		'Choose the sending number from its list again.'),
	row('131048', 'account-blocked', 'number', 'Too many messages of this sending number were blocked or reported',
		'Send nothing with this number for some days. Look at its quality page, and then send only what people want to get.'),
	row('4, 80007', 'rate-limited', 'account', 'The account has made too many requests',
		"Run the items that were not accepted again later, and send more slowly: set 'Messages per Second' in the options."),
	row('130429', 'rate-limited', 'number', 'The sending number sends faster than it may',
		"Run the items that were not accepted again later, and set 'Messages per Second' in the options to what the number may send."),
	row('131056', 'rate-limited', 'recipient', 'This recipient got too many messages in a short time',
		'Wait a minute before you send to this recipient again. Other recipients need not wait.'),
	{
		...row('131049', 'too-frequent', 'recipient', 'Not delivered, since this person gets too many marketing messages',
			'Do not repeat it within 24 hours: it would be refused again. Send marketing to this person less often.'),
		refusedForMs: dayMs,
	},
	row('131050', 'opted-out', 'recipient', 'The recipient has opted out of these messages',
		'Leave this recipient out of the next runs. The service refuses such messages until the person allows them again.'),
	row('131026', 'undeliverable', 'recipient', 'The message cannot be delivered to this recipient',
		'Use another channel for this person. The number may have no account or an old app, or the person has not accepted the terms. It does not mean that the person has blocked you.'),
	row('130472', 'undeliverable', 'recipient', 'The recipient is in an experiment without marketing messages',
		'Do not repeat it. Use another channel for this person.'),
	row('130497', 'undeliverable', 'recipient', "The account may not write to people in the recipient's country",
		"Leave out recipients in this country. The platform's policy names the countries for each kind of business."),
	{ codes: ['131047', '470'], ...uncoded['window-closed'], scope: 'recipient' },
	row('131062', 'invalid-request', 'recipient', 'The message needs a phone number, and the recipient was given as a user ID',
		'Give the phone number of this person.'),
	row('132001', 'template-blocked', 'template', 'There is no approved template of this name in this language',
		'Choose the template and its language from their lists again.'),
	row('132007', 'template-blocked', 'template', 'The content of the template breaks a policy',
		"Look at the template's page at the service, which names the policy. Use another template until it is corrected."),
	row('132015', 'template-blocked', 'template', 'The template is paused for low quality',
		'Use another template for now. A pause ends after some hours, when somebody ends it at the service, or when the template was edited and approved again.'),
	row('132016', 'template-blocked', 'template', 'The template is disabled for low quality',
		'Use another template, with other content.'),
	row('132068, 132069', 'template-blocked', 'template', 'The flow in the template is blocked or slowed down',
		'Correct the flow at the service, or use another template.'),
	row('132000, 132012', 'invalid-request', 'message', 'The values do not fit the placeholders of the template',
		'Compare the placeholders of the template with the values of this item. If the template has changed, choose it again.'),
	row('132005', 'invalid-request', 'message', 'The text of the template is too long with these values',
		'Give shorter values for the placeholders.'),
	row('131052, 131053', 'invalid-request', 'message', 'The file of the message could not be fetched or stored',
		'Check the URL, the type and the size of the file. The service must be able to open the URL.'),
	row('131051', 'invalid-request', 'message', 'The service does not support this kind of message',
		'Send another kind of message, such as a text.'),
	row('131021', 'invalid-request', 'message', 'The recipient is the sending number itself',
		'Correct the recipient, or choose another sending number.'),
	{ codes: ['100', '131008', '131009'], ...uncoded['invalid-request'], scope: 'message', isVague: true },
	{ codes: ['1', '2', '131000', '131016', '133004'], ...uncoded.service, isVague: true },
];

/** The codes of a row, with each code of a range. */
function codesOf({ codes }: KnownCode): readonly string[] {
	return codes.flatMap((written) => {
		const [first = '', last = first] = written.split('–');
		return Array.from({ length: Number(last) - Number(first) + 1 }, (_, place) => String(Number(first) + place));
	});
}

const byCode = new Map(codeTable.flatMap((known) => codesOf(known).map((code) => [code, known] as const)));

/** What a code means, given as a number or a text; undefined if nobody knows. */
export const knownCode = (code: unknown): KnownCode | undefined => byCode.get(text(code)?.trim() ?? '');

/** A code, and the object in which it stands. */
export interface GivenCode {
	readonly code: unknown;
	readonly beside: unknown;
}

/** The codes of the platform have as many digits, apart from some of its oldest ones. */
const platformDigits = 5;

/** Services count their own errors so, or write a status there. 4, a limit, only asks to wait. */
const isOwnNumber = /^(?!4$)(?:\d\d?|2\d\d)$/;

/** Whether the platform itself wrote an error. */
const isOfPlatform = (error: unknown): boolean =>
	text(at(error, 'fbtrace_id')) !== undefined || /^(?:OAuth|GraphMethod)Exception$/.test(text(at(error, 'type')) ?? '');

/**
 * What a code means where it stands. A short one can be a number of the service's own: without another sign it holds for
 * no other message, since one bad recipient would else stop all of them.
 * @param isDenied whether the status of the response says that the account may not do this
 */
function meaningOf({ code, beside }: GivenCode, isDenied: boolean): KnownCode | undefined {
	const written = text(code)?.trim() ?? '';
	const known = knownCode(written);
	if (known === undefined || written.length >= platformDigits || isDenied || isOfPlatform(beside)) return known;
	if (isOwnNumber.test(written)) return undefined;
	return known.scope === 'account' || known.scope === 'number' ? { ...known, scope: undefined } : known;
}

/**
 * The code that says most, and what it means if that is known. Of several, given from the outside in, it is the innermost
 * known one: a service may wrap the platform's code in one of its own. Else it is the first that there is.
 */
export function tellingCode(codes: readonly GivenCode[], isDenied = false): { readonly code: unknown; readonly known?: KnownCode } {
	for (const given of [...codes].reverse()) {
		const known = meaningOf(given, isDenied);
		if (known !== undefined) return { code: given.code, known };
	}
	return { code: codes.find(({ code }) => text(code) !== undefined)?.code };
}
