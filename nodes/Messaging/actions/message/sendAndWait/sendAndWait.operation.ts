import { textMessage } from '../../../contract/message/message';
import type { MessageOperation, QuestionOperation } from '../../operation';
import { readOption } from '../../readOption';
import { addressing, builtMessage } from '../addressing';
import type { MessageParameters } from '../fields';
import { buildTemplate } from '../sendTemplate.operation';
import type { templateFields } from '../sendTemplate.fields';
import { askAndWait } from './askAndWait';
import type { QuestionInput } from './questionInput';
import { questionFields, questionOptions, sendAsField, templateQuestionFields } from './fields';
import { fillLinkButton } from './question/linkButton';

const label = {
	name: 'Send and Wait for Response',
	action: 'Send a message and wait for response',
	description: 'Ask a person, and continue the workflow when the person has answered',
};

const [, linkButtonNotice, ...question] = questionFields;

const properties = [sendAsField, linkButtonNotice, ...templateQuestionFields, ...question];

/** Sends a question as a text or a template, with a link to the page where the person answers. */
export const sendAndWait: QuestionOperation = {
	label,
	properties,
	options: questionOptions,

	async ask(context, connection) {
		return await askAndWait(context, connection, messageWith);
	},
};

const messageWith = ({ message }: QuestionInput, link: string): MessageOperation => ({
	label,
	properties,

	async build(parameters: MessageParameters<(typeof questionFields)[number] | (typeof templateFields)[number]>, run) {
		const sendAs = readOption(sendAsField, parameters.value('sendAs'));
		if (!sendAs.ok) return sendAs;
		if (sendAs.value === 'template') {
			return await buildTemplate(parameters, run, (template) => fillLinkButton(template, link));
		}
		return builtMessage(textMessage({ ...addressing(parameters), text: `${message}\n\n${link}` }));
	},
});
