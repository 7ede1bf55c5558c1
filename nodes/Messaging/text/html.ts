/** Escapes a text for HTML, also inside an attribute. */
export const escapeHtml = (text: string): string =>
	text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('"', '&quot;')
		.replaceAll("'", '&#39;');

/**
 * A text that is no HTML and reads the same as plain text. n8n shows an error's description as HTML in the panel and as
 * plain text in lists, and its message the other way round in notifications: a link in it would be live in one place, and
 * escapes would be seen in the other. So each `<` becomes a character that looks like it.
 */
export const withoutTags = (text: string): string => text.replaceAll('<', '‹');
