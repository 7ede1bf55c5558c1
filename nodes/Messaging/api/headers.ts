/** Headers as Node and n8n give them: lower-case names, repeated ones as a list. */
export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** All values of a header, trimmed, without empty ones. The name's letter case does not matter. */
export function headerValues(headers: Headers, name: string): string[] {
	const wanted = name.trim().toLowerCase();
	const named = Object.entries(headers).filter(([key]) => key.toLowerCase() === wanted);
	return named.flatMap(([, value]) => value ?? []).map((one) => one.trim()).filter((one) => one !== '');
}

/** The first value of a header, or undefined. */
export const headerValue = (headers: Headers, name: string): string | undefined =>
	headerValues(headers, name)[0];
