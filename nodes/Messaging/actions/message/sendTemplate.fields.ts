import type { INodeProperties } from 'n8n-workflow';

import { inputFileField } from './fields';

/** The fields that say which template is sent, and in which language. */
const templateChoice: INodeProperties[] = [
	{
		displayName: 'Template',
		name: 'template',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: true,
		description: 'The approved template to send',
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Choose a template…',
				typeOptions: { searchListMethod: 'searchTemplates', searchable: true },
			},
			{
				displayName: 'By Name',
				name: 'name',
				type: 'string',
				placeholder: 'e.g. order_update',
				hint: 'Exactly as the service lists it',
			},
		],
	},
	{
		displayName: 'Language Name or ID',
		name: 'languageCode',
		type: 'options',
		typeOptions: {
			loadOptionsMethod: 'getTemplateLanguages',
			loadOptionsDependsOn: ['template.value'],
		},
		default: 'auto',
		description:
			'The language of the template. Automatic takes its only language. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	},
];

/** The fields that give the template's placeholders their values. */
const placeholderValues: INodeProperties[] = [
	{
		displayName: 'Enter Variables As',
		name: 'variablesMode',
		type: 'options',
		default: 'fields',
		options: [
			{ name: 'Fields', value: 'fields', description: 'One field for each placeholder of the template' },
			{ name: 'JSON', value: 'json', description: 'The variables object as the API takes it' },
		],
		description: 'How you give the values of the placeholders',
	},
	{
		displayName: 'Variables',
		name: 'variables',
		type: 'resourceMapper',
		noDataExpression: true,
		default: { mappingMode: 'defineBelow', value: null },
		required: true,
		typeOptions: {
			loadOptionsDependsOn: ['template.value', 'languageCode'],
			resourceMapper: {
				resourceMapperMethod: 'getTemplateVariables',
				mode: 'map',
				valuesLabel: 'Placeholders of the Template',
				fieldWords: { singular: 'placeholder', plural: 'placeholders' },
				addAllFields: true,
				multiKeyMatch: false,
				supportAutoMap: true,
				noFieldsError: 'Choose a template and its language first.',
			},
		},
		displayOptions: { show: { variablesMode: ['fields'] } },
	},
	{
		displayName: 'Variables (JSON)',
		name: 'variablesJson',
		type: 'json',
		default: '{}',
		placeholder: 'e.g. { "body": { "first_name": "Ada" } }',
		description: 'The values by section and placeholder, as the API takes them',
		displayOptions: { show: { variablesMode: ['json'] } },
	},
];

/** The fields that give an image, video or document header its media. */
const headerMedia: INodeProperties[] = [
	{
		displayName: 'Header Media',
		name: 'headerMedia',
		type: 'options',
		default: 'default',
		options: [
			{ name: 'By Media ID', value: 'id', description: 'A file that was uploaded to the service before' },
			{ name: 'By URL', value: 'url', description: 'A file at a public address' },
			{
				name: 'From Input Item',
				value: 'binary',
				description: 'A file that the input item brings; it is uploaded to the service first',
			},
			{ name: "Template's Own", value: 'default', description: 'The media that the template was made with' },
		],
		description: 'What an image, video or document header shows. Leave as it is for other templates.',
	},
	{
		displayName: 'Media URL',
		name: 'mediaUrl',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. https://example.com/offer.png',
		description: 'The public address of the file',
		displayOptions: { show: { headerMedia: ['url'] } },
	},
	{
		displayName: 'Media ID',
		name: 'mediaId',
		type: 'string',
		required: true,
		default: '',
		description: 'The ID that the service gave the uploaded file',
		displayOptions: { show: { headerMedia: ['id'] } },
	},
	{ ...inputFileField, displayOptions: { show: { headerMedia: ['binary'] } } },
];

const additionalFields: INodeProperties = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	default: {},
	placeholder: 'Add Field',
	options: [
		{
			displayName: 'Catalog ID',
			name: 'catalogId',
			type: 'string',
			default: '',
			description: 'The catalog of the products in a product carousel, which needs it',
		},
		{
			displayName: 'Location',
			name: 'location',
			type: 'fixedCollection',
			default: {},
			placeholder: 'Add Location',
			description: 'The place that a location header shows; templates with such a header need it',
			options: [
				{
					displayName: 'Details',
					name: 'details',
					values: [
						{
							displayName: 'Latitude',
							name: 'latitude',
							type: 'string',
							default: '',
							placeholder: 'e.g. 37.4421',
							description: 'In decimal degrees, from -90 to 90',
						},
						{
							displayName: 'Longitude',
							name: 'longitude',
							type: 'string',
							default: '',
							placeholder: 'e.g. -122.1616',
							description: 'In decimal degrees, from -180 to 180',
						},
						{
							displayName: 'Name',
							name: 'name',
							type: 'string',
							default: '',
							placeholder: 'e.g. Main Street Shop',
							description: 'The name of the place',
						},
						{
							displayName: 'Address',
							name: 'address',
							type: 'string',
							default: '',
							placeholder: 'e.g. 1 Main Street, Springfield',
							description: 'The address of the place',
						},
					],
				},
			],
		},
	],
};

/** Everything below Sending Number and To. */
export const templateFields: INodeProperties[] = [
	...templateChoice,
	...placeholderValues,
	...headerMedia,
	additionalFields,
];
