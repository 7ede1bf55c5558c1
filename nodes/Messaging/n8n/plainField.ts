import { isSafeObjectProperty } from 'n8n-workflow';

import { at } from '../text/json';

/*
 * Reads `={{ $json.name }}` from the item itself: n8n's expression engine takes about as long for one such
 * expression as everything else that sending a message needs.
 */

/**
 * `={{ $json.name }}` and `={{ $json["full name"] }}`, as the editor writes them when a user drags a field
 * in. No braces in the name: they would end the expression for n8n. No line ends: they would end the string.
 */
const fieldExpression =
	/^=\{\{\s*\$json(?:\.([A-Za-z_]\w*)|\["([^"\\{}\p{C}\p{Zl}\p{Zp}]+)"\]|\['([^'\\{}\p{C}\p{Zl}\p{Zp}]+)'\])\s*\}\}$/u;

/**
 * n8n refuses expressions with `.constructor`, and reads a field named like the global object (`global…`) as
 * its own. Leave both to n8n.
 */
const refused = /\.\s*constructor|^global/;

/** The name of the field, if an expression is nothing but a field of the item. */
export function plainField(expression: unknown): string | undefined {
	const parts = typeof expression === 'string' ? fieldExpression.exec(expression) : null;
	const field = parts?.[1] ?? parts?.[2] ?? parts?.[3];
	if (field === undefined || refused.test(field)) return undefined;
	// n8n refuses some names, and others are properties of every object.
	return isSafeObjectProperty(field) && !(field in {}) ? field : undefined;
}

/** The value of such a field, if it is a text or a number, which n8n gives unchanged. Undefined if n8n must read it. */
export function plainValue(item: unknown, field: string): string | number | undefined {
	const value = at(item, field);
	return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}
