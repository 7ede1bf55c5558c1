import type { ILoadOptionsFunctions } from 'n8n-workflow';

import type { Failure } from '../contract/failure';
import { text } from '../contract/json';
import type { Result } from '../contract/result';
import { connect, type Connection } from '../transport/connection';
import { nodeError, refusedInput } from '../transport/nodeError';

/** Reads a list for the editor; whatever keeps it from being read is thrown as n8n shows it. */
export async function loadList<T>(
	context: ILoadOptionsFunctions,
	fetch: (connection: Connection) => Promise<Result<readonly T[], Failure>>,
): Promise<readonly T[]> {
	const connection = await connect(context);
	if (!connection.ok) throw nodeError(context.getNode(), refusedInput(connection.error));
	const list = await fetch(connection.value);
	if (!list.ok) throw nodeError(context.getNode(), list.error);
	return list.value;
}

/** The template that the panel shows; undefined when none is chosen, or an expression chooses it. */
export function chosenTemplate(context: ILoadOptionsFunctions): string | undefined {
	const value = text(context.getCurrentNodeParameter('template', { extractValue: true }));
	return value?.startsWith('=') === true ? undefined : value;
}
