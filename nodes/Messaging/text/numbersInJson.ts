/*
 * Numbers in a JSON text become texts before it is parsed, where JavaScript's own parser would change them. By hand, in one
 * pass: a parser that is written in JavaScript takes seconds for the largest response, and n8n does nothing else meanwhile.
 */

/** What is nested more deeply is not read: whoever writes it again, n8n too, calls himself once for each level. */
const deepest = 1_000;

/**
 * Puts the numbers of a JSON text in quotes that `isText` picks by their digits; undefined if it is nested too deeply. A
 * text that is not JSON never becomes JSON by it.
 */
export function quoteNumbers(json: string, isText: (literal: string) => boolean): string | undefined {
	let [quoted, done, depth] = ['', 0, 0];
	for (let at = 0; at < json.length; ) {
		const unit = json.charCodeAt(at);
		if (unit === quote) {
			at = endOfString(json, at);
		} else if (unit === minus || isDigit(unit)) {
			const start = at;
			at = endOfNumber(json, at);
			const literal = json.slice(start, at);
			if (isText(literal) && isValue(json, literal, at)) {
				quoted += `${json.slice(done, start)}"${literal}"`;
				done = at;
			}
		} else {
			if (unit === openBracket || unit === openBrace) depth += 1;
			else if (unit === closeBracket || unit === closeBrace) depth -= 1;
			if (depth > deepest) return undefined;
			at += 1;
		}
	}
	return done === 0 ? json : quoted + json.slice(done);
}

const [quote, backslash, minus, openBracket, closeBracket, openBrace, closeBrace] = [0x22, 0x5c, 0x2d, 0x5b, 0x5d, 0x7b, 0x7d];

const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39;

/** The place behind the string that begins at a quote. */
function endOfString(json: string, start: number): number {
	let at = start + 1;
	while (at < json.length && json.charCodeAt(at) !== quote) at += json.charCodeAt(at) === backslash ? 2 : 1;
	return at + 1;
}

/** The place behind everything that a number may consist of. */
function endOfNumber(json: string, start: number): number {
	let at = start + 1;
	while (isDigit(json.charCodeAt(at)) || '+-.eE'.includes(json.charAt(at) || ' ')) at += 1;
	return at;
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;

const colon = /[ \t\n\r]*:/y;

/** Whether it is a number of JSON, and not in the place of a key: a text in that place would be right. */
function isValue(json: string, literal: string, end: number): boolean {
	colon.lastIndex = end;
	return jsonNumber.test(literal) && !colon.test(json);
}
