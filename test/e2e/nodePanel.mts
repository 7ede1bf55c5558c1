import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { z } from 'zod';
import { settled } from './until.mts';

const mapperAnswer = z.object({ data: z.object({ fields: z.array(z.object({ id: z.string() }).passthrough()) }) });

const byTestId = (id: string) => `[data-test-id="${id}"]`;

/** The panel in which a person fills in a node, runs it and reads what came out. */
export class NodePanel {
	readonly page: Page;
	readonly #output: Locator;

	private constructor(page: Page) {
		this.page = page;
		this.#output = page.locator(byTestId('output-panel'));
	}

	/** Opens a workflow in the editor and then one of its nodes. */
	static async open(page: Page, n8nUrl: string, workflowId: string, node: string): Promise<NodePanel> {
		await page.goto(`${n8nUrl}/workflow/${workflowId}`);
		return NodePanel.openNode(page, node);
	}

	/** Opens a node of the workflow that the editor shows. */
	static async openNode(page: Page, node: string): Promise<NodePanel> {
		await page.locator(`${byTestId('canvas-node')}[data-node-name="${node}"]`).dblclick();
		return NodePanel.opened(page);
	}

	/** The panel that has just been opened in some other way. */
	static async opened(page: Page): Promise<NodePanel> {
		await page.locator(byTestId('node-parameters')).waitFor();
		return new NodePanel(page);
	}

	async close(): Promise<void> {
		await this.page.locator(byTestId('ndv-close-button')).click();
		await this.page.locator(byTestId('node-parameters')).waitFor({ state: 'hidden' });
	}

	/** The field of a parameter. */
	parameter(name: string): Locator {
		return this.page.locator(byTestId(`parameter-input-${name}`)).locator('input, textarea, .cm-content').first();
	}

	/** Waits until a parameter's field shows a text, as it is or as its expression. */
	async shows(name: string, text: string | RegExp): Promise<void> {
		const editor = this.page.locator(`${byTestId(`parameter-input-${name}`)} .cm-content`);
		const field = this.parameter(name);
		await field.waitFor();
		const read = async () => ((await editor.count()) > 0 ? await editor.first().innerText() : await field.inputValue()).trim();
		await settled(read, (seen) => (typeof text === 'string' ? assert.equal(seen, text) : assert.match(seen, text)));
	}

	/** Writes a text into a parameter's field, or into the field of a placeholder, named by its column. */
	async type(name: string, text: string): Promise<void> {
		await this.parameter(name).fill(text);
	}

	/** Switches a parameter to an expression, and writes one. */
	async typeExpression(name: string, expression: string): Promise<void> {
		await this.parameter(name).hover();
		await this.page.locator(`${byTestId(`${name}-parameter-input-options-container`)} ${byTestId('radio-button-expression')}`).first().click();
		await this.page.locator(`${byTestId(`parameter-input-${name}`)} .cm-content`).first().fill(expression);
	}

	/** The rows that the list of a resource locator offers, narrowed by a search if one is given. */
	async rowsOf(name: string, search?: string): Promise<Locator> {
		const locator = this.page.locator(byTestId(`resource-locator-${name}`));
		await locator.locator(byTestId('rlc-input')).click();
		const rows = this.page.locator(`${byTestId('rlc-item')}:visible`);
		await rows.first().waitFor();
		if (search !== undefined) {
			const answered = nextAnswer(this.page, 'resource-locator-results');
			await this.page.locator(`${byTestId('rlc-search')}:visible`).fill(search);
			await answered;
		}
		return rows;
	}

	/** Picks the row that starts with a text. */
	async pick(name: string, text: string): Promise<void> {
		const rows = await this.rowsOf(name, text);
		await rows.filter({ hasText: text }).first().click();
	}

	/** The fields that n8n is told of next for the placeholders of a template. */
	static async nextPlaceholders(page: Page, template: string) {
		const answer = await nextAnswer(page, 'resource-mapper-fields', `"value":"${template}"`);
		return mapperAnswer.parse(await answer.json()).data.fields;
	}

	/** Picks a template and waits until the fields of its placeholders are there. */
	async pickTemplate(template: string): Promise<void> {
		const placeholders = NodePanel.nextPlaceholders(this.page, template);
		await this.pick('template', template);
		for (const { id } of await placeholders) await this.parameter(id).waitFor();
	}

