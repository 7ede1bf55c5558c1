import { createHash } from 'node:crypto';

import { err, ok } from '../../nodes/Messaging/result/result';
import type { PhoneNumberRecord } from '../fixtures/phoneNumbers';
import { supportTemplates } from '../fixtures/supportTemplates';
import type { TemplateRecord } from '../fixtures/templateRecord';
import { accountTemplates, type TemplateSet } from '../state/catalogue';
import { flatError } from './flatError';
import type { Endpoint, ServiceForm, UploadLimits } from './form';
import { refusals } from './refusal';
import { inMegabytes, uploadLimits } from './uploadLimits';

/*
 * A service whose public documentation has the API document's messages at other paths, with templates and uploads
 * below a sending number. What its public documentation leaves open is assumed, and each comment here says so.
 */

const root = '/v1/whatsapp';

/** Assumed: the others are below that of templates, as the API document has them. */
const sendPath = `${root}/send`;

const phoneNumbersPath = `${root}/phone_numbers`;

/** The path of a template list and of an upload; `mark` writes where an ID stands. */
const templatesPath = (mark: (name: string) => string) => `${phoneNumbersPath}/${mark('phone_number_id')}/templates`;
const mediaPath = (mark: (name: string) => string) => `${templatesPath(mark)}/${mark('template_id')}/media`;

const asRoute = (name: string) => `:${name}`;
const asField = (name: string) => `{${name}}`;

const endpoints: readonly Endpoint[] = [
	{ field: 'sendPath', label: 'Send Path', path: sendPath },
	{ field: 'templatesPath', label: 'Templates Path', path: templatesPath(asField) },
	{ field: 'phoneNumbersPath', label: 'Sending Numbers Path', path: phoneNumbersPath },
	{ field: 'mediaPath', label: 'Media Path', path: mediaPath(asField) },
];

const { image, video, document } = uploadLimits;

const limits = {
	image,
	video,
	document: { types: ['application/pdf'], bytes: document.bytes },
} as const satisfies UploadLimits;

const allTypes = Object.values(limits).map(({ types, bytes }) => `${types.join(' and ')} up to ${inMegabytes(bytes)}`).join(', ');

/** 24 hexadecimal digits, the same for the same template at every start. */
const templateId: ServiceForm['templateId'] = ({ template_name: name, language_code: language }, phoneNumberId) =>
	createHash('sha256').update(JSON.stringify([phoneNumberId, name, language])).digest('hex').slice(0, 24);

const setOf = (phoneNumberId: string, templates: readonly TemplateRecord[]): TemplateSet => ({
	phoneNumberIds: [phoneNumberId],
	templates: templates.map((one) => ({ ...one, id: templateId(one, phoneNumberId) })),
});

/** The first number has the templates of the whole account, every other one those of the support team. */
const templateSets = accountTemplates.flatMap(({ phoneNumberIds, templates }) =>
	phoneNumberIds.map((id, place) => setOf(id, place === 0 ? templates : supportTemplates)),
);

/** A template's record. Assumed: a section without placeholders is an empty list. */
const templateRecord = ({ id, template_name: name, language_code: language, category, status, components, expected_variables }: TemplateRecord) => ({
	id,
	name,
	language,
	category,
	status,
	components,
	expected_variables: { header: [], body: [], buttons: [], ...expected_variables },
});

const phoneNumberRecord = ({ id, verified_name, display_phone_number, quality_rating }: PhoneNumberRecord) => ({
	id,
	display_name: verified_name,
	phone_number: display_phone_number,
	quality_rating,
});

export const whatsappForm: ServiceForm = {
	sendPath,
	lists: [
		{ path: phoneNumbersPath, records: ({ phoneNumbers }) => phoneNumbers.map(phoneNumberRecord) },
		{
			path: templatesPath(asRoute),
			records: ({ templateSet }, phoneNumberId) =>
				templateSet(phoneNumberId)?.filter(({ status }) => status === 'APPROVED').map(templateRecord),
		},
	],
	// A bare list, without pages.
	listAnswer: ok,
	upload: {
		path: mediaPath(asRoute),
		limits,
		wrongType: (mimeType) => `"${mimeType}" can't be sent, only ${allTypes}.`,
		target({ params: { phoneNumberId, templateId: id }, fields, otherFiles }, { templateSet }) {
			const templates = templateSet(phoneNumberId);
			if (templates === undefined) {
				return err(refusals.unknownNumber(`There is no sending number with the id "${phoneNumberId}".`));
			}
			if (!templates.some((template) => template.id === id)) {
				return err(refusals.notFound(`The sending number has no template with the id "${id}".`));
			}
			const surplus = [...fields.keys(), ...otherFiles];
			if (surplus.length > 0) {
				// Assumed: the name of the field with the file, which the documentation doesn't give.
				return err(refusals.badRequest(`${surplus.join(', ')}: not expected. The form has one field, "file"; the path names the rest.`));
			}
			// Assumed: the file is good for this template alone, since it is uploaded below it.
			return ok({ phone_number_id: phoneNumberId, template_id: id });
		},
	},
	templateSets,
	templateId,
	idPrefixes: { message: 'wamid.', reply: 'wamid.' },
	errorBody: flatError,
	noRoute: (method, path) => ({ ...refusals.notFound(''), message: `Cannot ${method} ${path}` }),
	testKey: (liveKey) => (liveKey === 'sandbox-key' ? 'sandbox-test-key' : `${liveKey}-test`),
	registration: { by: 'dashboard' },
	isDescribed: false,
	endpoints,
};
