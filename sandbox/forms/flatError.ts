import type { Refusal } from './refusal';

/** HTTP's own words for the statuses that are answered. */
const reasons: Readonly<Record<number, string>> = {
	400: 'Bad Request',
	401: 'Unauthorized',
	402: 'Payment Required',
	403: 'Forbidden',
	404: 'Not Found',
	409: 'Conflict',
	413: 'Payload Too Large',
	415: 'Unsupported Media Type',
	422: 'Unprocessable Entity',
	429: 'Too Many Requests',
	500: 'Internal Server Error',
	503: 'Service Unavailable',
};

/** Words in place of the usual ones, by code: an error that shows no code has to say itself what it is. */
const words: Readonly<Record<number, string>> = {
	131047: 'The 24-hour window with this recipient is closed',
};

/**
 * The body of an error answer as common web frameworks write it. Assumed: of the service's errors only the order of the
 * fields is known by which a client reads them.
 */
export const flatError = ({ status, code, message, details }: Refusal) => ({
	message: [words[code] ?? message, details].filter((part) => part !== '').join('. '),
	error: reasons[status] ?? 'Error',
	statusCode: status,
});
