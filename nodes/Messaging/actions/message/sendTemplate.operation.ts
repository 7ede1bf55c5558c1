import type { INodeProperties } from 'n8n-workflow';

import { readLocation } from '../../request/attachments';
import type { Location } from '../../request/requests';
import { type Content, type Item, toField } from '../../sending/message';
import { pathLabels } from '../../api/account';
import { type Failure, invalidInput } from '../../result/failure';
import { err, ok, type Result } from '../../result/result';
import { holdsId } from '../../api/path';
import { doubtWord } from '../../template/givenText';
import { findMissing, findSurplus, showsNoLocation } from '../../template/needs';
import { valuesIn } from '../../template/placeholders';
import { doubtFilled } from '../../template/platformLimits';
import { fillTemplateText } from '../../template/preview';
import type { FilledPlaceholder } from '../../template/section';
import type { Template } from '../../template/template';
import { showInvisible } from '../../text/invisible';
import { at, isMissing, isObject, type JsonObject, optionalText, text } from '../../text/json';
import type { Run } from '../../service/run';
import type { MessageOperation } from '../operation';
import { type MessageParameters, readAddress } from './address';
import { doubtLanguage, findOtherTemplate, findTemplate, templateChoice } from './chosenTemplate';
import { doubtParts, placeholderFields, readVariables } from './givenPlaceholders';
import { doubtHeader, type HeaderMedia, type HeaderMediaField, headerMediaFields, readHeaderMedia } from './headerMedia';
import { findNoText } from './noText';

export const additionalFields = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	default: {},
	placeholder: 'Add Field',
	options: [
		{
			displayName: 'Catalog ID',
			name: 'catalogId',
			type: 'string',
			default: '',
			placeholder: 'e.g. 194836987003835',
			description: 'The ID of the catalog that holds the products of a product carousel. Only templates with product cards need it.',
		},
		{
			displayName: 'Fallback Language',
			name: 'fallbackLanguage',
			type: 'string',
			default: '',
			placeholder: 'e.g. en_US',
			description: 'The language for an item whose own the template does not have, or that gives none. For a language by expression.',
		},
		{
			displayName: 'Location',
			name: 'location',
			type: 'fixedCollection',
			// Shows its fields at once. Without them a person would have to add the details in a second step.
			default: { details: { latitude: '', longitude: '', name: '', address: '' } },
			placeholder: 'Add Location',
			description: 'The place to show in a location header. Only templates with such a header need it.',
			options: [
				{
					displayName: 'Details',
					name: 'details',
					values: [
						{
							displayName: 'Latitude',
							name: 'latitude',
							type: 'string',
							default: '',
							placeholder: 'e.g. 37.4421',
							description: 'In decimal degrees, from -90 to 90',
						},
						{
							displayName: 'Longitude',
							name: 'longitude',
							type: 'string',
							default: '',
							placeholder: 'e.g. -122.1616',
							description: 'In decimal degrees, from -180 to 180',
						},
						{
							displayName: 'Name',
							name: 'name',
							type: 'string',
							default: '',
							placeholder: 'e.g. Main Street Shop',
							description: 'The name of the place',
						},
						{
							displayName: 'Address',
							name: 'address',
							type: 'string',
							default: '',
							placeholder: 'e.g. 1 Main Street, Springfield',
							description: 'The address of the place',
						},
					],
				},
			],
		},
	],
} as const satisfies INodeProperties;

type TemplateParameters = MessageParameters<(typeof templateChoice)[number] | (typeof placeholderFields)[number] | HeaderMediaField | typeof additionalFields>;

/** POST /v1/messaging/send (API document, "Template send request"). */
export const sendTemplate: MessageOperation = {
	kind: 'message',
	label: {
		name: 'Send Template',
		action: 'Send a template message',
		description: 'Send an approved template to anyone at any time',
	},
	properties: [...templateChoice, ...placeholderFields, toField, ...headerMediaFields, additionalFields],

	async build(item, run) {
		return await buildTemplate(item, run);
	},
};

/**
 * Builds the message of a template.
 * @param fill gives a placeholder that the node fills in itself, with its value
 */
