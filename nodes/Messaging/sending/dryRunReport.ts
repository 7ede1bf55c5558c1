import { categories } from '../result/categories';
import { countryName } from '../request/country';
import { countryOf } from '../request/recipient';
import type { SendRequest } from '../request/requests';
import { groupBy } from '../text/groupBy';
import { capitalize, itemNumber, listedEntries, longestName, nameItems, shorten } from '../text/wording';
import { describeRepeats } from './links/notice';
import { type ItemFailure, groupByReason, placesOf, quoted, type Reason } from './reasons';
import type { ItemResult } from './runMemory';

/** What a dry run has found in its items, which it names by their places in the input. */
export interface Findings {
	/** By item, in the order of the input. */
	readonly results: readonly ItemResult[];
	/** What else is wrong with those that can't be sent. */
	readonly faults: readonly ItemFailure[];
	/** What would leave. */
	readonly ready: readonly SendRequest[];
	/** What a person should look at before it leaves. */
	readonly doubts: ReadonlyArray<{ readonly index: number; readonly warning: string }>;
	/** Items that are the same message to the same recipient as an item before them. */
	readonly repeats: readonly number[];
}

/** Why items can't be sent, most frequent first. */
function faultsOf({ results, faults: others }: Findings): Reason[] {
	const failed = results.flatMap(({ sent }, index) => (sent.outcome === 'accepted' ? [] : [{ index, failure: sent.failure }]));
	return groupByReason([...failed, ...others].sort((one, other) => one.index - other.index));
}

/** How items are counted that can't be sent: those that only come at the wrong time first. */
const waysNotToLeave = [categories['quiet-hours'].counted, categories.expired.counted, categories['invalid-input'].counted] as const;

/** Items that are one message with another one, by their Message Key. */
const duplicatesOf = ({ results }: Findings): number[] =>
	results.flatMap(({ sent }, index) => (sent.outcome === 'accepted' && sent.sentBy === 'other item' ? [index] : []));

const warningsOf = ({ doubts }: Findings): Array<readonly [warning: string, items: number[]]> =>
	[...groupBy(doubts, ({ warning }) => warning)].map(([warning, all]) => [warning, placesOf(all)]);

/** How many there are of each, most frequent first. */
const count = <T>(all: readonly T[], keyOf: (one: T) => string): Array<readonly [first: T, count: number]> =>
	[...groupBy(all, keyOf).values()].flatMap((same) => (same[0] === undefined ? [] : [[same[0], same.length] as const])).sort(([, one], [, other]) => other - one);

const byTemplate = ({ ready }: Findings) =>
	count(
		ready.flatMap(({ kind, body }) => (kind === 'template' ? [{ template: body.template_name, language: body.language_code }] : [])),
		({ template, language }) => JSON.stringify([template, language]),
	);

const byCountry = ({ ready }: Findings) =>
	count(ready.map(({ body }) => countryOf(body.to)), (country) => country ?? '');

const inWords = (total: number): string => total.toLocaleString('en-US');

/** The first few of a list with counts. */
function listCounts<T>(all: ReadonlyArray<readonly [one: T, count: number]>, nameOf: (one: T) => string): string {
	const most = 6;
	const more = all.length - most;
	return `${all.slice(0, most).map(([one, total]) => `${inWords(total)} ${nameOf(one)}`).join(', ')}${more > 0 ? ` and ${inWords(more)} more` : ''}`;
}

/** What a dry run found in several items: the counts first, then why some can't be sent, then what to look at. */
export function describeFindings(findings: Findings): string[] {
	const faults = faultsOf(findings);
	const duplicates = duplicatesOf(findings);
	const countedAs = (counted: string) => findings.results.filter(({ sent }) => sent.outcome !== 'accepted' && categories[sent.failure.category].counted === counted).length;
	const counts = [
		[inWords(findings.ready.length), 'ready'],
		[inWords(duplicates.length), duplicates.length === 1 ? 'duplicate of another item' : 'duplicates of another item'],
		...waysNotToLeave.map((counted) => [inWords(countedAs(counted)), counted]),
	].filter(([total], place) => place === 0 || total !== '0');
	return [
		`Dry run: ${counts.map((part) => part.join(' ')).join(', ')}.`,
		...describeReady(findings),
		...faults.slice(0, listedEntries).map(({ reason, items }) => `${capitalize(reason)}: ${nameItems(placesOf(items))}.`),
		...andMore(faults.length),
		...describeDoubts(findings),
	];
}

