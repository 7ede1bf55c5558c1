import type { INodeProperties } from 'n8n-workflow';

import type { Failure } from '../contract/failure';
import type { JsonObject } from '../contract/json';
import type { SendRequest } from '../contract/requests';
import type { Result } from '../contract/result';
import type { BinaryFile } from '../transport/binary';
import type { Parameters } from '../transport/parameters';
import type { Run } from './run';

/** A message that is ready to leave, once its header's file (where it has one) is uploaded. */
export interface Prepared {
	readonly request: SendRequest;
	readonly headerFile?: BinaryFile | undefined;
}

/** An operation that turns each item into one message. */
export interface MessageOperation {
	/** The fields that the operation shows below Resource and Operation. */
	readonly properties: INodeProperties[];
	/** Reads an item's parameters and builds its request, or says why it can't. Nothing is sent. */
	prepare(parameters: Parameters, run: Run): Promise<Result<Prepared, Failure>>;
}

/** An operation that reads or stores something; each item gives any number of records. */
export interface RecordOperation {
	readonly properties: INodeProperties[];
	execute(parameters: Parameters, run: Run): Promise<Result<readonly JsonObject[], Failure>>;
}
