import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { parse } from 'yaml';
import { z } from 'zod';

import { project, textOf } from './support/project.mts';
import { anchorsOf, codeSpansOf, linksOf } from './support/markdown.mts';

/** What the documents point to is there, and the issue forms and the templates for n8n's site are as they are asked for. */

const filesIn = (folder: string, ending: string, recursive = false): string[] =>
	readdirSync(path.join(project, folder), { recursive, encoding: 'utf8' })
		.filter((name) => name.endsWith(ending))
		.map((name) => path.join(folder, name));
const isThere = (...name: string[]) => existsSync(path.join(project, ...name));

for (const name of ['.', '.github', 'docs', 'docs/maintainers', 'examples', 'examples/templates', 'sandbox'].flatMap((folder) => filesIn(folder, '.md'))) {
	void test(`${name}: every link, file and script that it names is there`, () => {
		for (const link of linksOf(textOf(name)).filter((one) => !/^https?:/.test(one))) {
			const [file = '', anchor] = link.split('#');
			const target = file === '' ? name : path.join(path.dirname(name), file);
			assert.ok(isThere(target), `${link} is not there`);
			if (anchor !== undefined) assert.ok(anchorsOf(textOf(target)).includes(anchor), `${link} has no such heading`);
		}

		const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
		for (const code of codeSpansOf(textOf(name))) {
			const script = /^npm (?:run )?([\w:]+)/.exec(code)?.[1];
			if (script !== undefined && !['install', 'ci', 'publish', 'version', 'pack'].includes(script)) {
				assert.ok(scripts[script], `${code} is no script of package.json`);
			}
			if (/^(bench|docs|examples|sandbox|scripts|test)\/[\w./-]+$/.test(code)) assert.ok(isThere(code), `${code} is not there`);
			if (/^(actions|api|editor|n8n|question|request|result|sending|service|template|text|trigger|webhook)\/[\w./-]+\.ts$/.test(code)) {
				assert.ok(isThere('nodes/Messaging', code), `${code} is not below nodes/Messaging`);
			}
		}
	});
}

void test('what the nodes and the credential link to stands in the README', () => {
	const sources = ['nodes', 'credentials'].flatMap((folder) => [...filesIn(folder, '.ts', true), ...filesIn(folder, '.json', true)]);
	const anchors = sources.flatMap((name) => [...textOf(name).matchAll(/n8n-nodes-messaging#([\w-]+)/g)].map(([, anchor = '']) => anchor));
	assert.ok(anchors.length > 0);
	// The first is GitHub's own anchor for the whole of it.
	const there = ['readme', ...anchorsOf(textOf('README.md'))];
	for (const anchor of anchors) assert.ok(there.includes(anchor), anchor);
});

void test('the forms for issues parse, ask for what has a name of its own, and lead questions elsewhere', () => {
	const contact = z.object({ name: z.string(), url: z.string().url(), about: z.string() });
	const config = z.object({ blank_issues_enabled: z.literal(false), contact_links: z.array(contact) });
	const attributes = z.object({ label: z.string().optional() }).passthrough();
	const question = z.object({ type: z.enum(['markdown', 'textarea', 'input']), id: z.string().optional(), attributes }).passthrough();
	const form = z.object({ name: z.string(), description: z.string(), labels: z.array(z.string()), body: z.array(question) }).strict();
	const { contact_links: links } = config.parse(parse(textOf('.github/ISSUE_TEMPLATE/config.yml')));
	assert.deepEqual(links.map(({ name }) => name), ['Question', 'Security']);
	for (const name of filesIn('.github/ISSUE_TEMPLATE', '.yml').filter((one) => !one.endsWith('config.yml'))) {
		const asked = form.parse(parse(textOf(name))).body.filter(({ type }) => type !== 'markdown');
		assert.ok(asked.every((one) => one.id !== undefined && one.attributes.label !== undefined), name);
		assert.equal(new Set(asked.map(({ id }) => id)).size, asked.length, name);
	}
});

const folder = 'examples/templates';
const node = z.object({ type: z.string(), credentials: z.unknown(), parameters: z.record(z.unknown()) }).passthrough();
const workflow = z
	.object({ name: z.string(), nodes: z.array(node), connections: z.unknown(), settings: z.unknown(), pinData: z.object({}).strict() })
	.passthrough();
const note = z.object({ content: z.string(), color: z.number().optional() });
const readWorkflow = (name: string) => workflow.parse(JSON.parse(textOf(name)));
const isNote = ({ type }: { type: string }) => type === 'n8n-nodes-base.stickyNote';
const words = (text: string): number => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
const isBetween = (count: number, least: number, most: number) => assert.ok(count >= least && count <= most, String(count));

/** A template's part of the document: between its heading and the next one of the same level. */
const parts = textOf(`${folder}/README.md`).split(/^## /m).slice(1);
const templates = filesIn(folder, '.json');

void test('there are three templates, each with its description', () => {
	assert.equal(templates.length, 3);
	assert.deepEqual(parts.map((part) => part.split('\n')[0]).sort(), templates.map((file) => readWorkflow(file).name).sort());
});

for (const file of templates) {
	const { name, nodes, connections, settings } = readWorkflow(file);
	const part = parts.find((one) => one.startsWith(`${name}\n`)) ?? '';
	const links = linksOf(part);

	void test(`${file} is its example, without its notes and credentials`, () => {
		const example = readWorkflow(`examples/${links.find((link) => link.startsWith('../') && link.endsWith('.json'))?.slice(3) ?? ''}`);
		const inExample = example.nodes.filter((one) => !isNote(one)).map((one) => ({ ...one, credentials: undefined }));
		assert.deepEqual(nodes.filter((one) => !isNote(one)).map((one) => ({ credentials: undefined, ...one })), inExample);
		assert.deepEqual([connections, settings], [example.connections, example.settings]);
	});

	void test(`${file} has one yellow note of 100 to 300 words, and white ones of fewer than 50`, () => {
		const [overview, ...sections] = nodes.filter(isNote).map(({ parameters }) => note.parse(parameters));
		assert.equal(overview?.color, undefined);
		const content = overview?.content ?? '';
		assert.ok(content.startsWith(`## ${name}\n`));
		assert.match(content, /\n### How it works\n[^]*\n### Setup\n/);
		isBetween(words(content), 100, 300);
		assert.ok(sections.length > 0);
		for (const section of sections) assert.ok(section.color === 7 && words(section.content) < 50, section.content);
	});

	void test(`${file} has a description and a picture as the site asks for`, () => {
		const fields = part.split(/^### /m).slice(1).map((one) => [one.split('\n')[0], one.slice(one.indexOf('\n'))] as const);
		assert.deepEqual(fields.map(([field]) => field), ['Quick overview', 'How it works', 'Setup', 'Requirements', 'Customization']);
		const [overview = '', howItWorks = '', setup = '', requirements = ''] = fields.map(([, text]) => text);
		isBetween(words(overview), 10, 50);
		assert.ok(words(howItWorks) >= 50 && words(setup) >= 50);
		assert.ok(requirements.includes('self-hosted n8n only'));
		const picture = `docs/images/template-${path.basename(file, '.json')}.png`;
		assert.ok(links.includes(`../../${picture}`) && isThere(picture), picture);
	});
}
