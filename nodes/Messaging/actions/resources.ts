import { type INodeProperties, updateDisplayOptions } from 'n8n-workflow';

import { sendingOptions } from '../sending/optionFields';
import { upload } from './media/upload.operation';
import { sendingNumberField } from './message/address';
import { sendAndWait } from './message/sendAndWait.operation';
import { sendMedia } from './message/sendMedia.operation';
import { sendTemplate } from './message/sendTemplate.operation';
import { sendText } from './message/sendText.operation';
import type { Operation, Resource } from './operation';
import { getMany as getSendingNumbers } from './phoneNumber/getMany.operation';
import { getMany as getTemplates } from './template/getMany.operation';
import { preview } from './template/preview.operation';

/** What a user can do, by its value in saved workflows. Both the panel and the router use this record. */
const resources: Readonly<Record<string, Resource>> = {
	media: { name: 'Media', operations: { upload } },
	message: {
		name: 'Message',
		// In the order of their importance.
		operations: { sendTemplate, sendText, sendMedia, sendAndWait },
		fieldsAbove: [sendingNumberField],
		fieldsBelow: [sendingOptions],
	},
	phoneNumber: { name: 'Sending Number', operations: { getMany: getSendingNumbers } },
	template: { name: 'Template', operations: { getMany: getTemplates, preview } },
};

/** The operation that a node is set to; undefined for one that this version doesn't know. */
export function findOperation(resource: string, operation: string): Operation | undefined {
	const operations = Object.hasOwn(resources, resource) ? resources[resource]?.operations : undefined;
	return operations !== undefined && Object.hasOwn(operations, operation) ? operations[operation] : undefined;
}

const resourceField: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	default: 'message',
	options: Object.entries(resources).map(([value, { name }]) => ({ name, value })),
};

/** The parameters of the node: the resource, its operation, and what each operation asks for. */
export const messagingProperties: INodeProperties[] = [
	resourceField,
	...Object.entries(resources).flatMap(([name, resource]) => fieldsOf(name, resource)),
];

function fieldsOf(resource: string, { operations, fieldsAbove = [], fieldsBelow = [] }: Resource): INodeProperties[] {
	const all = Object.entries(operations);
	const shownFor = (operation: string[], fields: INodeProperties[]) => updateDisplayOptions({ show: { resource: [resource], operation } }, fields);
	const names = (chosen: typeof all) => chosen.map(([name]) => name);
	return [
		operationField(resource, operations),
		...shownFor(names(all), fieldsAbove),
		...all.flatMap(([name, { properties }]) => shownFor([name], properties)),
		...shownFor(names(all.filter(([, { kind }]) => kind !== 'question')), fieldsBelow),
		// A question has options of its own.
		...all.flatMap(([name, operation]) => (operation.kind === 'question' ? shownFor([name], [operation.options]) : [])),
	];
}

function operationField(resource: string, operations: Resource['operations']): INodeProperties {
	const options = Object.entries(operations).map(([value, { label }]) => ({ value, ...label }));
	const [first = ''] = Object.keys(operations);
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
