/** Headers as Node and n8n give them: lower-case names, repeated ones as a list. */
export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** All values of a header, trimmed, without empty ones. The name's letter case does not matter. */
export function headerValues(headers: Headers, name: string): string[] {
	const wanted = name.trim().toLowerCase();
	const values: string[] = [];
	for (const [key, value] of Object.entries(headers)) {
		if (key.toLowerCase() !== wanted || value === undefined) continue;
		for (const one of typeof value === 'string' ? [value] : value) {
			if (one.trim() !== '') values.push(one.trim());
		}
	}
	return values;
}

/** The first value of a header, or undefined. */
export const headerValue = (headers: Headers, name: string): string | undefined =>
	headerValues(headers, name)[0];
