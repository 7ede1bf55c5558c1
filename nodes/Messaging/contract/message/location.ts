import { invalidInput, type Failure } from '../failure';
import { numberOf, optionalText } from '../json';
import { err, ok, type Result } from '../result';
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
