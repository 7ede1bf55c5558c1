import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { messageIdentity } from '../../nodes/Messaging/request/messageKey.ts';
import { Messaging } from '../../nodes/Messaging/Messaging.node.ts';
import { at, isObject } from '../../nodes/Messaging/text/json.ts';
import { addNodeType, outputOf, runMessaging } from '../support/engine.ts';
import { Deduplicator, type Row, uniqueViolation } from '../support/deduplicator.ts';
import { textParameters } from '../support/messages.ts';
import { installDeduplicator } from '../support/processedData.ts';
import type { Answer, Ended, Post, Result, Subject } from './steps.mts';

export const credential = { baseUrl: 'https://service.example', apiKey: 'key-123' };
export const to = '+12015550123';
export const messageKey = 'order-1';
/** That of all messages, whose row it names. */
export const identity = messageIdentity(messageKey, to, credential.baseUrl);

/** What the service answers to the run whose request it is. */
let post: Post = () => Promise.resolve('unreached');

/** The node as it is, but for n8n's way to the network. */
class MessagingWithoutNetwork extends Messaging {
	override async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		Object.assign(this.helpers, {
			httpRequestWithAuthentication: async (_type: string, request: object) => responseOf(await post(String(at(JSON.parse(String(at(request, 'body'))), 'text')))),
		});
		return await Messaging.prototype.execute.call(this);
	}
}

addNodeType('messaging', new MessagingWithoutNetwork());

/** As n8n's helper gives it, or throws it. */
function responseOf(answer: Answer): object {
	if (answer === 'unreached') throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' });
	if (answer === 'reset') throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
	const isAccepted = answer === 'accepted';
	const body = isAccepted ? { success: true, message_id: 'm-1' } : { error: { message: 'refused' } };
	const stream = Object.assign(
		(async function* () {
			yield await Promise.resolve(Buffer.from(JSON.stringify(body)));
		})(),
		{ destroy: () => {} },
	);
	return { statusCode: isAccepted ? 200 : 422, headers: {}, body: stream };
}

/** The node in n8n's engine, with one message. */
export const node: Subject = {
	async run(content, database, answer) {
		await installDeduplicator(database);
		post = answer;
		const parameters = textParameters({ text: content, options: { messageKey, maxAttempts: 2 } });
		const run = await runMessaging({ credential, parameters, onError: 'continueRegularOutput' }, [{ json: { to } }]);
		const hints = run.data.resultData.runData.messaging?.at(-1)?.hints ?? [];
		return { result: resultOf(outputOf(run)[0]?.json), saysUnsettled: hints.some(({ message }) => /database could not be written/.test(message)) };
	},
};

const outcomes: Readonly<Record<string, Result>> = { not_sent: 'not sent', rejected: 'rejected', unknown: 'unknown' };

function resultOf(output: unknown): Ended['result'] {
	const error = at(output, 'error');
	if (!isObject(error)) return at(output, 'duplicate') === true ? 'duplicate' : 'accepted';
	if (/was used for another message/.test(String(error.message))) return 'other content';
	const result = outcomes[String(error.outcome)];
	if (result === undefined) throw new Error(`No outcome: ${JSON.stringify(output)}`);
	return result;
}

/** The first run of a process tries n8n's rows. Those that are played are later ones. */
export async function beginProcess(subject: Subject): Promise<void> {
	const rows = new Map<string, Row>();
	const database = new Deduplicator({
		find: async (_workflow, context) => await Promise.resolve(rows.get(context)),
		insert: async (_workflow, context, row) => {
			await Promise.resolve();
			if (rows.has(context)) throw uniqueViolation();
			rows.set(context, row);
		},
		update: async (_workflow, context, row) => void (await Promise.resolve(rows.set(context, row))),
		delete: async (_workflow, context) => void (await Promise.resolve(rows.delete(context))),
	});
	const { result } = await subject.run('first', database, () => Promise.resolve('refused'));
	if (result !== 'rejected') throw new Error(`The first run of the process says ${result}`);
}
