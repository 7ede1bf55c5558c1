import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { Parameters } from '../n8n/parameters';
import type { BuildMessage } from '../sending/sendMessages';
import type { Failure } from '../result/failure';
import type { Result } from '../result/result';
import type { JsonObject } from '../text/json';
import type { Connection } from '../service/connection';
import type { Run } from '../service/run';

/** What the editor shows of an operation. */
interface Shown {
	readonly label: {
		readonly name: string;
		readonly action: string;
		readonly description: string;
	};
	/** The fields that the operation shows below Resource and Operation. */
	readonly properties: INodeProperties[];
}

/** An operation that turns each item into one message. */
export interface MessageOperation extends Shown {
	readonly kind: 'message';
	readonly build: BuildMessage;
}

/** An operation that reads or stores something. Each item gives any number of records. */
export interface RecordOperation extends Shown {
	readonly kind: 'records';
	execute(parameters: Parameters, run: Run): Promise<Result<readonly JsonObject[], Failure>>;
}

/** An operation that sends one message and waits for a person's answer. */
export interface QuestionOperation extends Shown {
	readonly kind: 'question';
	/** The field of options that the operation has in place of the resource's. */
	readonly options: INodeProperties;
	/** Sends the question and lets the execution wait. */
	ask(context: IExecuteFunctions, connection: Connection): Promise<INodeExecutionData[]>;
}

export type Operation = MessageOperation | QuestionOperation | RecordOperation;

/** What a user can do with one kind of thing at the service. */
export interface Resource {
	/** As the Resource field shows it. */
	readonly name: string;
	/** By their value in saved workflows. The panel lists them in this order; the first is the default. */
	readonly operations: Readonly<Record<string, Operation>>;
	/** Fields that all its operations show above and below their own. */
	readonly fieldsAbove?: INodeProperties[];
	readonly fieldsBelow?: INodeProperties[];
}
