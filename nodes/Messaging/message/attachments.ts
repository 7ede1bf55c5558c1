import { err, type Failure, invalidInput, ok, type Result } from '../api/failure';
import { isHttpUrl } from '../api/serviceAddress';
import { firstText, numberOf, optionalText } from '../text/json';
import { longestName, shorten } from '../text/wording';
import type { Location } from './requests';

/**
 * The location of a location header. Decimal degrees may be numbers or strings; a blank name or address
 * is left out.
 */
export function readLocation(input: {
	readonly latitude?: unknown;
	readonly longitude?: unknown;
	readonly name?: unknown;
	readonly address?: unknown;
}): Result<Location, Failure> {
	const latitude = readDegrees('Latitude', input.latitude, 90);
	if (!latitude.ok) return latitude;
	const longitude = readDegrees('Longitude', input.longitude, 180);
	if (!longitude.ok) return longitude;
	return ok({
		latitude: latitude.value,
		longitude: longitude.value,
		...optionalText('name', input.name),
		...optionalText('address', input.address),
	});
}

function readDegrees(label: string, value: unknown, limit: number): Result<number, Failure> {
	const degrees = numberOf(value);
	if (Math.abs(degrees) <= limit) return ok(degrees);
	return err(invalidInput(
		`'${label}' is not a number from -${limit} to ${limit}`,
		'Give decimal degrees, such as 37.4421.',
	));
}

/** A URL that a service does not open. `c:\menu.pdf` and `example.com:80/menu.pdf` are no URLs for a person. */
const anotherKind = /^([a-z][a-z\d+-]+:\/\/|(data|blob|mailto):)/i;

/** Reads the URL from which the service fetches media. */
export function readMediaUrl(value: unknown): Result<string, Failure> {
	const given = firstText(value)?.trim() ?? '';
	if (isHttpUrl(given)) return ok(given);
	if (anotherKind.test(given)) {
		return err(invalidInput(
			`'Media URL' is a URL of another kind: "${shorten(given, longestName)}"`,
			'The service opens the URL itself, so it begins with http:// or https://. A file of the input item can be sent in the header of a template.',
		));
	}
	return err(invalidInput(
		given === '' ? "'Media URL' is empty" : `'Media URL' is not a URL: "${shorten(given, longestName)}"`,
		'Give the full public URL of the file, such as https://example.com/menu.pdf.',
	));
}
