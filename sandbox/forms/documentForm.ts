import { defaultPaths } from '../../nodes/Messaging/api/account';
import { err, ok } from '../../nodes/Messaging/result/result';
import { sendPath } from '../../nodes/Messaging/request/messageKinds';
import { accountTemplates } from '../state/catalogue';
import type { ServiceForm } from './form';
import { readPage } from './pages';
import { errorBody, refusals } from './refusal';
import { uploadLimits } from './uploadLimits';

/** The service as the API document describes it. */
export const documentForm: ServiceForm = {
	sendPath: sendPath.template,
	lists: [
		{ path: defaultPaths.templates, records: (catalogue) => catalogue.templates() },
		{ path: defaultPaths.phoneNumbers, records: (catalogue) => catalogue.phoneNumbers },
	],
	listAnswer: readPage,
	upload: {
		path: defaultPaths.media,
		limits: uploadLimits,
		wrongType: (mimeType) => `"${mimeType}" can't be sent.`,
		target({ fields }, catalogue) {
			const phoneNumberId = fields.get('phone_number_id');
			if (phoneNumberId === undefined) return err(refusals.badRequest('phone_number_id: Required'));
			if (catalogue.templateSet(phoneNumberId) === undefined) {
				return err(refusals.unknownNumber(`There is no sending number with the id "${phoneNumberId}".`));
			}
			return ok({ phone_number_id: phoneNumberId, template_id: null });
		},
	},
	templateSets: accountTemplates,
	templateId: ({ template_name: name, language_code: language }) => `tpl_${name}_${language}`,
	idPrefixes: { message: 'msg_', reply: 'rep_' },
	errorBody,
	noRoute: (method, path) => refusals.notFound(`${method} ${path}`),
	testKey: () => undefined,
	registration: { by: 'api', path: defaultPaths.webhooks },
	isDescribed: true,
	endpoints: [],
};
