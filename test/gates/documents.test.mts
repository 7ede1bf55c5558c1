import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { parse } from 'yaml';
import { z } from 'zod';

import { project, textOf } from './support/project.mts';
import { anchorsOf, codeSpansOf, linksOf } from './support/markdown.mts';

/** What the documents point to is there. */

const contacts = z.object({ blank_issues_enabled: z.boolean(), contact_links: z.array(z.object({ name: z.string(), url: z.string().url(), about: z.string() })) });

const filesIn = (folder: string, recursive = false): string[] =>
	readdirSync(path.join(project, folder), { recursive, encoding: 'utf8' }).map((name) => path.join(folder, name));

const documents = ['.', '.github', 'docs', 'examples', 'examples/templates', 'sandbox'].flatMap((folder) => filesIn(folder)).filter((name) => name.endsWith('.md'));

for (const name of documents) {
	void test(`${name}: every link leads somewhere`, () => {
		for (const link of linksOf(textOf(name)).filter((one) => !/^https?:/.test(one))) {
			const [file = '', anchor] = link.split('#');
			const target = file === '' ? name : path.join(path.dirname(name), file);
			assert.ok(existsSync(path.join(project, target)), `${link} is not there`);
			if (anchor !== undefined) assert.ok(anchorsOf(textOf(target)).includes(anchor), `${link} has no such heading`);
		}
	});

	void test(`${name}: every file and every script that it names is there`, () => {
		const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
		for (const code of codeSpansOf(textOf(name))) {
			const script = /^npm (?:run )?([\w:]+)/.exec(code)?.[1];
			if (script !== undefined && !['install', 'ci', 'publish', 'version', 'pack'].includes(script)) {
				assert.ok(scripts[script], `${code} is no script of package.json`);
			}
			if (/^(bench|docs|examples|sandbox|scripts|test)\/[\w./-]+$/.test(code)) {
				assert.ok(existsSync(path.join(project, code)), `${code} is not there`);
			}
			if (/^(actions|api|editor|message|n8n|question|sending|service|template|text|trigger|webhook)\/[\w./-]+\.ts$/.test(code)) {
				assert.ok(existsSync(path.join(project, 'nodes', 'Messaging', code)), `${code} is not below nodes/Messaging`);
			}
		}
	});
}

void test('the forms for issues parse, ask for what has a name of its own, and lead questions elsewhere', () => {
	const question = z.object({ type: z.enum(['markdown', 'textarea', 'input']), id: z.string().optional(), attributes: z.object({ label: z.string().optional(), value: z.string().optional() }).passthrough() }).passthrough();
	const form = z.object({ name: z.string(), description: z.string(), labels: z.array(z.string()), body: z.array(question) }).strict();
	const { blank_issues_enabled: blank, contact_links: links } = contacts.parse(parse(textOf('.github/ISSUE_TEMPLATE/config.yml')));
	assert.equal(blank, false);
	assert.deepEqual(links.map(({ name }) => name), ['Question', 'Security']);
	for (const name of filesIn('.github/ISSUE_TEMPLATE').filter((one) => !one.endsWith('config.yml'))) {
		const asked = form.parse(parse(textOf(name))).body.filter(({ type }) => type !== 'markdown');
		assert.ok(asked.every(({ id, attributes }) => id !== undefined && attributes.label !== undefined), name);
		assert.equal(new Set(asked.map(({ id }) => id)).size, asked.length, name);
	}
});

void test("what the nodes and the credential link to stands in the README", () => {
	const sources = ['nodes', 'credentials'].flatMap((folder) => filesIn(folder, true)).filter((name) => /\.(ts|json)$/.test(name));
	const anchors = sources.flatMap((name) => [...textOf(name).matchAll(/n8n-nodes-messaging#([\w-]+)/g)].map(([, anchor = '']) => anchor));
	assert.ok(anchors.length > 0);
	// The first is GitHub's own anchor for the whole of it.
	const there = ['readme', ...anchorsOf(textOf('README.md'))];
	for (const anchor of anchors) assert.ok(there.includes(anchor), anchor);
});
