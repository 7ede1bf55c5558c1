import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { listExecutions, outputOf } from '../../scripts/n8n/workflows.mts';
import { makeTable } from './dataTable.mts';
import { NodePanel } from './nodePanel.mts';
import { tell } from './sandboxControl.mts';
import { until } from './until.mts';
import type { World } from './world.mts';

/** As people write them, and as they are sent. */
const recipients = [
	['(+44) 7400 123456', '+447400123456'],
	['+1 (201) 555-0171', '+12015550171'],
	['tel:+49 1512 3456789', '+4915123456789'],
] as const;

/** A stranger's first workflows, from an empty canvas: three messages, and a broadcast over three time zones. */
export function firstWorkflowTests(world: World): void {
	void test('from an empty workflow to three accepted messages whose statuses start the other workflow, and no run fails', async (context: TestContext) => {
		await world.withPage(async (page) => {
			await addParcelTemplate(world);
			const person = new Person(page);
			await person.begin(world);
			const placeholders = NodePanel.nextPlaceholders(page, 'parcel_update');
			const panel = await person.addMessage('parcel_update');
			for (const { id } of (await placeholders).filter((one) => one.id !== 'message')) {
				await person.fill(panel.parameter(id), `typed ${id}`);
			}
			await panel.shows('message', /^Parcel \{\{parcel\}\}\nHi \{\{first_name\}\}/);
			await world.picture(page, 'first-workflow');

			for (const [written] of recipients) {
				await person.fill(panel.parameter('to'), written);
				person.clicks += 1;
				await panel.execute();
				assert.equal(await panel.failure(), undefined);
			}
			context.diagnostic(person.report());
			await world.picture(page, 'first-workflow-sent');

			// A stranger needed so many, and two runs that failed, while the message stood nowhere.
			assert.ok(person.clicks < 23, `${String(person.clicks)} clicks`);
			for (const [, to] of recipients) {
				const accepted = await world.service.acceptedFor(to);
				assert.deepEqual(accepted.map(({ body }) => body), [
					{
						to,
						phone_number_id: '1906000000000001',
						template_name: 'parcel_update',
						language_code: 'en_US',
						variables: {
							header: { parcel: 'typed header.parcel' },
							body: { first_name: 'typed body.first_name', day: 'typed body.day' },
							buttons: { 1: 'typed buttons.1' },
						},
					},
				]);
				const messageId = accepted[0]?.message_id ?? '';
				for (const status of ['sent', 'delivered']) {
					assert.deepEqual(await statusItem(world, messageId, status), { message_id: messageId, status, recipient: to });
				}
			}
		})(context);
	});

	void test('from an empty workflow to a broadcast in which nobody is written to in their night', async (context: TestContext) => {
		const hour = (from: number) => new Date(Date.now() + from * 3_600_000).toISOString().slice(11, 16);
		const people = ['UTC', 'Etc/GMT+9', 'Etc/GMT-8'].map((time_zone, place) =>
			({ phone: `+1201555${String(6400 + place)}`, first_name: 'Ada', promo_code: 'SPRING20', time_zone }));
		await makeTable(world, 'Customers', people);
		await world.withPage(async (page) => {
			const person = new Person(page);
			await person.begin(world);
			await person.addNode('Data table', 'Get row(s)');
			const source = await NodePanel.opened(page);
			await person.pick('dataTableId', 'Customers');
			person.clicks += 2;
			await source.execute();
			await source.close();

			const placeholders = NodePanel.nextPlaceholders(page, 'spring_sale');
			const panel = await person.addMessage('spring_sale');
			await placeholders;
			await person.drag('phone', 'to');
			await person.drag('first_name', 'body.first_name');
			await person.drag('promo_code', 'body.promo_code');
			// The editor takes expressions over a moment later, and then closes an open list.
			await page.getByText(/still empty/).waitFor({ state: 'detached' });
			person.clicks += 2;
			await panel.addField('options', 'Quiet Hours');
			await panel.shows('timeZone', "Workflow's Time Zone");
			await person.fill(panel.parameter('from'), hour(-1));
			await person.fill(page.locator(byTestId('parameter-input-to')).last().locator('input'), hour(1));
			await person.drag('time_zone', 'timeZone');
			await world.picture(page, 'three-zones');
			await person.click(page.getByText('Settings', { exact: true }).locator('visible=true'));
			await person.click(panel.parameter('onError'));
			await person.click(page.locator('.el-select-dropdown__item:visible', { hasText: 'in regular output' }));
			person.clicks += 1;
			await panel.execute();
			context.diagnostic(person.report());
			await world.picture(page, 'three-zones-sent');

			assert.equal(await panel.failure(), undefined);
			await panel.putsOut(/2 accepted, 1 not sent\./);
			assert.deepEqual(await world.service.countsFor(people.map(({ phone }) => phone)), [0, 1, 1]);
		})(context);
	});
}

