import type { ILoadOptionsFunctions, ResourceMapperField, ResourceMapperFields } from 'n8n-workflow';

import { nodeError } from '../n8n/nodeError';
import type { Failure } from '../result/failure';
import { chooseTemplate, explainNoTemplate, readLanguage, sharedTemplate } from '../template/chooseTemplate';
import { labelsOf } from '../template/labels';
import { columnId, isCardMedia, languageMark, mediaHeaderMark, messageColumns, type Placeholder, templateMark } from '../template/section';
import { canBeSent, type Template, withoutLink } from '../template/template';
import { formatTemplateText, hasMediaHeader } from '../template/templateText';
import { inputColumns } from '../template/variables';
import { escapeHtml } from '../text/html';
import { at, isMissing, isObject } from '../text/json';
import type { Mask } from '../text/mask';
import { listNames, longestName, shorten } from '../text/wording';
import { chosenTemplate, readAccountTemplates } from './accountLists';

export const resourceMapping = {
	/** One column per placeholder of the chosen template in the chosen language. */
	async getTemplateVariables(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
		const name = chosenTemplate(this);
		if (name === undefined) return { fields: [], emptyFieldsNotice: noTemplateNotice };
		const read = await readAccountTemplates(this);
		if (!read.ok) {
			// Throws to keep the fields that the panel already has: n8n then ignores the result.
			if (shownFields(this).length > 0) throw nodeError(this.getNode(), read.error);
			return onlyNotice(read.error);
		}
		const { templates, mask } = read.value;
		const language = readLanguage(this.getCurrentNodeParameter('languageCode'));
		const shared = sharedTemplate(templates, name, language);
		const template = shared ?? chooseTemplate(templates, name, language);
		const languages = shared === undefined ? [] : languagesOf(templates, name);
		const { fields, emptyFieldsNotice } =
			'reason' in template
				? keptFields(this, mask.text(name), explainNoTemplate(template, name, language), mask)
				: fieldsAndNotice(this, isQuestion(this) ? withoutLink(template) : template, languages, mask);
		return { fields, emptyFieldsNotice: mask.text(emptyFieldsNotice ?? '') };
	},
};

const noTemplateNotice =
	'Choose a template above, and its placeholders appear here. If they do not, close this node and open it again. If an expression gives the template, use automatic mapping or JSON.';

/** A failure as a notice, since n8n shows no errors here. n8n reads notices as HTML. */
const onlyNotice = ({ message, description }: Failure): ResourceMapperFields => ({
	fields: [],
	emptyFieldsNotice: escapeHtml(`${message}. ${description}`),
});

/** The fields that the panel already has, as n8n keeps them. */
function shownFields(context: ILoadOptionsFunctions): ResourceMapperField[] {
	const schema = at(context.getCurrentNodeParameter('variables'), 'schema');
	return Array.isArray(schema) ? schema : [];
}

const textIn = (fields: readonly ResourceMapperField[]) => fields.find((field) => messageColumns.some((id) => at(field, 'id') === id));

/**
 * The panel's fields of a template that can't be sent now, with the reason above its text: without the fields n8n would
 * drop their values, and the template may be back tomorrow. Fields of another template are left out.
 */
function keptFields(context: ILoadOptionsFunctions, name: string, failure: Failure, mask: Mask): ResourceMapperFields {
	const fields = shownFields(context);
	const text = textIn(fields);
	const isOfOther = (at(text, templateMark) ?? name) !== name;
	const kept = fields.map((field) => (field === text ? { ...field, displayName: mask.text(failure.message) } : field));
	return { ...onlyNotice(failure), fields: isOfOther ? [] : kept };
}

/** Whether the operation is Send and Wait, where the node fills in one button of the template: the link to the question. */
const isQuestion = (context: ILoadOptionsFunctions): boolean => context.getCurrentNodeParameter('operation') === 'sendAndWait';

const noPlaceholdersNotice = 'This template has no placeholders: there is nothing to fill in.';

/** The languages in which a template can be sent. */
const languagesOf = (templates: readonly Template[], name: string): string[] =>
	[...new Set(templates.filter((one) => one.name === name && canBeSent(one)).map(({ language }) => language))];

