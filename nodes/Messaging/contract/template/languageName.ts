const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** A language code with its name: `German (de_DE)`, else the code alone. */
export function languageName(code: string): string {
	try {
		const [language = ''] = code.split(/[_-]/);
		const name = names.of(language);
		return name === undefined ? code : `${name} (${code})`;
	} catch {
		// Intl throws for a text that is no language code.
		return code;
	}
}
