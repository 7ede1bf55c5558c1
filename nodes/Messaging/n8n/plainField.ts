import { isSafeObjectProperty } from 'n8n-workflow';

import { at } from '../contract/json';

/*
 * Reads `={{ $json.name }}` from the item itself, since n8n's expression engine takes about as long
 * for each of them as the rest of sending the message.
 */

/** A text or a number of an item: what n8n gives as it is. */
export type PlainValue = string | number;

/**
 * `={{ $json.name }}` and `={{ $json["full name"] }}`, as the editor writes them when a field is
 * dragged in. Braces would end the expression for n8n wherever they stand, and a line end the text.
 */
const fieldExpression =
	/^=\{\{\s*\$json(?:\.([A-Za-z_]\w*)|\["([^"\\{}\p{C}\p{Zl}\p{Zp}]+)"\]|\['([^'\\{}\p{C}\p{Zl}\p{Zp}]+)'\])\s*\}\}$/u;

/** n8n refuses an expression that has the one anywhere, and takes the name of the global object for its own. */
const refused = /\.\s*constructor|^global/;

/** The field of the item that an expression gives, where it is nothing but that. */
export function plainField(expression: unknown): string | undefined {
	const parts = typeof expression === 'string' ? fieldExpression.exec(expression) : null;
	const field = parts?.[1] ?? parts?.[2] ?? parts?.[3];
	if (field === undefined || refused.test(field)) return undefined;
	// Some names n8n refuses, and some mean what every object has.
	return isSafeObjectProperty(field) && !(field in {}) ? field : undefined;
}

/** What an item holds in such a field; undefined for all but a text and a number, which are n8n's to read. */
export function plainValue(item: unknown, field: string): PlainValue | undefined {
	const value = at(item, field);
	return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}
