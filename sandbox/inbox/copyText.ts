/** Puts a text on the clipboard; false if the browser doesn't allow it, as on pages without HTTPS from elsewhere. */
export async function copyText(text: string): Promise<boolean> {
	try {
		await navigator.clipboard.writeText(text);
		return true;
	} catch {
		return false;
	}
}
