import { textMessage } from '../../../contract/message/message';
import type { MessageOperation, QuestionOperation } from '../../operation';
import { addressing, builtMessage } from '../addressing';
import type { MessageParameters } from '../fields';
import { buildTemplate } from '../sendTemplate.operation';
import type { templateFields } from '../sendTemplate.fields';
import { askAndWait } from './askAndWait';
import type { QuestionInput } from './questionInput';
import { questionFields, questionOptions, templateQuestionFields } from './fields';
import { fillLinkButton } from './question/linkButton';

const label = {
	name: 'Send and Wait for Response',
	action: 'Send a message and wait for response',
	description: 'Ask a person, and go on with the workflow once the answer is there',
};

const [sendAs, linkButtonNotice, ...question] = questionFields;

const properties = [sendAs, linkButtonNotice, ...templateQuestionFields, ...question];

/** A question with a link to answer by, as a text or as a template. */
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
		if (parameters.value('sendAs') === 'template') {
			return await buildTemplate(parameters, run, (template) => fillLinkButton(template, link));
		}
		return builtMessage(textMessage({ ...addressing(parameters), text: `${message}\n\n${link}` }));
	},
});
