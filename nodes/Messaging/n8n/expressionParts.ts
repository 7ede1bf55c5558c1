import { ExpressionParser } from 'n8n-workflow';

import { isObjectOfTime } from './dateTime';
import { plainField, plainValue } from './plainField';

/** The value of an expression, and each `{{ }}` in it: as the user wrote it, and what it gives. A date is given as JSON has it. */
export interface InParts {
	readonly value: unknown;
	readonly parts: ReadonlyArray<{ readonly expression: string; readonly value: unknown }>;
}

/** An expression that is read in parts. */
export interface PartsReader {
	/** Whether it is more than one `{{ }}`: words and expressions, or several of these. */
	readonly isJoined: boolean;
	/** `isAsN8n` says whether the value is what n8n gives: not if a part is an object or a date. */
	read(itemIndex: number): InParts & { readonly isAsN8n: boolean };
}

/**
 * n8n takes two backslashes before braces for one that escapes nothing. The splitter that n8n exports takes
 * the second for an escape of the braces: it gets this in their place, which is no character.
 */
const twoBackslashes = '\ufffe';

/** An expression that only begins, at the very end: n8n takes it for one more that gives nothing, the splitter leaves it out. */
const endsOpen = /(?<!\\)\{\{$/;

/** n8n refuses an expression with this, also in the words around the braces. */
const refusedByN8n = /\.\s*constructor/;

/**
 * Reads an expression for an item, each `{{ }}` by itself: in what n8n joins of them, nobody can see one that
 * gives nothing. The joined text is the same as n8n's, except for objects, which nobody wants in a text, and for
 * dates: an execution that n8n retries has them as in JSON, so that n8n's own text would be another one then.
 * @param evaluate evaluates an expression that is written without the equals sign, as n8n's `evaluateExpression`
 * @param isShortCutRight whether n8n reads fields as this package does; if not, it reads all, and nothing joined here counts as its own
 */
export function partsReader(
	expression: string,
	items: ReadonlyArray<{ readonly json: unknown }>,
	evaluate: (expression: string, itemIndex: number) => unknown,
	isShortCutRight: boolean,
): PartsReader {
	const marked = expression.slice(1).replaceAll('\\\\', twoBackslashes);
	const chunks = ExpressionParser.splitExpression(marked);
	const isRefused = refusedByN8n.test(expression);
	const lastText = endsOpen.test(marked) ? undefined : chunks.length - 1;
	const pieces = chunks.map((chunk, index) => {
		// n8n leaves the text behind the last expression as it is.
		if (chunk.type === 'text') return chunk.text.replaceAll(twoBackslashes, index === lastText ? '\\\\' : '\\');
		const code = ExpressionParser.joinExpression([chunk]).replaceAll(twoBackslashes, '\\\\');
		return { code, field: isShortCutRight ? plainField(`=${code}`) : undefined };
	});
	// The first piece is always a text.
	const isOnePart = pieces.length === 2 && pieces[0] === '';
	const read: PartsReader['read'] = (itemIndex) => {
		// The words are n8n's own.
		if (isRefused) evaluate(expression.slice(1), itemIndex);
		const parts: Array<InParts['parts'][number]> = [];
		let isAsN8n = isShortCutRight;
		const values = pieces.map((piece) => {
			if (typeof piece === 'string') return piece;
			const plain = piece.field === undefined ? undefined : plainValue(items[itemIndex]?.json, piece.field);
			const given = plain ?? evaluate(piece.code, itemIndex);
			isAsN8n &&= given === null || (typeof given !== 'object' && typeof given !== 'function');
			const value = asInJson(given);
			parts.push({ expression: piece.code, value });
			return value;
		});
		return { value: isOnePart ? values[1] : values.map(joinable).join(''), parts, isAsN8n };
	};
	return { isJoined: !isOnePart, read };
}

/** n8n joins NaN as an empty text too. An object is left out, since not every object has a text. */
const joinable = (value: unknown): unknown => (Number.isNaN(value) || typeof value === 'object' ? '' : value);

/** An invalid date becomes null. */
function asInJson(value: unknown): unknown {
	if (!isObjectOfTime(value)) return value;
	const inJson: unknown = JSON.parse(JSON.stringify(value));
	return inJson;
}
