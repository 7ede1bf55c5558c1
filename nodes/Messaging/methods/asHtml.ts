/** A text for the places where n8n reads HTML. */
export const asHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
