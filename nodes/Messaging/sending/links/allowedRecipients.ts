import { type MayReceive, notAllowed, readAllowedRecipients } from '../../request/allowedRecipients';
import { notSent } from '../../request/sendResult';
import { isGivenByModel } from '../../n8n/givenByModel';
import { readOrRefuse } from '../../n8n/nodeError';
import type { ParameterReader, Parameters } from '../../n8n/parameters';
import { type Failure, invalidInput } from '../../result/failure';
import { err, type Result } from '../../result/result';
import { findGap } from '../../template/givenText';
import { firstText } from '../../text/json';
import type { Condition, Message } from '../message';
import type { sendingOptions } from '../optionFields';

/**
 * A message goes to those in 'Allowed Recipients' only. Without a list that can be read it goes to nobody. What an
 * earlier try or run has sent says so before: it did leave.
 */
export function allowedRecipients(parametersOf: ParameterReader): Condition | undefined {
	if (!parametersOf(0).hasField('options', 'allowedRecipients')) return undefined;
	const readList = remembering();
	const read = ({ index }: Message) => readOrRefuse(() => readAllowed(parametersOf(index), readList));
	return {
		read,
		link: (next) => async (message) => {
			const [to, mayReceive] = [message.to(), read(message)];
			if (!mayReceive.ok) return notSent(mayReceive.error);
			if (!to.ok) return notSent(to.error);
			return mayReceive.value(to.value) ? await next(message) : notSent(notAllowed(to.value));
		},
	};
}

const chosenByModel = invalidInput(
	"'Allowed Recipients' in the options is given by the model",
	'Nothing was sent for this item. Whom a model may write to is not for itself to say. Write the recipients into the option, or take them from another node.',
);

function readAllowed(parameters: Parameters<typeof sendingOptions>, read: typeof readAllowedRecipients): Result<MayReceive, Failure> {
	const given = parameters.inParts('options', 'allowedRecipients');
	if (isGivenByModel(given)) return err(chosenByModel);
	// A part that gives nothing would leave a list of others.
	const gap = Array.isArray(given.value) ? undefined : findGap('Allowed Recipients', given, 'refused');
	return gap === undefined ? read(given.value, firstText(parameters.field('options', 'defaultCountry'))) : err(gap);
}

/** Reads a list once while it stays the same: ten thousand items mostly have the same. */
function remembering(): typeof readAllowedRecipients {
	let last: { readonly key: string; readonly read: ReturnType<typeof readAllowedRecipients> } | undefined;
	return (value, country) => {
		const key = JSON.stringify([value ?? null, country]);
		if (last?.key !== key) last = { key, read: readAllowedRecipients(value, country) };
		return last.read;
	};
}
