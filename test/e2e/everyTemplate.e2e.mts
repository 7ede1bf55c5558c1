import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { templateRecord } from '../../sandbox/fixtures/templateRecord.ts';
import { NodePanel } from './nodePanel.mts';
import { nodeName, saveSendingWorkflow } from './sendingWorkflow.mts';
import { until } from './until.mts';
import type { World } from './world.mts';

type Template = z.infer<typeof templateRecord>;

/** What a person types besides the placeholders, if the template needs it. */
const place = { latitude: 52.52, longitude: 13.405, name: 'Tea house', address: 'Teeweg 1' };
const catalog = 'catalog-77';

/** Templates of every shape, and a list of plain ones that a person would page through. */
const plainFrom = 'account_created';

/** Every shape of template that the sandbox has, and a part of the plain ones, chosen and filled in as a person would. */
export function everyTemplateTests(world: World, templates: readonly Template[]): void {
	const plainAt = templates.findIndex((template) => template.template_name === plainFrom);
	const ofEveryShape = plainAt < 0 ? templates : templates.slice(0, plainAt);
	// They are alike: a few of them say what all would.
	const plain = plainAt < 0 ? [] : templates.slice(plainAt).filter((_template, place) => place % 10 === 0);
	const isOneOfSeveral = (template: Template) =>
		templates.some((one) => one.template_name === template.template_name && one !== template);
	const needsMore = (template: Template) => isOneOfSeveral(template) || hasHeader(template, 'LOCATION') || hasCards(template, 'PRODUCT');

	for (const template of ofEveryShape.filter(needsMore)) {
		const { template_name: name, language_code: language } = template;
		void test(`${name} in ${language}: what is typed into its fields is what is sent`, world.withPage(async (page) => {
			const panel = await openEmptyNode(world, page);
			await sendAsTyped(world, panel, template, recipient(templates, template), isOneOfSeveral(template));
		}));
	}

	const others = [...ofEveryShape.filter((template) => !needsMore(template)), ...plain];
	void test(`${String(others.length)} templates, one after the other in the same panel: what is typed into their fields is what is sent`, world.withPage(async (page) => {
		const panel = await openEmptyNode(world, page);
		for (const template of others) await sendAsTyped(world, panel, template, recipient(templates, template), false);
	}));
}

const recipient = (templates: readonly Template[], template: Template) =>
	`+1201555${String(2000 + templates.indexOf(template))}`;

async function openEmptyNode(world: World, page: Page): Promise<NodePanel> {
	const workflowId = await saveSendingWorkflow(world, { resource: 'message', operation: 'sendTemplate' });
	const panel = await NodePanel.open(page, world.n8nUrl, workflowId, nodeName);
	await panel.pick('phoneNumberId', 'Example Shop');
	return panel;
}

async function sendAsTyped(
	world: World,
	panel: NodePanel,
	template: Template,
	to: string,
	isOneOfSeveral: boolean,
): Promise<void> {
	const { template_name: name, language_code: language } = template;
	await panel.type('to', to);
	await panel.pickTemplate(name);
	if (isOneOfSeveral) await panel.choose('languageCode', language);

	const columns = columnsOf(template.expected_variables);
	assert.deepEqual(await panel.placeholders(), ['message', ...columns]);
	const typed = Object.fromEntries(columns.filter(isNeeded).map((column) => [column, textFor(column)]));
	for (const [column, text] of Object.entries(typed)) await panel.type(column, text);
	if (hasHeader(template, 'LOCATION')) await typePlace(panel);
	if (hasCards(template, 'PRODUCT')) await typeCatalog(panel);
	if (pictured.includes(name)) await world.picture(panel.page, `template-${name}`);

	await panel.execute();
	assert.equal(await panel.failure(), undefined);
	// In a panel that has run before, the earlier output may still stand while this message leaves.
	const accepted = await until(`the message to ${to}`, async () => {
		const messages = await world.service.acceptedFor(to);
		return messages.length > 0 ? messages : undefined;
	});
	assert.equal(accepted.length, 1);
	const { variables, ...body } = accepted[0]?.body ?? {};
	assert.deepEqual(leaves(variables), typed);
	assert.deepEqual(body, {
		to,
		phone_number_id: '1906000000000001',
		template_name: name,
		language_code: language,
		...(hasHeader(template, 'LOCATION') && { location: place }),
		...(hasCards(template, 'PRODUCT') && { catalog_id: catalog }),
	});
}

/** A card's media is given by URL or by id, never both. */
const isNeeded = (column: string) => !column.endsWith('.media_id');

const textFor = (column: string) =>
	column.endsWith('.media_url') ? `https://example.com/${column}.png` : `typed ${column}`;

const pictured = ['new_arrivals', 'store_opening'];

const listPage = z.object({ data: z.array(templateRecord), paging: z.object({ next: z.string().optional(), cursors: z.object({ after: z.string() }) }) });

/** The templates that the service lists as approved. */
export async function approvedTemplates({ service }: World): Promise<Template[]> {
	const found: Template[] = [];
	for (let after = ''; ; ) {
		const answer = await fetch(`${service.url}/v1/messaging/templates${after}`, {
			headers: { authorization: `Bearer ${service.apiKey}` },
		});
		const { data, paging } = listPage.parse(await answer.json());
		found.push(...data.filter(({ status }) => status === 'APPROVED'));
		if (paging.next === undefined) return found;
		after = `?after=${encodeURIComponent(paging.cursors.after)}`;
	}
}

/** The columns that a record must show, read from its documented form, in the order of a message. */
function columnsOf(expected: Template['expected_variables']): string[] {
	const entries = z.array(z.object({ param_name: z.union([z.string(), z.number()]) }));
	const inSection = (path: string, list: unknown) =>
		entries.parse(list ?? []).map(({ param_name: key }) => `${path}.${String(key)}`);
	const cards = z.array(z.record(z.unknown())).parse(expected.cards ?? []);
	return [
		...inSection('header', expected.header),
		...inSection('body', expected.body),
		...inSection('buttons', expected.buttons),
		...cards.flatMap((card, index) =>
			Object.entries(card).flatMap(([key, value]) => {
				const path = `cards.${String(index + 1)}.${key}`;
				return Array.isArray(value) ? inSection(path, value) : [path];
			}),
		),
	];
}

/** Every text in a nested object, by its path. */
function leaves(value: unknown, path: string[] = []): Record<string, unknown> {
	if (typeof value !== 'object' || value === null) return value === undefined ? {} : { [path.join('.')]: value };
	return Object.assign({}, ...Object.entries(value).map(([key, inner]) => leaves(inner, [...path, key]))) as Record<string, unknown>;
}

const hasHeader = ({ components }: Template, format: string) =>
	components.some((one) => one.type === 'HEADER' && one.format === format);

const hasCards = ({ components }: Template, format: string) =>
	components.some(
		(one) =>
			one.type === 'CAROUSEL' &&
			one.cards.some((card) => card.components.some((part) => part.type === 'HEADER' && part.format === format)),
	);

async function typePlace(panel: NodePanel): Promise<void> {
	await panel.addField('additionalFields', 'Location');
	for (const [field, value] of Object.entries(place)) await panel.type(field, String(value));
}

async function typeCatalog(panel: NodePanel): Promise<void> {
	await panel.addField('additionalFields', 'Catalog ID');
	await panel.type('catalogId', catalog);
}
