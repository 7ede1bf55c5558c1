import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { listExecutions, outputOf } from '../../scripts/n8n/workflows.mts';
import { makeTable } from './dataTable.mts';
import { NodePanel } from './nodePanel.mts';
import { byTestId, Person } from './person.mts';
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
			await person.begin(world.n8nUrl);
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
			await person.begin(world.n8nUrl);
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
