import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import ts from 'typescript';

/*
 * The import rules of the package: which folder may import which. Imports point one way,
 * `*.node.ts` → actions, methods, trigger → sending → transport, n8n → contract; inside the contract
 * webhook, message → template, response → what stands beside the rooms. The question of Send and Wait knows the
 * contract alone.
 */

/** A source file, its path from the root of the repository with slashes. */
export interface Source {
	readonly path: string;
	readonly text: string;
}

interface Layer {
	readonly name: string;
	readonly holds: RegExp;
	/** The layers that it may import; itself only where it is named. */
	readonly layers: readonly string[];
	readonly packages: RegExp;
}

/** What n8n itself allows in the code of a node. */
const n8n = /^(n8n-workflow|node:crypto)$/;
const nodes = 'nodes/Messaging';

const shared = 'contract';
const contract = [shared, 'contract/template', 'contract/response', 'contract/message', 'contract/webhook'];

/** A room of the contract, and the rooms below it. */
const contractRoom = (name: string, below: readonly string[], packages: RegExp): Layer => ({
	name: `contract/${name}`,
	holds: new RegExp(`^${nodes}/contract/${name}/`),
	layers: [shared, `contract/${name}`, ...below],
	packages,
});

const none = /(?!)/;

const layers: readonly Layer[] = [
	contractRoom('template', [], none),
	contractRoom('response', [], none),
	contractRoom('message', ['contract/template', 'contract/response'], /^(zod|libphonenumber-js\/\w+)$/),
	contractRoom('webhook', ['contract/template', 'contract/response'], /^node:crypto$/),
	{
		name: shared,
		holds: new RegExp(`^${nodes}/contract/(mask/)?[^/]+$`),
		layers: [shared],
		packages: /^(lossless-json|node:crypto)$/,
	},
	...['transport', 'n8n'].map((name) => ({
		name,
		holds: new RegExp(`^${nodes}/${name}/`),
		layers: [...contract, name],
		packages: n8n,
	})),
	{
		name: 'sending',
		holds: new RegExp(`^${nodes}/sending/`),
		layers: [...contract, 'transport', 'n8n', 'sending'],
		packages: n8n,
	},
	{
		name: 'question',
		holds: new RegExp(`^${nodes}/actions/message/sendAndWait/question/`),
		layers: [...contract, 'question'],
		packages: none,
	},
	...['actions', 'methods', 'trigger'].map((name) => ({
		name,
		holds: new RegExp(`^${nodes}/${name}/`),
		layers: [...contract, 'sending', 'transport', 'n8n', name, ...(name === 'actions' ? ['question'] : [])],
		packages: n8n,
	})),
	{
		name: 'a node',
		holds: new RegExp(`^${nodes}/\\w+\\.node\\.ts$`),
		layers: ['actions', 'methods', 'trigger'],
		packages: n8n,
	},
	{ name: 'credentials', holds: /^credentials\//, layers: contract, packages: n8n },
	{ name: 'sandbox', holds: /^sandbox\//, layers: [...contract, 'sandbox'], packages: /^/ },
];

const layerOf = (file: string): Layer | undefined => layers.find(({ holds }) => holds.test(file));

const isRelative = (specifier: string): boolean => /^\.{1,2}(\/|$)/.test(specifier);

/** What a source imports, also only for its types, or when it runs. */
export const importsOf = (source: Source): string[] =>
	ts.preProcessFile(source.text, true, true).importedFiles.map(({ fileName }) => fileName);

/** Every import that the rules do not allow, in words, and every cycle that the contract is part of. */
export function violations(sources: readonly Source[]): string[] {
	return [...sources.flatMap(forbiddenImports), ...contractCycles(sources)];
}

function forbiddenImports(source: Source): string[] {
	const from = layerOf(source.path);
	if (from === undefined) return [`${source.path} stands in no layer`];
	return importsOf(source).flatMap((specifier) => {
		const isAllowed = isRelative(specifier)
			? from.layers.includes(layerOf(target(source, specifier))?.name ?? 'outside')
			: from.packages.test(specifier);
		return isAllowed ? [] : [`${source.path} (${from.name}) imports ${specifier}`];
	});
}

const target = (source: Source, specifier: string): string =>
	path.posix.join(path.posix.dirname(source.path), specifier);

function contractCycles(sources: readonly Source[]): string[] {
	const paths = new Set(sources.map((source) => source.path));
	const graph = new Map(
		sources.map((source) => {
			const imported = importsOf(source).filter(isRelative).map((specifier) => target(source, specifier));
			return [source.path, imported.flatMap((base) => resolve(base, paths))];
		}),
	);
	return [...paths]
		.filter((file) => contract.includes(layerOf(file)?.name ?? '') && reachableFrom(file, graph).has(file))
		.map((file) => `${file} is part of an import cycle`);
}

const resolve = (base: string, paths: ReadonlySet<string>): string[] =>
	['', '.ts', '.tsx', '.mts', '/index.ts'].map((ending) => base + ending).filter((file) => paths.has(file));

function reachableFrom(file: string, graph: ReadonlyMap<string, readonly string[]>): Set<string> {
	const reached = new Set<string>();
	const open = [...(graph.get(file) ?? [])];
	for (let next = open.pop(); next !== undefined; next = open.pop()) {
		if (reached.has(next)) continue;
		reached.add(next);
		open.push(...(graph.get(next) ?? []));
	}
	return reached;
}

const root = path.resolve(__dirname, '../../..');

/** The sources of the package and of the sandbox. */
export function readSources(): Source[] {
	return ['nodes', 'credentials', 'sandbox'].flatMap((folder) =>
		readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
			.filter((file) => /\.m?tsx?$/.test(file))
			.map((file) => {
				const text = readFileSync(path.join(root, folder, file), 'utf8');
				return { path: path.posix.join(folder, file.split(path.sep).join('/')), text };
			}),
	);
}
