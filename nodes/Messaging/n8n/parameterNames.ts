import type { INodeProperties } from 'n8n-workflow';

/**
 * The name of a field in the collection `Name`. `P` is an element of a list of properties that is declared
 * `as const satisfies INodeProperties[]`, so that a name which is not in the list does not compile. With
 * `INodeProperties` itself any name compiles.
 */
export type FieldName<P extends INodeProperties, Name> =
	Extract<P, { name: Name }> extends { options: ReadonlyArray<{ name: infer Field extends string }> }
		? [Extract<P, { name: Name }>] extends [never]
			? string
			: Field
		: string;
