import { type INodeProperties, updateDisplayOptions } from 'n8n-workflow';

import { type Parameters, readOption } from '../../n8n/parameters';
import { askAndWait, questionOptions } from '../../question/askAndWait';
import { fillLinkButton } from '../../question/linkButton';
import { questionFields, type QuestionInput } from '../../question/questionInput';
import { toField } from '../../sending/message';
import type { BuildMessage } from '../../sending/sendMessages';
import { ok } from '../../result/result';
import { doubtWord } from '../../template/givenText';
import { doubtLength, longest } from '../../template/platformLimits';
import type { QuestionOperation } from '../operation';
import { readAddress } from './address';
import { templateChoice } from './chosenTemplate';
import { placeholderFields } from './givenPlaceholders';
import { headerMediaFields } from './headerMedia';
import { additionalFields, buildTemplate } from './sendTemplate.operation';

const sendAsField = {
	displayName: 'Send As',
	name: 'sendAs',
	type: 'options',
	default: 'text',
	options: [
		{
			name: 'Text',
			value: 'text',
			description: 'The message with the link below it, to someone who wrote to you in the last 24 hours (the 24-hour window)',
		},
		{
			name: 'Template',
			value: 'template',
			description: 'A template with a button that carries the link, to anyone at any time',
		},
	],
	description: 'How to send the question. Its link opens a page where the person answers.',
} as const satisfies INodeProperties;

/** What Send As means for the template and for the recipient. */
const sendAsNotices: INodeProperties[] = [
	{
		displayName:
			'The template needs a URL button with the URL <i>your n8n</i>/webhook-waiting/{{1}}. The node fills in {{1}}.',
		name: 'linkButtonNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { sendAs: ['template'] } },
	},
	{
		displayName: "A text only reaches someone who wrote to you in the last 24 hours. For everyone else, set 'Send As' to Template.",
		name: 'windowNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { sendAs: ['text'] } },
	},
];

const templateFields = updateDisplayOptions({ show: { sendAs: ['template'] } }, [...templateChoice, ...placeholderFields, ...headerMediaFields, additionalFields]);

/** Sends a question as a text or a template, with a link to the page where the person answers. */
export const sendAndWait: QuestionOperation = {
	kind: 'question',
	label: {
		name: 'Send and Wait for Response',
		action: 'Send a message and wait for response',
		description: 'Ask a person, and continue the workflow when the person has answered',
	},
	properties: [toField, sendAsField, ...sendAsNotices, ...templateFields, ...questionFields],
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
		return ok({ request: { kind: 'text', body }, comparable, preview: () => ({ body: body.text }), warnings });
	};
