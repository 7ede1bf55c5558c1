import { type INodeProperties, updateDisplayOptions } from 'n8n-workflow';

import { inputFileField } from '../../n8n/binary';
import { automaticLanguage } from '../../template/chooseTemplate';
import { mediaHeaderMark } from '../../template/section';

/** The fields that say which template is sent, and in which language. */
export const templateChoice = [
	{
		displayName: 'Template',
		name: 'template',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: true,
		description: 'The approved template to send. If you choose another one, n8n empties the placeholders below, also if you then choose the first one again.',
		builderHint: { propertyHint: 'Choose the template before its placeholders: its record says which it has, in which languages' },
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
				hint: 'Exactly as the service spells it',
			},
		],
	},
	{
		displayName: 'Language Name or ID',
		name: 'languageCode',
		type: 'options',
		typeOptions: {
			loadOptionsMethod: 'getTemplateLanguages',
			loadOptionsDependsOn: ['phoneNumberId.value', 'template.value'],
		},
		default: automaticLanguage,
		description:
			'The language of the template. Automatic uses its only language. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	},
] as const satisfies INodeProperties[];

/** The fields that give the template's placeholders their values. The first one shows the template's text, so it stands below the choice. */
export const placeholderValues = [
	{
		displayName: 'Placeholders of the Template',
		name: 'variables',
		type: 'resourceMapper',
		builderHint: {
			propertyHint:
				'One column for each placeholder of the chosen template, by IDs such as header.order_id, body.first_name, body.1, buttons.1 or cards.1.body.name. Each needs a value. Do not make up placeholders: Template: Get Many lists those of each template',
		},
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
				// A notice says why there are no placeholders. n8n's own line would look like an error.
				hideNoDataError: true,
				// Otherwise a changed template would only show after a person presses refresh.
				refreshStaleSchemaOnOpen: true,
			},
		},
		displayOptions: { show: { variablesMode: ['fields'] } },
	},
	{
		displayName: 'Placeholders (JSON)',
		name: 'variablesJson',
		type: 'json',
		builderHint: { propertyHint: 'An object of sections (header, body, buttons, cards) with the placeholders of the template as keys. For templates that change from item to item' },
		default: '{}',
		placeholder: 'e.g. { "body": { "first_name": "Ada" } }',
		description: 'The value of each placeholder by section and name, as the API of the service takes it',
		displayOptions: { show: { variablesMode: ['json'] } },
	},
	{
		displayName: 'Enter Placeholders As',
		name: 'variablesMode',
		type: 'options',
		default: 'fields',
		options: [
			{ name: 'Fields', value: 'fields', description: 'One field for each placeholder of the template' },
			{ name: 'JSON', value: 'json', description: 'One JSON object, for templates that change from item to item' },
		],
		description: "How to enter the values of the template's placeholders",
	},
] as const satisfies INodeProperties[];

/** Where the media of an image, video or document header comes from. */
export const headerMediaField = {
	displayName: 'Header Media',
	name: 'headerMedia',
	type: 'options',
	default: 'default',
	options: [
		{ name: 'By Media ID', value: 'id', description: 'A file that the Upload operation has uploaded to the service' },
		{ name: 'By URL', value: 'url', description: 'A file at a public URL' },
		{
			name: 'From Input Item',
			value: 'binary',
			description: 'A file of the input item, which is uploaded to the service first',
		},
		{ name: "Keep the Template's Media", value: 'default', description: 'The media that the template was made with' },
	],
	description: 'What to show in the image, video or document header of the template',
} as const satisfies INodeProperties;

/** The fields that give an image, video or document header its media. */
const mediaFields = [
	headerMediaField,
	{
		displayName: 'Media URL',
		name: 'mediaUrl',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. https://example.com/offer.png',
		description: 'The public URL of the file',
		displayOptions: { show: { headerMedia: ['url'] } },
	},
	{
		displayName: 'Media ID',
		name: 'mediaId',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. media_4f1c2b7a90d3',
		description: 'The ID that the service gave the uploaded file: media_id in the output of the Upload operation',
		displayOptions: { show: { headerMedia: ['id'] } },
	},
	{ ...inputFileField, displayOptions: { show: { headerMedia: ['binary'] } } },
] as const satisfies INodeProperties[];

/** Whether the chosen template's header takes media: a mark on the mapper's first column, missing if the record does not show the header. */
const headerTakesMedia = `/variables.schema[0].${mediaHeaderMark}`;

/**
 * Hidden if the header takes no media, but for a choice that was made: n8n drops the value of what it hides, and the template
 * before may be chosen again. With JSON always shown, because the hidden mapper's mark may be of another template.
 */
const headerMedia = [
	...updateDisplayOptions({ show: { variablesMode: ['fields'] }, hide: { [headerTakesMedia]: [false] } }, mediaFields),
	...updateDisplayOptions({ show: { variablesMode: ['fields'], [headerTakesMedia]: [false], '/headerMedia': ['id', 'url', 'binary'] } }, mediaFields),
	...updateDisplayOptions({ show: { variablesMode: ['json'] } }, mediaFields),
];

const additionalFields = {
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
			placeholder: 'e.g. 194836987003835',
			description: 'The ID of the catalog that holds the products of a product carousel. Only templates with product cards need it.',
		},
		{
			displayName: 'Fallback Language',
			name: 'fallbackLanguage',
			type: 'string',
			default: '',
			placeholder: 'e.g. en_US',
			description: 'The language for an item whose own the template does not have, or that gives none. For a language by expression.',
		},
		{
			displayName: 'Location',
			name: 'location',
			type: 'fixedCollection',
			// Shows its fields at once. Without them a person would have to add the details in a second step.
			default: { details: { latitude: '', longitude: '', name: '', address: '' } },
			placeholder: 'Add Location',
			description: 'The place to show in a location header. Only templates with such a header need it.',
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
} as const satisfies INodeProperties;

/** The fields that say what else the template shows. */
export const headerValues = [...headerMedia, additionalFields] as const satisfies INodeProperties[];
