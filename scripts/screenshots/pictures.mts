import type { Page } from 'playwright-core';
import { CredentialDialog } from '../../test/e2e/credentialDialog.mts';
import { NodePanel } from '../../test/e2e/nodePanel.mts';
import { createWorkflow, publishWorkflow, withCredential } from '../n8n/workflows.mts';
import { readExamples, webhookPath } from '../start/examples.mts';
import { mixed, orderUpdates, reachable, sending } from './orderUpdates.mts';
import { size, webhookSecret, type Stage } from './stage.mts';

/** Makes one picture, as the bytes of a PNG file. */
type Picture = (stage: Stage) => Promise<Buffer>;

const byTestId = (id: string) => `[data-test-id="${id}"]`;

/** Every picture of the documents, by file name, in the order in which they are made. */
export const pictures: Record<string, Picture> = {
	async credential(stage) {
		const page = await stage.openPage();
		const dialog = await CredentialDialog.openNew(page, stage.n8nUrl, 'Messaging API');
		await dialog.type('baseUrl', stage.service.url);
		await dialog.type('apiKey', stage.service.apiKey);
		await dialog.type('webhookSecret', webhookSecret);
		await dialog.saveAndTest();
		await dismissToast(page);
		return shoot(page);
	},

	async trigger(stage) {
		const { deliveryStatus } = await readExamples();
		await createWorkflow(stage.session, withCredential(deliveryStatus, 'messagingApi', stage.credential));
		await publishWorkflow(stage.session, deliveryStatus.id);
		await stage.reportTo(webhookPath(deliveryStatus));
		const page = await stage.openPage();
		const panel = await NodePanel.open(page, stage.n8nUrl, deliveryStatus.id, 'When a status arrives');
		await panel.productionUrl();
		return shoot(page);
	},

	async 'node-mapper'(stage) {
		const page = await stage.openPage();
		await run(page, stage, 'screenshotsMapper', reachable);
		return shoot(page);
	},

	async 'dry-run'(stage) {
		const page = await stage.openPage();
		await run(page, stage, 'screenshotsDryRun', reachable, { dryRun: true });
		return shoot(page);
	},

	async outcomes(stage) {
		const page = await stage.openPage();
		await run(page, stage, 'screenshotsOutcomes', mixed);
		await page.locator(byTestId('output-panel')).locator(byTestId('radio-button-json')).click();
		return shoot(page);
	},

	async 'inbox-beside-n8n'(stage) {
		// What the other pictures sent would stand there too.
		await stage.service.control('/reset', { keep: ['webhooks'] });
		// So narrow that the inbox shows one conversation alone.
		const inboxWidth = 680;
		const { sendTemplate } = await readExamples();
		await createWorkflow(stage.session, withCredential(sendTemplate, 'messagingApi', stage.credential));
		const editor = await stage.openPage({ ...size, width: size.width - inboxWidth });
		await editor.goto(`${stage.n8nUrl}/workflow/${sendTemplate.id}`);
		await editor.locator(byTestId('execute-workflow-button')).click();
		await dismissToast(editor);

		const inbox = await stage.openPage({ ...size, width: inboxWidth });
		await inbox.goto(`${stage.service.url}/#${encodeURIComponent('1906000000000001:+12015550123')}`);
		await inbox.getByText('Webhooks 2/2').waitFor();
		await stage.service.control('/reply', { from: '+12015550123', text: 'Thank you! When will it be here?' });
		await inbox.locator('.bubble', { hasText: 'When will it be here?' }).waitFor();
		return sideBySide(stage, await shoot(editor), await shoot(inbox));
	},
};

/** Opens the node that sends to some customers, and runs it. `options` are the node's. */
async function run(page: Page, stage: Stage, id: string, customers: typeof mixed, options = {}): Promise<void> {
	await createWorkflow(stage.session, await orderUpdates(id, customers, stage, options));
	const panel = await NodePanel.open(page, stage.n8nUrl, id, sending);
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

async function sideBySide(stage: Stage, ...halves: Buffer[]): Promise<Buffer> {
	const page = await stage.openPage();
	const images = halves.map((half) => `<img src="data:image/png;base64,${half.toString('base64')}">`);
	await page.setContent(`<body style="margin: 0; display: flex">${images.join('')}</body>`);
	return shoot(page);
}
