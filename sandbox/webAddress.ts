/** Whether a text is an absolute http or https URL. */
export const isWebAddress = (text: string): boolean =>
	URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);

/** The first link in a text. */
export const firstLink = /(https?:\/\/[^\s<>"]+)/;