	/** Has n8n load the fields of the placeholders again, by their menu. */
	async refreshPlaceholders(): Promise<void> {
		const loaded = nextAnswer(this.page, 'resource-mapper-fields');
		await this.page.locator(`${byTestId('mapping-fields-container')} ${byTestId('action-toggle')}`).first().click();
		await this.page.getByRole('menuitem', { name: 'Refresh Placeholder List', exact: true }).click();
		await loaded;
	}

	/** Picks an option of a parameter and waits for the placeholders that follow from it. */
	async choose(name: string, option: string): Promise<void> {
		const loaded = nextAnswer(this.page, 'resource-mapper-fields');
		await this.parameter(name).click();
		await this.page.locator('.el-select-dropdown__item:visible', { hasText: option }).first().click();
		await loaded;
	}

	/** Adds a field to a collection, named as its list shows it. */
	async addField(collection: string, field: string): Promise<void> {
		const item = this.page.locator(byTestId('parameter-item')).filter({ has: this.page.locator(`label[for="${collection}"]`) });
		await item.locator(byTestId('collection-parameter-add')).first().click();
		await this.page.locator('.el-select-dropdown__item:visible', { hasText: field }).first().click();
	}

	/** Waits until these columns of the mapper have a field in the panel, from top to bottom, and no others. */
	async showsPlaceholders(...ids: string[]): Promise<void> {
		const fields = this.page.locator(`${byTestId('mapping-fields-container')} [data-test-id^="parameter-input-"]:not(${byTestId('parameter-input-field')})`);
		const read = () => fields.evaluateAll((all) => all.map((one) => one.getAttribute('data-test-id')?.replace('parameter-input-', '')));
		await settled(read, (seen) => assert.deepEqual(seen, ids));
	}

	/** Runs the node with all before it, and waits until it has put out items or a message. */
	async execute(): Promise<void> {
		// n8n empties the output before it asks for a run: what stands there afterwards is of this run.
		const asked = this.page.waitForResponse((response) => response.url().endsWith('/run'));
		await this.page.locator(byTestId('node-execute-button')).click();
		await asked;
		await this.#output
			.locator(byTestId('ndv-items-count'))
			.or(this.#output.locator(byTestId('node-error-message')))
			.first()
			.waitFor();
		// The items of the run before may stand there for a moment, and its own come before it has ended: its end would
		// overwrite what the next run shows.
		const busy = '[aria-busy="true"]';
		const button = byTestId('node-execute-button');
		await this.page.locator(`${button}${busy}, ${button} ${busy}`).waitFor({ state: 'detached' });
	}

	/** Has a trigger listen for a test event, and waits until it does. */
	async listen(): Promise<void> {
		const asked = this.page.waitForResponse((response) => response.url().endsWith('/run'));
		await this.page.locator(byTestId('trigger-execute-button')).or(this.page.locator(byTestId('node-execute-button'))).first().click();
		await asked;
		await this.page.getByText(/Listening for|Stop Listening/i).first().waitFor();
	}

	/** Waits until a text stands in the output panel. */
	async putsOut(text: string | RegExp): Promise<void> {
		await this.#output.filter({ hasText: text }).waitFor();
	}

	/** What the panel shows of a failed run; undefined when it didn't fail. */
	async failure(): Promise<{ message: string; description: string } | undefined> {
		const message = this.#output.locator(byTestId('node-error-message'));
		if ((await message.count()) === 0) return undefined;
		const description = this.#output.locator(byTestId('node-error-description'));
		return {
			message: (await message.first().innerText()).trim(),
			description: (await description.count()) > 0 ? (await description.first().innerText()).trim() : '',
		};
	}

	/** The production URL that a trigger's panel shows to be registered. */
	async productionUrl(): Promise<string> {
		await this.page.getByText('Webhook URLs', { exact: true }).click();
		await this.page.locator(byTestId('radio-button-production')).click();
		const url = this.page.locator('.webhook-url', { hasText: '/webhook/' });
		return (await url.innerText()).trim();
	}
}

/** n8n's next answer to a request for a list, if the request contains a text. */
function nextAnswer(page: Page, list: string, containing = '') {
	return page.waitForResponse(
		(response) =>
			response.url().includes(`/dynamic-node-parameters/${list}`) &&
			(response.request().postData() ?? '').includes(containing),
	);
}
