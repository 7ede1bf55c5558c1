import type { ZodError } from 'zod';

/**
 * A request that the service does not take. The API document shows no status codes or error codes
 * ("Errors": not shown); the codes are Meta's, since its templates have the same shape.
 */
export interface Refusal {
	readonly status: number;
	readonly code: number;
	readonly message: string;
	readonly details: string;
	/** Seconds to wait, sent as `Retry-After`. */
	readonly retryAfter?: number;
}

const refusal =
	(status: number, code: number, message: string) =>
	(details: string): Refusal => ({ status, code, message, details });

/** Every refusal of the service, as a function of its details. */
export const refusals = {
	unauthorized: refusal(401, 190, 'The API key is missing or wrong'),
	otherOrigin: refusal(403, 10, 'Requests from pages of another origin are not taken'),
	otherHost: refusal(421, 100, 'The sandbox is not known by this host name'),
	badRequest: refusal(400, 100, 'Invalid parameter'),
	twoMedia: refusal(400, 100, 'Both media_url and media_id are given'),
	notFound: refusal(404, 100, 'There is no such resource'),
	unknownNumber: refusal(404, 33, 'The sending number does not exist'),
	unknownTemplate: refusal(404, 132001, 'The template does not exist in this language'),
	notApproved: refusal(422, 132015, 'The template is not approved'),
	wrongPlaceholders: refusal(422, 132000, 'The values do not match the placeholders of the template'),
	wrongFormat: refusal(422, 132012, 'The request does not match the format of the template'),
	tooLong: refusal(422, 132005, 'The filled text is too long'),
	invalidValue: refusal(422, 131009, 'A value is not valid'),
	unknownMedia: refusal(422, 131053, 'The media id can not be used'),
	sameParty: refusal(422, 131021, 'Sender and recipient are the same number'),
	windowClosed: refusal(409, 131047, 'More than 24 hours have passed since the recipient last wrote'),
	notVerified: refusal(422, 100, 'The webhook URL did not pass the check'),
	conflict: refusal(409, 100, 'The request conflicts with what is there'),
	keyReused: refusal(422, 100, 'The Idempotency-Key was used with another request'),
	tooLarge: refusal(413, 131052, 'The body is too large'),
	wrongMediaType: refusal(415, 131053, 'The media type is not supported'),
	rateLimited: (details: string, retryAfter: number): Refusal => ({
		...refusal(429, 130429, 'Too many requests')(details),
		retryAfter,
	}),
} as const;

/** The body of an error answer. */
export const errorBody = ({ message, code, details }: Refusal, requestId: string) => ({
	error: { message, code, details },
	request_id: requestId,
});

/** What a schema finds wrong, as one sentence per field. */
export const describeIssues = (error: ZodError): string =>
	error.issues
		.map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`))
		.join('; ');
