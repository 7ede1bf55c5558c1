import { isObject } from '../../nodes/Messaging/text/json';
import { doubtLength, longest, unfitValues } from '../../nodes/Messaging/template/platformLimits';
import { fillTemplateText } from '../../nodes/Messaging/template/preview';
import { readPlaceholders } from '../../nodes/Messaging/template/placeholders';
import type { TemplateSendRequest } from '../../nodes/Messaging/request/requests';
import { componentOf, type TemplateRecord } from '../fixtures/templateRecord';
import { refusals, type Refusal } from '../forms/refusal';
import { checkPublicUrl } from './media';

type Path = readonly string[];

const nameOf = (path: Path) => path.join('.');

/** A carousel card takes its media as a URL or as an id, never both, never neither. */
const ownMedia = ['media_url', 'media_id'];

const isOwnMedia = (path: Path) => path[0] === 'cards' && ownMedia.includes(path.at(-1) ?? '');

/** The paths of every value in `variables`, and those of what is neither a value nor a section. */
function readGiven(variables: unknown, path: Path = []): Array<{ path: Path; value: unknown }> {
	if (!isObject(variables)) return [{ path, value: variables }];
	return Object.entries(variables).flatMap(([key, value]) => readGiven(value, [...path, key]));
}

/**
 * Checks a template message against the template that it names (API document, "variables object",
 * and the table of the template send request). Undefined when everything fits.
 */
export function checkTemplate(request: TemplateSendRequest, template: TemplateRecord): Refusal | undefined {
	if (template.status !== 'APPROVED') {
		return refusals.notApproved(`The template "${template.template_name}" is ${template.status}.`);
	}
	return checkVariables(request, template) ?? checkHeader(request, template) ?? checkCatalog(request, template);
}

function checkVariables(request: TemplateSendRequest, template: TemplateRecord): Refusal | undefined {
	const expected = readPlaceholders(template.expected_variables).map(({ path }) => path);
	if (expected.length === 0 && request.variables !== undefined) {
		return refusals.wrongPlaceholders('The template has no placeholders: leave variables out entirely.');
	}
	const given = readGiven(request.variables ?? {});
	const names = new Set(given.map(({ path }) => nameOf(path)));
	const expectedNames = new Set(expected.map(nameOf));

	const faults = [
		...expected
			.filter((path) => !names.has(nameOf(path)) && !isOwnMedia(path))
			.map((path) => `missing: ${nameOf(path)}`),
		...checkOwnMedia(expected, names),
		...given
			.filter(({ path }) => path.length > 0 && !expectedNames.has(nameOf(path)))
			.map(({ path }) => `not expected: ${nameOf(path)}`),
		...given
			.filter(({ path, value }) => expectedNames.has(nameOf(path)) && (typeof value !== 'string' || value.trim() === ''))
			.map(({ path }) => `empty: ${nameOf(path)}`),
	];
	return faults.length === 0 ? undefined : refusals.wrongPlaceholders(faults.join('; '));
}

function checkOwnMedia(expected: readonly Path[], given: ReadonlySet<string>): string[] {
	const cards = new Set(expected.filter(isOwnMedia).map((path) => nameOf(path.slice(0, -1))));
	return [...cards].flatMap((card) => {
		const count = ownMedia.filter((key) => given.has(`${card}.${key}`)).length;
		if (count === 1) return [];
		return [`${count === 0 ? 'missing' : 'given twice'}: ${card}.media_url or ${card}.media_id`];
	});
}

function checkHeader(request: TemplateSendRequest, template: TemplateRecord): Refusal | undefined {
	const format = componentOf(template.components, 'HEADER')?.format;
	const isMedia = format === 'IMAGE' || format === 'VIDEO' || format === 'DOCUMENT';
	if (!isMedia && (request.media_url !== undefined || request.media_id !== undefined)) {
		return refusals.wrongFormat('The template has no media header: leave media_url and media_id out.');
	}
	if (format === 'LOCATION' && request.location === undefined) {
		return refusals.wrongFormat('missing: location (the template has a location header)');
	}
	if (format !== 'LOCATION' && request.location !== undefined) {
		return refusals.wrongFormat('The template has no location header: leave location out.');
	}
	return request.media_url === undefined ? undefined : checkPublicUrl('media_url', request.media_url);
}

/** Checks values as the platform does: what it does not take in one, and how long a body may get. */
export function checkValues({ variables }: TemplateSendRequest, template: TemplateRecord): Refusal | undefined {
	const unfit = unfitValues(variables);
	if (unfit.length > 0) return refusals.wrongFormat(unfit.join('; '));
	const body = componentOf(template.components, 'BODY')?.text ?? '';
	const [tooLong] = doubtLength('body', fillTemplateText({ body, buttons: [], cards: [] }, variables, undefined).body, longest.body);
	return tooLong === undefined ? undefined : refusals.tooLong(tooLong);
}

/** "Required for product carousels", and meaningless elsewhere. */
function checkCatalog(request: TemplateSendRequest, template: TemplateRecord): Refusal | undefined {
	const cards = componentOf(template.components, 'CAROUSEL')?.cards ?? [];
	const hasProducts = cards.some(({ components }) =>
		components.some((one) => one.type === 'HEADER' && one.format === 'PRODUCT'),
	);
	if (hasProducts && request.catalog_id === undefined) {
		return refusals.wrongFormat('missing: catalog_id (the template is a product carousel)');
	}
	if (!hasProducts && request.catalog_id !== undefined) {
		return refusals.wrongFormat('The template has no product carousel: leave catalog_id out.');
	}
	return undefined;
}
