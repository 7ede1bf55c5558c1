import { updateDisplayOptions } from 'n8n-workflow';

import { type Parameters, readOption } from '../../n8n/parameters';
import { askAndWait } from '../../question/askAndWait';
import { questionFields, questionOptions, sendAsField } from '../../question/fields';
import { fillLinkButton } from '../../question/linkButton';
import type { QuestionInput } from '../../question/questionInput';
import type { BuildMessage } from '../../sending/sendMessages';
import { ok } from '../../result/result';
import { doubtWord } from '../../template/givenText';
import { doubtLength, longest } from '../../template/platformLimits';
import type { QuestionOperation } from '../operation';
import { readAddress, toField } from './fields';
import { buildTemplate } from './sendTemplate.operation';
import { headerValues, placeholderValues, templateChoice } from './templateFields';

const [, linkButtonNotice, windowNotice, ...question] = questionFields;

const templateFields = updateDisplayOptions({ show: { sendAs: ['template'] } }, [...templateChoice, ...placeholderValues, ...headerValues]);

/** Sends a question as a text or a template, with a link to the page where the person answers. */
export const sendAndWait: QuestionOperation = {
	kind: 'question',
	label: {
		name: 'Send and Wait for Response',
		action: 'Send a message and wait for response',
		description: 'Ask a person, and continue the workflow when the person has answered',
	},
	properties: [toField, sendAsField, linkButtonNotice, windowNotice, ...templateFields, ...question],
	options: questionOptions,

	async ask(context, connection) {
		return await askAndWait(context, connection, messageWith);
	},
};

const messageWith =
	({ message: text }: QuestionInput, link: string): BuildMessage =>
	async (item, run) => {
		const parameters: Parameters<typeof sendAsField> = item.parameters;
		const sendAs = readOption(sendAsField, parameters.value('sendAs'));
		if (!sendAs.ok) return sendAs;
		if (sendAs.value === 'template') return await buildTemplate(item, run, (template) => fillLinkButton(template, link));
		const address = readAddress(item);
		if (!address.ok) return address;
		const comparable = { ...address.value, text };
		const body = { ...comparable, text: `${text}\n\n${link}` };
		const warnings = () => [...doubtWord('Question', text), ...doubtLength("'Question'", body.text, longest.text)];
		return ok({ request: { kind: 'text', body }, comparable, warnings });
	};
