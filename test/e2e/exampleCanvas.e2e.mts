import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { otherVersion } from '../../scripts/n8n/installation.mts';
import { repository } from '../../scripts/n8n/ourPackage.mts';
import { createWorkflow, hasWorkflow, withCredential, workflowFile, type WorkflowFile } from '../../scripts/n8n/workflows.mts';
import { settled } from './until.mts';
import type { World } from './world.mts';

/** How the examples look to the person who opens them. */
export function canvasTests(world: World, examples: WorkflowFile[]): void {
	void test('every example is tidy on the canvas, with one note that can be read as a whole and names what to execute', world.withPage(async (page) => {
		await page.goto(`${world.n8nUrl}/home/workflows`);
		await page.locator('[data-test-id="resources-list-wrapper"]').waitFor();
		for (const example of examples) {
			if (!(await hasWorkflow(world.session, example.id))) {
				await createWorkflow(world.session, withCredential(example, 'messagingApi', world.credential));
			}
			await goTo(page, `/workflow/${example.id}`);
			const notes = page.locator('[data-test-id="sticky"]');
			await notes.locator('h2').filter({ hasText: example.name }).waitFor();
			await page.locator('[data-test-id="zoom-to-fit"]').click();
			await world.picture(page, `canvas-${example.id}`);
			// An older n8n writes notes in larger letters: there the last line of some has to be scrolled to.
			const hidden = () => (otherVersion() === undefined ? hiddenParts(page) : []);
			await settled(
				async () => ({ notes: await notes.count(), overlaps: await overlaps(page), hidden: await hidden(), unnamed: await unnamedTriggers(page, example) }),
				(seen) => assert.deepEqual(seen, { notes: 1, overlaps: [], hidden: [], unnamed: [] }, example.name),
			);
		}
	}));

	void test('a file that a person imports in the editor finds the credential by its name', world.withPage(async (page) => {
		await page.goto(`${world.n8nUrl}/workflow/new`);
		const saved = page.waitForResponse((response) => response.request().method() === 'POST' && response.url().endsWith('/rest/workflows'));
		// The field behind "Import from file", which opens a dialog of the system when it is clicked.
		await page.locator('input[type="file"]').first().setInputFiles(join(repository, 'examples', 'text-or-template.json'));
		const { data } = z.object({ data: workflowFile }).parse(await (await saved).json());
		const found = data.nodes.flatMap(({ credentials }) => credentials?.messagingApi?.id ?? []);
		assert.deepEqual(found, [world.credential.id, world.credential.id]);
	}));

	void test('the fields of every example are those of its template', async () => {
		for (const example of examples) {
			for (const { name, parameters } of example.nodes) {
				const { variables, template } = withFields.parse(parameters);
				// Where they differ, n8n warns beside the fields that they are out of date.
				if (variables) assert.deepEqual(variables.schema, await fieldsOf(world, template), `${example.name}: ${name}`);
			}
		}
	});
}

/** Has the editor show another page of itself without loading it anew, which takes ten times as long. */
function goTo(page: Page, path: string): Promise<void> {
	return page.evaluate((to) => {
		history.pushState(null, '', to);
		dispatchEvent(new PopStateEvent('popstate'));
	}, path);
}

/** Triggers that a person has to choose beside the button, which starts another one, and whose sentence in the note does not say so. */
async function unnamedTriggers(page: Page, { nodes }: WorkflowFile): Promise<string[]> {
	if (nodes.filter(({ type }) => type.endsWith('Trigger')).length === 1) return [];
	const button = await page.locator('[data-test-id="execute-workflow-button"]').innerText();
	const manual = nodes.filter(({ type }) => type === 'n8n-nodes-base.manualTrigger').map(({ name }) => name);
	const note = z.string().parse(nodes.find(({ type }) => type === 'n8n-nodes-base.stickyNote')?.parameters.content);
	const sentences = note.split(/(?<=\.) |\n/).filter((sentence) => /choose/i.test(sentence) && /beside \*\*Execute workflow\*\*/i.test(sentence));
	return manual.filter((name) => !button.includes(name) && !sentences.some((sentence) => sentence.includes(`**${name}**`)));
}

const withFields = z.object({ variables: z.object({ schema: z.unknown() }).optional(), template: z.unknown() });

/** The fields that n8n shows for a template. */
async function fieldsOf(world: World, template: unknown): Promise<unknown> {
	const { fields } = await world.session.request('POST', '/dynamic-node-parameters/resource-mapper-fields', z.object({ fields: z.unknown() }), {
		nodeTypeAndVersion: { name: 'n8n-nodes-messaging.messaging', version: 1 },
		path: 'parameters.variables',
		methodName: 'getTemplateVariables',
		currentNodeParameters: { resource: 'message', operation: 'sendTemplate', template, languageCode: 'auto', variablesMode: 'fields' },
		credentials: { messagingApi: world.credential },
	});
	return fields;
}

/** Pairs of things on the canvas that lie on each other, by their place in the page. */
function overlaps(page: Page): Promise<string[]> {
	return page.locator('.vue-flow__node').evaluateAll((nodes) =>
		nodes.flatMap((one, at) =>
			nodes.slice(at + 1).flatMap((other) => {
				const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
				const apart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
				return apart ? [] : [`${one.textContent.slice(0, 40)} on ${other.textContent.slice(0, 40)}`];
			}),
		),
	);
}

/** Parts of the note that can only be read by scrolling in it. */
function hiddenParts(page: Page): Promise<string[]> {
	return page.locator('[data-test-id="sticky"], [data-test-id="sticky"] *').evaluateAll((parts) =>
		parts
			.filter((part) => part.scrollHeight > part.clientHeight + 1 && getComputedStyle(part).overflowY !== 'visible')
			.map((part) => part.outerHTML.slice(0, 80)),
	);
}
