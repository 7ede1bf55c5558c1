import type { INodeProperties } from 'n8n-workflow';

/** What the editor shows of an operation. */
export interface OperationLabel {
	readonly name: string;
	readonly action: string;
	readonly description: string;
}

type WithProperties = Readonly<Record<string, { readonly properties: INodeProperties[] }>>;

/** The Operation field of a resource, its operations in the order of their labels, the first chosen. */
export function operationField(
	resource: string,
	labels: Readonly<Record<string, OperationLabel>>,
): INodeProperties {
	const options = Object.entries(labels).map(([value, label]) => ({ value, ...label }));
	const [first = ''] = Object.keys(labels);
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options,
		default: first,
	};
}

/** Fields that show for some operations of a resource. */
export const shownFor = (
	resource: string,
	operation: string[],
	fields: readonly INodeProperties[],
): INodeProperties[] =>
	fields.map((field) => ({
		...field,
		displayOptions: { show: { ...field.displayOptions?.show, resource: [resource], operation } },
	}));

/** Each operation's own fields, shown for it alone. */
export const ownFields = (resource: string, operations: WithProperties): INodeProperties[] =>
	Object.entries(operations).flatMap(([operation, { properties }]) =>
		shownFor(resource, [operation], properties),
	);
