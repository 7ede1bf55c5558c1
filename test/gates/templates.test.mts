import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { z } from 'zod';

import { linksOf } from './support/markdown.mts';
import { project, textOf } from './support/project.mts';

/** The templates for n8n's site: workflows equal to their examples, with notes and descriptions as the site asks for. */

const folder = 'examples/templates';
const node = z.object({ name: z.string(), type: z.string(), credentials: z.unknown(), parameters: z.record(z.unknown()) }).passthrough();
const workflow = z.object({ name: z.string(), nodes: z.array(node), connections: z.record(z.unknown()), settings: z.unknown(), pinData: z.object({}).strict() }).passthrough();
const note = z.object({ content: z.string(), color: z.number().optional() });
const read = (name: string) => workflow.parse(JSON.parse(textOf(name)));

const isNote = ({ type }: { type: string }) => type === 'n8n-nodes-base.stickyNote';
const words = (text: string): number => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** A template's part of the document: between its heading and the next one of the same level. */
const parts = textOf(`${folder}/README.md`).split(/^## /m).slice(1);
const fields = ['Quick overview', 'How it works', 'Setup', 'Requirements', 'Customization'];

const files = readdirSync(path.join(project, folder)).filter((name) => name.endsWith('.json'));

void test('there are three templates, each with its description', () => {
	assert.equal(files.length, 3);
	assert.deepEqual(parts.map((part) => part.split('\n')[0]).sort(), files.map((name) => read(`${folder}/${name}`).name).sort());
});

for (const file of files) {
	const { name, nodes, connections, settings } = read(`${folder}/${file}`);
	const part = parts.find((one) => one.startsWith(`${name}\n`)) ?? '';
	const links = linksOf(part);

	void test(`${file} is its example, without its notes and credentials`, () => {
		const example = read(`examples/${links.find((link) => link.startsWith('../') && link.endsWith('.json'))?.slice(3) ?? ''}`);
		const inExample = example.nodes.filter((one) => !isNote(one)).map((one) => ({ ...one, credentials: undefined }));
		assert.deepEqual(nodes.filter((one) => !isNote(one)).map((one) => ({ credentials: undefined, ...one })), inExample);
		assert.deepEqual([connections, settings], [example.connections, example.settings]);
	});

	void test(`${file} has one yellow note of 100 to 300 words, and white ones of fewer than 50`, () => {
		const [overview, ...sections] = nodes.filter(isNote).map(({ parameters }) => note.parse(parameters));
		const content = overview?.content ?? '';
		assert.equal(overview?.color, undefined);
		assert.ok(content.startsWith(`## ${name}\n`));
		assert.ok(content.includes('\n### How it works\n') && content.includes('\n### Setup\n'));
		assert.ok(words(content) >= 100 && words(content) <= 300, String(words(content)));
		assert.ok(sections.length > 0);
		for (const section of sections) assert.ok(section.color === 7 && words(section.content) < 50, section.content);
	});

	void test(`${file} has a description and a picture as the site asks for`, () => {
		const given = part.split(/^### /m).slice(1).map((one) => ({ field: one.split('\n')[0] ?? '', count: words(one.slice(one.indexOf('\n'))), text: one }));
		assert.deepEqual(given.map(({ field }) => field), fields);
		const count = (field: string) => given.find((one) => one.field === field)?.count ?? 0;
		assert.ok(count('Quick overview') >= 10 && count('Quick overview') <= 50);
		assert.ok(count('How it works') >= 50 && count('Setup') >= 50);
		assert.ok(given.find(({ field }) => field === 'Requirements')?.text.includes('self-hosted n8n only'));
		const picture = `docs/images/template-${file.replace(/\.json$/, '.png')}`;
		assert.ok(links.includes(`../../${picture}`) && existsSync(path.join(project, picture)), picture);
	});
}