/** What would leave: which templates, in which languages, to which countries, and how many people get several. */
function describeReady(findings: Findings): string[] {
	if (findings.ready.length === 0) return [];
	const templates = byTemplate(findings);
	const named = templates.length === 0 ? [] : [`${listCounts(templates, ({ template, language }) => `${shorten(template, longestName)} (${language})`)}; `];
	const countries = listCounts(byCountry(findings), (country) => `to ${country === null ? 'no country' : countryName(country)}`);
	const several = count(findings.ready, ({ body }) => body.to).filter(([, total]) => total > 1).length;
	const twice = several === 0 ? '' : `; ${several === 1 ? '1 recipient gets' : `${inWords(several)} recipients get`} more than one message`;
	return [`Ready: ${named.join('')}${countries}${twice}.`];
}

/** What to look at before the messages leave. Nothing if all is well. */
export function describeDoubts(findings: Findings): string[] {
	const warnings = warningsOf(findings);
	const listed = warnings.slice(0, listedEntries).map(([warning, items]) => (findings.results.length === 1 ? warning : `${warning}: ${nameItems(items)}.`));
	// Nothing tells a message that is meant twice from a row that is there twice.
	const repeats = findings.repeats.length === 0 ? [] : [`Without a 'Message Key' these would be sent more than once: ${describeRepeats(findings.repeats)}. Leave these rows out, or add 'Message Key' in the options.`];
	const all = [...listed, ...andMore(warnings.length), ...repeats];
	return all.length === 0 ? [] : ['Look at this before you send:', ...all];
}

const andMore = (total: number): string[] => (total > listedEntries ? [`And ${inWords(total - listedEntries)} more.`] : []);

/** Each fault with the items that have it, what they have in place of what is needed, and the way out. */
export const describeFaults = (findings: Findings): string[] => {
	const faults = faultsOf(findings);
	const lines = faults.slice(0, listedEntries).map(({ reason, items }) => {
		const named = items.slice(0, listedEntries).map(({ index, failure }) => [`item ${itemNumber(index)}`, quoted.exec(failure.message)?.[1]].filter((part) => part !== undefined).join(' '));
		const more = items.length - named.length;
		const all = more > 0 ? [...named, `and ${inWords(more)} more`] : named;
		return `${capitalize(reason)}: ${all.join(', ')}. ${wayOutOf(items)}`.trimEnd();
	});
	return [...lines, ...andMore(faults.length)];
};

/** The way out that all items have; else that of the first, which is mostly the same but for its own values. */
function wayOutOf(items: Reason['items']): string {
	const [first] = items;
	if (first === undefined || items.every(({ failure }) => failure.description === first.failure.description)) return first?.failure.description ?? '';
	return `Item ${itemNumber(first.index)}: ${first.failure.description}`;
}

/** The same for a program: items by their numbers, from 1. */
export function reportItem(findings: Findings) {
	const numbers = (places: readonly number[]): number[] => places.map((place) => place + 1);
	return {
		items: findings.results.length,
		ready: findings.ready.length,
		templates: byTemplate(findings).map(([one, total]) => ({ ...one, count: total })),
		countries: byCountry(findings).map(([country, total]) => ({ country, count: total })),
		notReady: faultsOf(findings).map(({ reason, items }) => ({ reason, category: items[0]?.failure.category, items: numbers(placesOf(items)) })),
		duplicates: numbers(duplicatesOf(findings)),
		repeats: numbers(findings.repeats),
		warnings: warningsOf(findings).map(([warning, items]) => ({ warning, items: numbers(items) })),
	};
}
