import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** A part of an address that nobody guesses: 192 random bits, in characters that need no escaping. */
export const newToken = (): string => randomBytes(24).toString('base64url');

/** Whether two texts are the same, in a time that doesn't say how much of them is. */
export function isSameSecret(given: string, secret: string): boolean {
	return timingSafeEqual(digest(given), digest(secret));
}

/**
 * Where a page with this token is asked whether it still runs, and what it answers then. Both follow from the token
 * and don't give it away, so that whoever has the port by now learns nothing and can't pretend.
 */
export const proofOf = (token: string): { path: string; answer: string } => ({
	path: derive(token, 'where to ask'),
	answer: derive(token, 'what to answer'),
});

const derive = (token: string, purpose: string) => createHmac('sha256', token).update(purpose).digest('base64url');

const digest = (text: string) => createHash('sha256').update(text).digest();
