import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { changeRows, makeTable } from './dataTable.mts';
import { NodePanel } from './nodePanel.mts';
import { byTestId, Person } from './person.mts';
import { settled } from './until.mts';
import type { World } from './world.mts';

const row = (no: number, phone: string, first_name = 'Ada', promo_code = 'SPRING20') => ({ no: String(no), phone, first_name, promo_code });

/** A list as spreadsheets and people leave it, and what a dry run has to say of each row: by its number, from 1. */
const dirty = [
	row(1, '+1 201 555 6401'),
	row(2, '0170 1234567'),
	row(3, '1.20156E+10'),
	row(4, '+49 30 901820'),
	row(5, '+1 201 555 6405', ''),
	row(6, '+49 170 1234567 (2)'),
	row(7, '+1 201 555 6401'),
	row(8, '+1 201 555 6408', 'Ada', 'Invalid DateTime'),
	row(9, '491701234568'),
	row(10, ''),
	row(11, '+1 201 555 64'),
	row(12, '+1 201 555 6412, +1 201 555 6413'),
	row(13, '-2015556413', 'undefined'),
	row(14, '+1 201 555 6414'),
];

const faults = [
	/'To' needs a country code: item 2 "0170 1234567"\. .*'Default Country'/,
	/'To' is a number that a spreadsheet has shortened: item 3 "1\.20156E\+10"\. .*as text/,
	/no text for '\{\{first_name\}\}': item 5, item 13/,
	/'To' has more than a phone number: item 6 "\+49 170 1234567 \(2\)"/,
	/no text for '\{\{promo_code\}\}': item 8/,
	/'To' lacks the plus sign of its country code: item 9 "491701234568"\. If it is \+491701234568 \(Germany\), put \+ before it/,
	/'To' has no phone number: item 10\./,
	/'To' is not a phone number: item 11 "\+1 201 555 64", item 13 "-2015556413"/,
	/'To' has several numbers: item 12/,
	/landline gets no messages: item 4\./,
	/would be sent more than once: item 7 repeats/,
	/'On Error' to Continue, under Settings/,
];

/** A list, before it leaves and after, with an empty canvas at the beginning. Keys are no clicks. */
export function dirtyListTests(world: World): void {
	void test('a clean list leaves with few clicks', async (context: TestContext) => {
		const rows = dirty.map(({ no }) => row(Number(no), `+1 201 555 65${no.padStart(2, '0')}`));
		await makeTable(world, 'Clean list', rows);
		await world.withPage(async (page) => {
			const { person, panel } = await mapList(world, page, 'Clean list');
			person.clicks += 1;
			await panel.execute();
			context.diagnostic(person.report());
			await panel.putsOut(/14 accepted/);
			assert.ok(person.clicks <= 19, `${String(person.clicks)} clicks`);
		})(context);
	});

	void test('of fourteen dirty rows one run that fails names every fault, and once they are corrected all leave', async (context: TestContext) => {
		await makeTable(world, 'Dirty list', dirty);
		await world.withPage(async (page) => {
			const { person, panel } = await mapList(world, page, 'Dirty list');
			person.clicks += 2;
			await panel.addField('options', 'Dry Run');
			await page.getByText('Dry run: nothing is sent.').waitFor();
			person.clicks += 1;
			await panel.execute();
			const failure = await panel.failure();
			assert.equal(failure?.message, '10 of 14 items cannot be sent as they are');
			for (const fault of faults) assert.match(failure.description, fault);
			await world.picture(page, 'dirty-list-faults');

			// What a person does in the table. It is no click in n8n's editor.
			for (const { no } of dirty) {
				await changeRows(world, 'Dirty list', 'no', no, { phone: `+1 201 555 66${no.padStart(2, '0')}`, first_name: 'Ada', promo_code: 'SPRING20' });
			}
			await person.click(byTestId('parameter-input-dryRun'));
			await page.getByText('Dry run: nothing is sent.').waitFor({ state: 'detached' });
			// The table is read once more, with all that follows.
			person.clicks += 1;
			await panel.close();
			await person.click(byTestId('execute-workflow-button'));
			const everybody = dirty.map(({ no }) => `+120155566${no.padStart(2, '0')}`);
			await settled(() => world.service.countsFor(everybody), (counts) => assert.deepEqual(counts, dirty.map(() => 1)));
			context.diagnostic(person.report());
			await world.picture(page, 'dirty-list-sent');
			assert.ok(person.clicks <= 24, `${String(person.clicks)} clicks`);
		})(context);
	});
}

/** From an empty canvas to a node whose placeholders and recipient are fields of a table. */
async function mapList(world: World, page: Page, table: string) {
	const person = new Person(page);
	await person.begin(world.n8nUrl);
	await person.addNode('Data table', 'Get row(s)');
	const source = await NodePanel.opened(page);
	await person.pick('dataTableId', table);
	person.clicks += 1;
	await source.execute();
	await page.keyboard.press('Escape');
	await page.locator(byTestId('node-parameters')).waitFor({ state: 'hidden' });
	const placeholders = NodePanel.nextPlaceholders(page, 'spring_sale');
	const panel = await person.addMessage('spring_sale');
	await placeholders;
	await person.drag('phone', 'to');
	await person.drag('first_name', 'body.first_name');
	await person.drag('promo_code', 'body.promo_code');
	await page.getByText(/still empty/).waitFor({ state: 'detached' });
	return { person, panel };
}
