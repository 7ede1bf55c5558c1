import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Locator, Page } from 'playwright-core';
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

/** A stranger's first workflow: from an empty canvas to three messages with placeholders in header, body and link. */
export function firstWorkflowTests(world: World): void {
	void test('from an empty workflow to three accepted messages, and no run fails', async (context: TestContext) => {
		await world.withPage(async (page) => {
			await addParcelTemplate(world);
			const person = new Person(page);
			const began = Date.now();
			await page.goto(`${world.n8nUrl}/workflow/new`);
			await person.click(byTestId('canvas-add-button'));
			await person.click(page.locator(byTestId('node-creator')).getByText('Trigger manually', { exact: true }));
			await person.click(byTestId('node-creator-plus-button'));
			await person.write('send message');
			await person.click(page.locator(byTestId('node-creator-item-name')).getByText('Messaging', { exact: true }));
			await person.click(page.locator(byTestId('node-creator')).getByText('Send a template message', { exact: true }));
			const panel = await NodePanel.opened(page);

			await person.click(`${byTestId('resource-locator-phoneNumberId')} ${byTestId('rlc-input')}`);
			await person.click(page.locator(`${byTestId('rlc-item')}:visible`, { hasText: 'Example Shop' }));
			await person.fill(panel.parameter('to'), recipients[0][0]);
			const placeholders = NodePanel.nextPlaceholders(page, 'parcel_update');
			await person.click(`${byTestId('resource-locator-template')} ${byTestId('rlc-input')}`);
			await person.write('parcel');
			await person.click(page.locator(`${byTestId('rlc-item')}:visible`, { hasText: 'parcel_update' }));
			for (const { id } of (await placeholders).filter((one) => one.id !== 'message')) {
				await person.fill(panel.parameter(id), `typed ${id}`);
			}
			assert.match(await panel.shows('message'), /^Parcel \{\{parcel\}\}\nHi \{\{first_name\}\}/);
			await world.picture(page, 'first-workflow');

			let failedRuns = 0;
			for (const [written] of recipients) {
				if (written !== recipients[0][0]) await person.fill(panel.parameter('to'), written);
				person.clicks += 1;
				await panel.execute();
				if ((await panel.failure()) !== undefined) failedRuns += 1;
			}
			const seconds = (Date.now() - began) / 1000;
			context.diagnostic(`${String(person.clicks)} clicks, ${seconds.toFixed(1)} s, ${String(failedRuns)} failed runs`);
			await world.picture(page, 'first-workflow-sent');

			assert.equal(failedRuns, 0);
			// A stranger needed so many, and two runs that failed, while the message stood nowhere.
			assert.ok(person.clicks < 23, `${String(person.clicks)} clicks`);
			for (const [, to] of recipients) {
				const accepted = await until(`the message to ${to}`, async () => {
					const messages = await world.service.acceptedFor(to);
					return messages.length > 0 ? messages : undefined;
				});
				assert.deepEqual(accepted.map(({ body }) => body.variables), [
					{
						header: { parcel: 'typed header.parcel' },
						body: { first_name: 'typed body.first_name', day: 'typed body.day' },
						buttons: { 1: 'typed buttons.1' },
					},
				]);
			}
		})(context);
	});
}

const byTestId = (id: string) => `[data-test-id="${id}"]`;

/** Whoever sits in front of the page, and clicks wherever the mouse has to go; typing is none. */
class Person {
	clicks = 0;
	readonly #page: Page;

	constructor(page: Page) {
		this.#page = page;
	}

	async click(target: string | Locator): Promise<void> {
		this.clicks += 1;
		const found = typeof target === 'string' ? this.#page.locator(target) : target;
		await found.first().click();
	}

	/** Clicks into a field and types. */
	async fill(field: Locator, text: string): Promise<void> {
		this.clicks += 1;
		await field.fill(text);
	}

	/** Types where the cursor stands. */
	async write(text: string): Promise<void> {
		await this.#page.keyboard.type(text);
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
