import type { IExecuteFunctions } from 'n8n-workflow';

import type { Failure } from '../../../contract/failure';
import { ok, type Result } from '../../../contract/result';
import { openProcessedEntries } from '../../../n8n/processedEntries';
import type { ParameterReader } from '../../../n8n/parameters';
import { createClaims, type Claims } from './claims';
import { eachIdentity, type MessageIdentities } from './messageIdentities';

/** Opens n8n's memory for the messages of a run's items; undefined where no item has a Message Key. */
export function openClaims(
	context: IExecuteFunctions,
	parametersOf: ParameterReader,
	identityOf: MessageIdentities,
	itemIndices: readonly number[],
): Result<Claims | undefined, Failure> {
	const hasKeys = itemIndices.some((index) => parametersOf(index).hasField('options', 'messageKey'));
	if (!hasKeys) return ok(undefined);
	const entries = openProcessedEntries(context);
	return entries.ok ? ok(createClaims(entries.value, eachIdentity(identityOf, itemIndices), itemIndices.length)) : entries;
}
