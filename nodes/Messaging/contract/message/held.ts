import { at, firstText, type JsonObject } from '../json';

/**
 * Whether the platform holds an accepted message until it has judged the quality of its template. It is sent
 * then, or never.
 */
export const isHeld = (response: JsonObject): boolean =>
	[response, at(response, 'data'), at(response, 'messages', 0)].some(
		(place) => firstText(at(place, 'message_status'))?.toLowerCase() === 'held_for_quality_assessment',
	);
