import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { MessagingApi } from '../../credentials/MessagingApi.credentials.ts';
import { codeTable } from '../../nodes/Messaging/api/codes.ts';
import { Messaging } from '../../nodes/Messaging/Messaging.node.ts';
import { signatureSchemes } from '../../nodes/Messaging/webhook/signature.ts';

/*
 * The tables of the documents that follow from the code. Each is known by its document and the first cells of its head.
 */

export interface Table {
	readonly document: string;
	readonly head: readonly string[];
	readonly rows: ReadonlyArray<readonly string[]>;
}

type Named = INodeProperties | INodePropertyCollection | INodePropertyOptions;

const { properties } = new Messaging().description;
const credentialFields = new MessagingApi().properties;

const labelOf = (one: Named): string => ('displayName' in one ? one.displayName : one.name);
const descriptionOf = (one: Named): string => ('description' in one ? (one.description ?? '') : '');
const choicesOf = (name: string, from = properties): readonly Named[] => from.find((property) => property.name === name)?.options ?? [];

const codes = codeTable.map(({ codes: all, message, category, scope, remedy }) => [
	all.join(', '), message, `\`${category}\``, scope === undefined ? '–' : `\`${scope}\``, remedy,
]);

const isDefault = (resource: Named): boolean => 'value' in resource && resource.value === properties.find(({ name }) => name === 'resource')?.default;

/** Those of the default resource first. */
const operations = [...choicesOf('resource')].sort((one, other) => Number(isDefault(other)) - Number(isDefault(one))).flatMap((resource) => {
	const value = 'value' in resource ? resource.value : undefined;
	const field = properties.find(({ name, displayOptions }) => name === 'operation' && displayOptions?.show?.resource?.some((shown) => shown === value));
	return (field?.options ?? []).map((operation) => [labelOf(resource), labelOf(operation), descriptionOf(operation)]);
});

/** Where the documents say more of an option: its first sentence is enough then. */
const more: Readonly<Record<string, string>> = {
	allowedRecipients: 'agents.md#a-fence',
	idempotencyHeader: 'run-it-again.md#attempts',
	includeInputFields: 'was-it-sent.md#include-input-fields',
	maxAttempts: 'run-it-again.md#attempts',
	maxMessages: 'agents.md#a-fence',
	messageKey: 'run-it-again.md#message-key',
	notAfter: 'when-not-to-send.md#do-not-send-after',
	quietHours: 'when-not-to-send.md#quiet-hours',
	stopAfterFailures: 'why-it-did-not-leave.md#stop-after-failures-in-a-row',
	timeout: 'run-it-again.md#attempts',
};

const firstSentence = (text: string): string => `${text.replace(/\.$/, '').split('. ')[0] ?? ''}.`;

/** A collection's field begins with its default once it is added; without it, another default holds. */
const defaultOf = (field: INodeProperties): string => (typeof field.default === 'number' ? field.default.toLocaleString('en-US') : field.type === 'boolean' ? 'off' : 'none');

const options = choicesOf('options')
	.filter((field) => 'displayName' in field && 'type' in field)
	.map((field) => {
		const link = more[field.name];
		const description = descriptionOf(field).replace(/\|/g, '\\|');
		return [labelOf(field), defaultOf(field), link === undefined ? description : `${firstSentence(description)} [More](${link})`];
	});

const schemes = Object.values(signatureSchemes).map(({ label, description, fields, signs }) => {
	const names: readonly string[] = [...fields, ...(signs.includes('time') ? ['signatureTolerance'] : [])];
	const set = credentialFields.filter(({ name }) => names.includes(name)).map(labelOf);
	return [label, description, set.length === 0 ? '–' : set.join(', ')];
});

export const tables: readonly Table[] = [
	{ document: 'README.md', head: ['Resource', 'Operation'], rows: operations },
	{ document: 'docs/codes.md', head: ['Code', 'What happened'], rows: codes },
	{ document: 'docs/sending-at-scale.md', head: ['Option', 'Default'], rows: options },
	{ document: 'docs/webhooks.md', head: ['Webhook Signature'], rows: schemes },
];
