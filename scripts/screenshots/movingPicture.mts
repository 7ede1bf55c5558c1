import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { NodePanel } from '../../test/e2e/nodePanel.mts';
import { createWorkflow } from '../n8n/workflows.mts';
import type { Instance } from './instance.mts';
import { orderUpdates, reachable, sendNodeName } from './orderUpdates.mts';

const run = promisify(execFile);
const viewport = { width: 1280, height: 860 };
const to = '+12015550123';

interface Frame {
	readonly png: Buffer;
	readonly seconds: number;
}

/** From an empty node to a delivered message: a GIF file, made by ImageMagick (`apt-get install imagemagick`). */
export async function movingPicture(instance: Instance): Promise<Buffer> {
	await instance.service.control('/reset', { keep: ['webhooks'] });
	const page = await instance.openPage(viewport);
	const frames: Frame[] = [];
	const show = async (seconds: number, shown: Page = page) =>
		void frames.push({ png: await shown.screenshot({ animations: 'disabled', caret: 'hide' }), seconds });

	const panel = await openEmptyNode(page, instance);
	await show(1.5);
	const rows = await panel.rowsOf('template');
	await show(1.5);
	const placeholders = NodePanel.nextPlaceholders(page, 'order_update');
	await rows.filter({ hasText: 'order_update' }).first().click();
	for (const { id } of await placeholders) await panel.parameter(id).waitFor();
	await panel.parameter('header.order_id').scrollIntoViewIfNeeded();
	await show(2);
	for (const [field, text] of [['header.order_id', 'A-1001'], ['body.first_name', 'Ada'], ['body.status', 'on its way'], ['to', '+1 201 555 0123']] as const) {
		await panel.type(field, text);
		await show(0.8);
	}
	await panel.addField('options', 'Dry Run');
	await panel.execute();
	await closeToasts(page);
	await show(3);
	const dryRun = page.locator('[data-test-id="parameter-input-dryRun"] .el-switch');
	await dryRun.click();
	await panel.execute();
	await closeToasts(page);
	await show(2.5);

	const inbox = await instance.openPage(viewport);
	await inbox.goto(`${instance.service.url}/#${encodeURIComponent(`1906000000000001:${to}`)}`);
	await inbox.locator('.bubble', { hasText: 'Hi Ada' }).waitFor();
	await inbox.getByText(/delivered/i).first().waitFor();
	await show(3, inbox);
	return asGif(frames);
}

async function openEmptyNode(page: Page, instance: Instance): Promise<NodePanel> {
	const workflow = await orderUpdates('screenshotsMoving', reachable.slice(0, 1), instance);
	const nodes = workflow.nodes.map((node) => {
		if (node.name !== sendNodeName) return node;
		const { phoneNumberId, resource, operation } = node.parameters;
		return { ...node, parameters: { resource, operation, phoneNumberId } };
	});
	await createWorkflow(instance.session, { ...workflow, nodes });
	return NodePanel.open(page, instance.n8nUrl, workflow.id, sendNodeName);
}

async function closeToasts(page: Page): Promise<void> {
	for (const close of await page.locator('.el-notification__closeBtn').all()) await close.click();
	await page.locator('.el-notification').first().waitFor({ state: 'hidden' });
}

async function asGif(frames: readonly Frame[]): Promise<Buffer> {
	const folder = await mkdtemp(join(tmpdir(), 'n8n-nodes-messaging-frames-'));
	try {
		const files = await Promise.all(frames.map(async ({ png, seconds }, place) => {
			const file = join(folder, `${String(place).padStart(2, '0')}.png`);
			await writeFile(file, png);
			return ['-delay', String(Math.round(seconds * 100)), file];
		}));
		const gif = join(folder, 'moving.gif');
		await run('convert', [...files.flat(), '-resize', '1080x', '+dither', '-colors', '96', '-layers', 'optimize', '-loop', '0', gif]);
		return await readFile(gif);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