/** What the status workflow made of one status of a message, once it has. */
async function statusItem(world: World, messageId: string, status: string) {
	return until(`the execution for "${status}"`, async () => {
		for (const { id, status: state } of await listExecutions(world.session, world.status.workflowId)) {
			if (state !== 'success') continue;
			const items = await outputOf(world.session, id, 'Message, status, recipient');
			const found = items.find((item) => item.message_id === messageId && item.status === status);
			if (found) return found;
		}
		return undefined;
	});
}

const byTestId = (id: string) => `[data-test-id="${id}"]`;

/** Whoever sits in front of the page, and clicks wherever the mouse has to go; typing is none. */
class Person {
	clicks = 0;
	readonly #began = Date.now();
	readonly #page: Page;

	constructor(page: Page) {
		this.#page = page;
	}

	async click(target: string | Locator): Promise<void> {
		this.clicks += 1;
		await (typeof target === 'string' ? this.#page.locator(target) : target).first().click();
	}

	report(): string {
		return `${String(this.clicks)} clicks, ${((Date.now() - this.#began) / 1000).toFixed(1)} s`;
	}

	/** Opens an empty workflow and gives it a trigger. */
	async begin(world: World): Promise<void> {
		await this.#page.goto(`${world.n8nUrl}/workflow/new`);
		await this.click(byTestId('canvas-add-button'));
		await this.click(this.#page.locator(byTestId('node-creator')).getByText('Trigger manually', { exact: true }));
	}

	/** Adds a node that does something to the last one, found by some words. */
	async addNode(node: string, action: string, words = node): Promise<void> {
		await this.click(byTestId('node-creator-plus-button'));
		await this.#page.keyboard.type(words);
		await this.click(this.#page.locator(byTestId('node-creator-item-name')).getByText(node, { exact: true }));
		await this.click(this.#page.locator(byTestId('node-creator')).getByText(action, { exact: true }));
	}

	/** Opens the list of a parameter, looks for a word if one is given, and picks a row. */
	async pick(parameter: string, row: string, word = ''): Promise<void> {
		await this.click(`${byTestId(`resource-locator-${parameter}`)} ${byTestId('rlc-input')}`);
		await this.#page.keyboard.type(word);
		await this.click(this.#page.locator(`${byTestId('rlc-item')}:visible`, { hasText: row }));
	}

	/** Adds a node that sends a template from the shop. */
	async addMessage(template: string): Promise<NodePanel> {
		await this.addNode('Messaging', 'Send a template message', 'send message');
		const panel = await NodePanel.opened(this.#page);
		await this.pick('phoneNumberId', 'Example Shop');
		await this.pick('template', template, template.slice(0, 6));
		return panel;
	}

	/** Clicks into a field and types. */
	async fill(field: Locator, text: string): Promise<void> {
		this.clicks += 1;
		await field.fill(text);
	}

	/** Drags a field of the input onto a parameter; once more if the panel was drawn anew meanwhile. */
	async drag(field: string, parameter: string): Promise<void> {
		this.clicks += 1;
		const pill = this.#page.locator('[data-target="mappable"]:visible').filter({ hasText: new RegExp(`^${field}$`) }).first();
		const target = this.#page.locator(byTestId(`parameter-input-${parameter}`)).first();
		await until(`'${parameter}' to take ${field}`, async () => {
			await target.scrollIntoViewIfNeeded();
			await pill.hover();
			await this.#page.mouse.down();
			await target.hover({ position: { x: 30, y: 10 } });
			await target.hover({ position: { x: 20, y: 12 } });
			await this.#page.mouse.up();
			const isThere = target.locator('.cm-content').first().waitFor({ timeout: 2000 });
			return await isThere.then(() => true, () => undefined);
		});
	}
}

const addParcelTemplate = (world: World) =>
	tell(world, 'templates', {
		template_name: 'parcel_update',
		language_code: 'en_US',
		components: [
			{ type: 'HEADER', format: 'TEXT', text: 'Parcel {{parcel}}' },
			{ type: 'BODY', text: 'Hi {{first_name}}, it arrives *{{day}}*.' },
			{ type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Track parcel', url: 'https://track.example/{{1}}' }] },
		],
		expected_variables: {
			header: [{ param_name: 'parcel', example: 'XY-482' }],
			body: [{ param_name: 'first_name', example: 'Ada' }, { param_name: 'day', example: 'tomorrow' }],
			buttons: [{ param_name: 1, example: 'XY-482' }],
		},
	});
