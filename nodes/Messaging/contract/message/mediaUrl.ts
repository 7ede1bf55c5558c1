import { invalidInput, type Failure } from '../failure';
import { firstText } from '../json';
import { err, ok, type Result } from '../result';
import { isHttpUrl } from '../serviceAddress';

/** Reads the URL from which the service fetches media. */
export function readMediaUrl(value: unknown): Result<string, Failure> {
	const given = firstText(value)?.trim() ?? '';
	if (isHttpUrl(given)) return ok(given);
	return err(invalidInput(
		given === '' ? "'Media URL' is empty" : `'Media URL' is not a URL: "${given}"`,
		'Give the full public URL of the file, such as https://example.com/menu.pdf.',
	));
}
