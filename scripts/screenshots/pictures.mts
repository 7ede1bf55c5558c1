import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { CredentialDialog } from '../../test/e2e/credentialDialog.mts';
import { NodePanel } from '../../test/e2e/nodePanel.mts';
import { repository } from '../n8n/ourPackage.mts';
import { createWorkflow, publishWorkflow, withCredential, workflowFile } from '../n8n/workflows.mts';
import { readExamples, webhookPath } from '../start/examples.mts';
import { orderUpdates, reachable, sendNodeName, someUndeliverable, type Customer } from './orderUpdates.mts';
import { size, webhookSecret, type Instance } from './instance.mts';

/** Makes one picture, as the bytes of a PNG file. */
type Picture = (instance: Instance) => Promise<Buffer>;

const templatesFolder = join(repository, 'examples', 'templates');

const readTemplateNames = async (): Promise<string[]> =>
	(await readdir(templatesFolder)).filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length));

const byTestId = (id: string) => `[data-test-id="${id}"]`;

/** Every picture of the documents, by file name, in the order in which they are made. */
export const pictures: Record<string, Picture> = {
	async credential(instance) {
		const page = await instance.openPage();
		const dialog = await CredentialDialog.openNew(page, instance.n8nUrl, 'Messaging API');
		await dialog.type('baseUrl', instance.service.url);
		await dialog.type('apiKey', instance.service.apiKey);
		await dialog.type('webhookSecret', webhookSecret);
		await dialog.saveAndTest();
		await dismissToast(page);
		return shoot(page);
	},

	async trigger(instance) {
		const { deliveryStatus } = await readExamples();
		await createWorkflow(instance.session, withCredential(deliveryStatus, 'messagingApi', instance.credential));
		await publishWorkflow(instance.session, deliveryStatus.id);
		await instance.reportTo(webhookPath(deliveryStatus));
		const page = await instance.openPage();
		const panel = await NodePanel.open(page, instance.n8nUrl, deliveryStatus.id, 'When a status arrives');
		await panel.productionUrl();
		return shoot(page);
	},

	async 'node-mapper'(instance) {
		const page = await instance.openPage();
		await run(page, instance, 'screenshotsMapper', reachable);
		return shoot(page);
	},

	async 'dry-run'(instance) {
		const page = await instance.openPage();
		await run(page, instance, 'screenshotsDryRun', reachable, { dryRun: true });
		return shoot(page);
	},

	async outcomes(instance) {
		const page = await instance.openPage();
		await run(page, instance, 'screenshotsOutcomes', someUndeliverable);
		await page.locator(byTestId('output-panel')).locator(byTestId('radio-button-table')).click();
		return shoot(page);
	},

	async 'inbox-beside-n8n'(instance) {
		// What the other pictures sent would stand there too.
		await instance.service.control('/reset', { keep: ['webhooks'] });
		// So narrow that the inbox shows one conversation alone.
		const inboxWidth = 680;
		const { sendTemplate } = await readExamples();
		await createWorkflow(instance.session, withCredential(sendTemplate, 'messagingApi', instance.credential));
		const editor = await instance.openPage({ ...size, width: size.width - inboxWidth });
		await editor.goto(`${instance.n8nUrl}/workflow/${sendTemplate.id}`);
		await editor.locator(byTestId('execute-workflow-button')).click();
		await dismissToast(editor);

		const inbox = await instance.openPage({ ...size, width: inboxWidth });
		await inbox.goto(`${instance.service.url}/#${encodeURIComponent('1906000000000001:+12015550123')}`);
		await inbox.getByText('Webhooks 2/2').waitFor();
		await instance.service.control('/reply', { from: '+12015550123', text: 'Thank you! When will it be here?' });
		await inbox.locator('.bubble', { hasText: 'When will it be here?' }).waitFor();
		return sideBySide(instance, await shoot(editor), await shoot(inbox));
	},
};

/** The canvas of each template for n8n's site, which shows no canvas with community nodes. */
for (const name of await readTemplateNames()) {
	pictures[`template-${name}`] = async (instance) => {
		const template = workflowFile.parse(JSON.parse(await readFile(join(templatesFolder, `${name}.json`), 'utf8')));
		await createWorkflow(instance.session, template);
		const page = await instance.openPage({ width: 1800, height: 900 });
		await page.goto(`${instance.n8nUrl}/workflow/${template.id}`);
		await page.locator(byTestId('sticky')).first().waitFor();
		await page.locator(byTestId('zoom-to-fit')).click();
		return shoot(page);
	};
}

/** Opens the node that sends to some customers, and runs it. `options` are the node's. */
async function run(page: Page, instance: Instance, id: string, customers: Customer[], options = {}): Promise<void> {
	await createWorkflow(instance.session, await orderUpdates(id, customers, instance, options));
	const panel = await NodePanel.open(page, instance.n8nUrl, id, sendNodeName);
	await panel.execute();
	await dismissToast(page);
}

/** Waits for n8n's short note in the corner, and closes it. */
async function dismissToast(page: Page): Promise<void> {
	await page.locator('.el-notification__closeBtn').first().click();
	await page.locator('.el-notification').first().waitFor({ state: 'hidden' });
}

// The editor of expressions leaves an empty box in the corner of the page for each field.
const hidden = 'div[class^="ͼ1 "]:empty { visibility: hidden }';

/** With the pointer where it points at nothing, and whatever moves at its end. */
async function shoot(page: Page): Promise<Buffer> {
	await page.mouse.move(size.width / 4, 2);
	return page.screenshot({ animations: 'disabled', caret: 'hide', style: hidden });
}

async function sideBySide(instance: Instance, ...halves: Buffer[]): Promise<Buffer> {
	const page = await instance.openPage();
	const images = halves.map((half) => `<img src="data:image/png;base64,${half.toString('base64')}">`);
	await page.setContent(`<body style="margin: 0; display: flex">${images.join('')}</body>`);
	return shoot(page);
}
