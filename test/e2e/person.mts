import type { Locator, Page } from 'playwright-core';
import { NodePanel } from './nodePanel.mts';
import { until } from './until.mts';

export const byTestId = (id: string) => `[data-test-id="${id}"]`;

/** Whoever sits in front of the page, and clicks wherever the mouse has to go; typing is none. */
export class Person {
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
	async begin(n8nUrl: string): Promise<void> {
		await this.#page.goto(`${n8nUrl}/workflow/new`);
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