export async function buildTemplate(
	item: Item,
	run: Run,
	fill?: (template: Template) => Result<FilledPlaceholder, Failure>,
): Promise<Result<Content, Failure>> {
	const parameters: TemplateParameters = item.parameters;
	const chosen = await findTemplate(parameters, run, fill !== undefined, () => parameters.collection('additionalFields').fallbackLanguage);
	if (!chosen.ok) return chosen;
	const { template } = chosen.value;
	const filled = template === undefined ? ok(undefined) : (fill?.(template) ?? ok(undefined));
	if (!filled.ok) return filled;
	const ofOther = template && findOtherTemplate(parameters, template, run);
	if (ofOther !== undefined) return err(ofOther);
	const read = readVariables(parameters, template, filled.value?.placeholder);
	if (!read.ok) return read;
	// Words from outside could look like other words in a question, and somebody would approve what was not asked.
	const given = filled.value === undefined ? read.value : read.value && withInvisibleShown(read.value);
	const variables = filled.value === undefined ? given : withValue(given, filled.value);
	const { baseUrl } = run.connection.account;
	const media = readHeaderMedia(parameters, baseUrl);
	if (!media.ok) return media;
	const isStored = media.value.file === undefined || template?.id !== undefined || !holdsId(run.connection.account.paths.media, 'template_id');
	if (!isStored) return err(noTemplateId);
	const location = readGivenLocation(parameters, template);
	if (!location.ok) return location;
	const { catalogId: givenCatalog } = parameters.collection('additionalFields');
	const noText = findNoText({ 'Media ID': media.value.id, 'Language Name or ID': parameters.value('languageCode'), 'Catalog ID': givenCatalog });
	if (noText !== undefined) return err(noText);
	const catalogId = text(givenCatalog);
	const misfit = template && (findMissing(template, location.value, catalogId) ?? findSurplus(template, location.value));
	if (misfit !== undefined) return err(misfit);
	const address = readAddress(item);
	if (!address.ok) return address;
	const body = {
		...address.value,
		template_name: chosen.value.name,
		language_code: chosen.value.language,
		...(variables === undefined ? {} : { variables }),
		...optionalText('media_url', media.value.url),
		...optionalText('media_id', media.value.id),
		...optionalText('catalog_id', catalogId),
		...(location.value === undefined ? {} : { location: location.value }),
	};
	const templateText = template?.text;
	const preview = templateText && (() => fillTemplateText(templateText, variables, headerWords(media.value, location.value)));
	const shownLanguage = run.connection.mask.text(chosen.value.language);
	return ok({
		request: { kind: 'template', body },
		...(filled.value === undefined ? {} : { comparable: { ...body, variables: given } }),
		headerFile: media.value.file,
		templateId: template?.id,
		...(chosen.value.inPlace === 'fallback' ? { fallbackLanguage: shownLanguage } : {}),
		warnings: () => [
			...doubtLanguage(chosen.value.inPlace, shownLanguage),
			...doubtHeader(templateText, media.value, baseUrl),
			...doubtParts(parameters),
			...valuesIn(given).flatMap(({ name, value }) => doubtWord(name, value)),
			...doubtFilled(given, preview?.()),
		],
		preview,
	});
}

const noTemplateId = invalidInput(
	"The file under 'Header Media' cannot be uploaded, since the list of templates does not show the ID of this template",
	`'${pathLabels.media}' in the Messaging API credential stores each file below a template, by its ID. Give the file by URL, or change that path. Nothing was sent.`,
);

/** The values with each character written out that nobody sees. */
function withInvisibleShown(variables: JsonObject): JsonObject {
	const shown: unknown = JSON.parse(JSON.stringify(variables), (_key, value: unknown) => (typeof value === 'string' ? showInvisible(value) : value));
	return isObject(shown) ? shown : variables;
}

/** Adds one value to the variables, in its section. */
function withValue(variables: JsonObject | undefined, { placeholder, value }: FilledPlaceholder): JsonObject {
	const [section = '', key = ''] = placeholder.path;
	const others = at(variables, section);
	return { ...variables, [section]: { ...(isObject(others) ? others : {}), [key]: value } };
}

/** What a header shows, in words. */
function headerWords({ url, id, file }: HeaderMedia, location: Location | undefined): string | undefined {
	if (location !== undefined) {
		const { latitude, longitude, name, address } = location;
		return [name, address, `${latitude}, ${longitude}`].filter((part) => part !== undefined).join(' · ');
	}
	return url ?? id ?? file?.fileName;
}

function readGivenLocation(parameters: TemplateParameters, template: Template | undefined): Result<Location | undefined, Failure> {
	const details = at(parameters.collection('additionalFields'), 'location', 'details');
	if (!isObject(details)) return ok(undefined);
	// Empty fields are no location, and only right for a template that is known to show none.
	if (template !== undefined && showsNoLocation(template) && Object.values(details).every(isMissing)) return ok(undefined);
	const noText = findNoText({ Name: details.name, Address: details.address });
	return noText === undefined ? readLocation(details) : err(noText);
}
