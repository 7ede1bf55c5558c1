import type { INodeProperties } from 'n8n-workflow';

import type { Failure } from '../contract/failure';
import type { SendRequest } from '../contract/requests';
import type { Result } from '../contract/result';
import type { Template } from '../contract/template';
import type { Parameters } from '../transport/parameters';

/** What the items of one run of the node share. */
export interface Run {
	/** The templates of the account; read from the service once, when the first item needs them. */
	templates(): Promise<Result<readonly Template[], Failure>>;
}

/** An operation that turns each item into one message. */
export interface MessageOperation {
	/** The fields that the operation shows below Resource and Operation. */
	readonly properties: INodeProperties[];
	/** Reads an item's parameters and builds its request, or says why it can't. Nothing is sent. */
	prepare(parameters: Parameters, run: Run): Promise<Result<SendRequest, Failure>>;
}
