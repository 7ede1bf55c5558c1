import type { IExecuteFunctions } from 'n8n-workflow';

import type { Failure } from '../../../contract/failure';
import { ok, type Result } from '../../../contract/result';
import { openProcessedEntries } from '../../../n8n/processedEntries';
import type { ParameterReader } from '../../../n8n/parameters';
import { createClaims, type Claims } from './claims';
import { eachName, type MessageNames } from './messageNames';

/** Opens n8n's memory for the names of a run's items; undefined where none of them has a Message Key. */
export function openClaims(
	context: IExecuteFunctions,
	parametersOf: ParameterReader,
	nameOf: MessageNames,
	itemIndices: readonly number[],
): Result<Claims | undefined, Failure> {
	const hasKeys = itemIndices.some((index) => parametersOf(index).hasField('options', 'messageKey'));
	if (!hasKeys) return ok(undefined);
	const entries = openProcessedEntries(context);
	return entries.ok ? ok(createClaims(entries.value, eachName(nameOf, itemIndices), itemIndices.length)) : entries;
}
