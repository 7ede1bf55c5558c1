import type { IExecuteFunctions } from 'n8n-workflow';

import { systemClock } from '../../delivery/clock';
import { createSender, type Sender } from '../../delivery/sender';
import type { ParameterReader } from '../../n8n/parameters';
import type { Connection } from '../../transport/connection';
import type { MessageOperation } from '../operation';
import { openRun, type Run } from '../run';
import { recipientOfItem } from './buildMessage';
import type { MessageFacts } from './earlierTry';
import { openLatestStarts, type LatestStarts } from './latestStarts';
import { openMessageIdentities } from './messageKey/messageIdentities';
import type { SendingOptions } from './options';
import { openRunMemory, type RunMemory } from './runMemory';

/** What a run of messages is made of. */
interface SendingRunSettings {
	readonly context: IExecuteFunctions;
	readonly operation: MessageOperation;
	readonly connection: Connection;
	readonly parametersOf: ParameterReader;
	readonly options: SendingOptions;
	/** Whether the run waits for the answer to its message. */
	readonly isQuestion: boolean;
}

/** What the messages of one run share while they are sent. */
export interface SendingRun extends SendingRunSettings, MessageFacts {
	readonly memory: RunMemory;
	/** Whether this run retries the question of another execution, which may have asked it. */
	readonly isRetryElsewhere: boolean;
	/** Whether a message may be sent again when its outcome is unknown. */
	readonly isIdempotent: boolean;
	/** What the idempotency keys of messages without a Message Key are made from. */
	readonly seed: string;
	readonly sender: Sender;
	readonly run: Run;
	readonly latestStarts: LatestStarts;
	/** The recipients of the messages that were prepared, by item index. */
	readonly recipients: Map<number, string>;
}

export function openSendingRun(settings: SendingRunSettings): SendingRun {
	const { context, connection, parametersOf, options, isQuestion } = settings;
	const memory = openRunMemory(context);
	const isRetryElsewhere = isQuestion && memory.isOfOtherExecution;
	// The link in a question leads to its own execution, so a retry in another execution asks another question: under another key.
	const isIdempotent = options.idempotencyHeader !== undefined && !isRetryElsewhere;
	const seed = isQuestion ? `${memory.seed} ${context.getExecutionId()}` : memory.seed;
	const sender = createSender({ ...options, isIdempotent, clock: systemClock, signal: context.getExecutionCancelSignal() });
	const recipients = new Map<number, string>();
	return {
		...settings,
		memory,
		isRetryElsewhere: isRetryElsewhere,
		isIdempotent,
		seed,
		sender,
		run: openRun(throughSender(connection, sender)),
		identityOf: openMessageIdentities(parametersOf, connection.account.baseUrl),
		latestStarts: openLatestStarts(context, parametersOf),
		recipients,
		// For an item without a prepared message the recipient is read once more, where it can be read.
		recipientOf: (index) => recipients.get(index) ?? recipientOfItem(parametersOf(index)),
	};
}

/** The connection for lists and uploads: its requests keep the limits of the run too. */
const throughSender = (connection: Connection, sender: Sender): Parameters<typeof openRun>[0] => ({
	...connection,
	request: async (request, limit) =>
		await sender.request(
			async () => await connection.request(request),
			request.method === 'GET' ? 'unpaced' : 'paced',
			limit,
		),
});