/** `languages` are those among which Automatic cannot choose. */
function fieldsAndNotice(context: ILoadOptionsFunctions, { name, language, text, placeholders }: Template, languages: readonly string[], mask: Mask): ResourceMapperFields {
	const fields = fieldsOf(placeholders, mask);
	const isOfSeveral = languages.length > 1;
	const choice = isOfSeveral ? `Choose a language above: the template has several (${escapeHtml(listNames(languages))}).<br><br>` : '';
	if (text === undefined) return { fields, emptyFieldsNotice: choice + notice(placeholders, undefined) };
	const words = formatTemplateText(text, mask.text);
	const of = { [templateMark]: mask.text(name), [languageMark]: isOfSeveral ? '' : language };
	// n8n keeps the unknown properties. `displayOptions` of other fields and the run read them.
	const message = {
		...textColumn,
		...placeOfText(context, words, of, fields),
		required: false,
		readOnly: true,
		defaultValue: words,
		[mediaHeaderMark]: hasMediaHeader(text),
		...of,
	};
	return { fields: [message, ...fields], emptyFieldsNotice: choice + notice(placeholders, words) };
}

/** Of which template and language the text is. */
type TextOf = Readonly<Record<typeof templateMark | typeof languageMark, string>>;

/**
 * The column for the text, labeled with the template, or with a note if the panel shows an old text or none. n8n
 * fills in default values only when a template is chosen, a field is added, or no value is left. The label stays
 * until the fields are read again, so the note must also be true after the user has added the field.
 */
function placeOfText(context: ILoadOptionsFunctions, text: string, of: TextOf, fields: readonly ResourceMapperField[]): { id: string; displayName: string } {
	const [usual, other] = messageColumns;
	const values = at(context.getCurrentNodeParameter('variables'), 'value');
	const stands = textIn(shownFields(context));
	const id = at(stands, 'id') === other ? other : usual;
	const title = fields.length === 0 ? 'Message without placeholders' : 'Message';
	const plain = `${title}: ${shorten(`${of[templateMark]}, ${of[languageMark] === '' ? 'choose a language' : of[languageMark]}`, longestName)}`;
	// No note after another template was chosen, or if the user has removed the field.
	if (!isObject(values) || Object.keys(values).length === 0 || at(stands, 'removed') === true) return { id, displayName: plain };
	const shown = at(values, id);
	if (shown === text) return { id, displayName: plain };
	const note = 'Message: remove and add this field to see it';
	if (shown === undefined) return { id, displayName: note };
	const isSame = ([templateMark, languageMark] as const).every((mark) => (at(stands, mark) ?? of[mark]) === of[mark]);
	if (isSame) return { id, displayName: 'Message has changed: remove and add this field' };
	// n8n would keep the text of the other template under this ID.
	const isAnyKept = fields.some((field) => !isMissing(at(values, field.id)));
	return { id: id === usual ? other : usual, displayName: isAnyKept ? note : plain };
}

/** The text that n8n shows in place of the fields: with automatic mapping, and if there are none. */
function notice(placeholders: readonly Placeholder[], message: string | undefined): string {
	const text = message === undefined ? '' : `${escapeHtml(message).replaceAll('\n', '<br>')}<br><br>`;
	return placeholders.length === 0
		? `${text}${noPlaceholdersNotice}`
		: `${text}Each input item fills the template's placeholders from its fields with these names, in any usual spelling: ${escapeHtml(listNames(inputColumns(placeholders)))}.`;
}

const column = { defaultMatch: false, canBeUsedToMatch: false, display: true, type: 'string' } as const;

/**
 * n8n greys a text that can't be changed out until it can hardly be read, and is wrong about its height if lines wrap. It
 * shows JSON in a box as high as its text, in full contrast. n8n's types do not list this one, and so a run does not check
 * it, as it would an object.
 */
const textColumn = Object.assign({ ...column }, { type: 'json' });

function fieldsOf(placeholders: readonly Placeholder[], mask: Mask): ResourceMapperField[] {
	const labels = labelsOf(placeholders, mask);
	return placeholders.map((placeholder, place) => ({
		...column,
		id: columnId(placeholder),
		displayName: labels[place] ?? '',
		// Not required for a card's media: it needs a URL or an ID, and the node checks that there is one.
		required: !isCardMedia(placeholder) && placeholder.mayBeLink !== true,
	}));
}
