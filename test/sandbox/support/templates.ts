import { at } from '../../../nodes/Messaging/text/json';
import { nestValues, readPlaceholders } from '../../../nodes/Messaging/template/placeholders';
import { mediaTemplates } from '../../../sandbox/fixtures/mediaTemplates';
import { moreTemplates } from '../../../sandbox/fixtures/moreTemplates';
import type { TemplateRecord } from '../../../sandbox/fixtures/templateRecord';
import { textTemplates } from '../../../sandbox/fixtures/textTemplates';

export const allTemplates: readonly TemplateRecord[] = [...textTemplates, ...mediaTemplates, ...moreTemplates];

export const approved = allTemplates.filter(({ status }) => status === 'APPROVED');

/** Values for a template's placeholders: their examples, keyed by their dotted path. A card gets its media by URL. */
export function exampleValues(template: TemplateRecord): Map<string, string> {
	return new Map(
		readPlaceholders(template.expected_variables)
			.filter(({ path }) => path.at(-1) !== 'media_id')
			.map(({ path, example = '' }) => [path.join('.'), path.at(-1) === 'media_url' ? 'https://example.com/a.png' : example]),
	);
}

/** The body of a send request for a template with these values, with all that its shape asks for. */
export function requestFor(template: TemplateRecord, values: ReadonlyMap<string, string>): object {
	const formats = JSON.stringify(template.components);
	const variables = nestValues([...values].map(([path, value]) => [path.split('.'), value]));
	return {
		template_name: template.template_name,
		language_code: template.language_code,
		...(values.size === 0 ? {} : { variables }),
		...(formats.includes('"LOCATION"') ? { location: { latitude: 37.4, longitude: -122.1 } } : {}),
		...(at(template.expected_variables, 'cards', 0, 'header') === undefined ? {} : { catalog_id: 'catalog-1' }),
	};
}
