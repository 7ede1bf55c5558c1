import type { INodeProperties } from 'n8n-workflow';

/*
 * The names in a list of properties that is declared `as const satisfies INodeProperties[]`, where
 * `P` is one of them: a name that the list does not have does not compile. `INodeProperties` itself
 * allows any name.
 */

/** The name of a field in the collection `Name`. */
export type FieldName<P extends INodeProperties, Name> =
	Extract<P, { name: Name }> extends { options: ReadonlyArray<{ name: infer Field extends string }> }
		? [Extract<P, { name: Name }>] extends [never]
			? string
			: Field
		: string;
