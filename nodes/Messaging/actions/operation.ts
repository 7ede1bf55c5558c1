import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { Failure } from '../contract/failure';
import type { JsonObject } from '../contract/json';
import type { SendRequest } from '../contract/message/requests';
import type { Result } from '../contract/result';
import type { Preview } from '../contract/template/preview';
import type { BinaryFile } from '../n8n/binary';
import type { Parameters } from '../n8n/parameters';
import type { Connection } from '../transport/connection';
import type { Run } from './run';

/** What the editor shows of an operation. */
interface OperationLabel {
	readonly name: string;
	readonly action: string;
	readonly description: string;
}

/** A message that can be sent, after its header's file was uploaded where it has one. */
export interface BuiltMessage {
	readonly request: SendRequest;
	readonly headerFile?: BinaryFile | undefined;
	/** Gives the message as a person would read it, where the template's text is known. */
	readonly preview?: (() => Preview) | undefined;
}

/** An operation that turns each item into one message. */
export interface MessageOperation {
	readonly label: OperationLabel;
	/** The fields that the operation shows below Resource and Operation. */
	readonly properties: INodeProperties[];
	/** Reads an item's parameters and builds its request, or says why that is not possible. Sends nothing. */
	build(parameters: Parameters, run: Run): Promise<Result<BuiltMessage, Failure>>;
}

/** An operation that reads or stores something. Each item gives any number of records. */
export interface RecordOperation {
	readonly label: OperationLabel;
	readonly properties: INodeProperties[];
	execute(parameters: Parameters, run: Run): Promise<Result<readonly JsonObject[], Failure>>;
}

/** An operation that sends one message and waits for a person's answer. */
export interface QuestionOperation {
	readonly label: OperationLabel;
	readonly properties: INodeProperties[];
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
