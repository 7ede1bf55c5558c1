import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as Core from 'n8n-core';
import type * as Workflow from 'n8n-workflow';
import type { INodeType } from 'n8n-workflow';
import type { ExpressionEngine } from '../options.mts';

/**
 * n8n's own code, all of it from one installation: nodes, engine and the measured package share one
 * copy of n8n-workflow, as they do in n8n.
 */
export interface N8n {
	readonly core: typeof Core;
	readonly workflow: typeof Workflow;
	/** A node of n8n's own packages, e.g. `n8n-nodes-base/dist/nodes/Set/Set.node.js` and `Set`. */
	node(file: string, className: string): INodeType;
}

/**
 * Loads n8n from an installation. n8n-core reads `N8N_USER_FOLDER` and `N8N_ENCRYPTION_KEY` meanwhile.
 * @param folder the one that holds n8n's `node_modules`
 */
export async function loadN8n(folder: string, engine: ExpressionEngine): Promise<N8n> {
	const load = createRequire(join(folder, 'package.json'));
	load('reflect-metadata');
	// What a CommonJS package exports has the shape that its own types say.
	const core = load('n8n-core') as typeof Core;
	const workflow = load('n8n-workflow') as typeof Workflow;
	// The settings that n8n starts with.
	await workflow.Expression.initExpressionEngine({
		engine,
		poolSize: 1,
		maxCodeCacheSize: 1024,
		bridgeTimeout: 5000,
		bridgeMemoryLimit: 128,
		lazyAcquire: false,
		compileCache: false,
	});
	return {
		core,
		workflow,
		node(file, className) {
			const exported = load(file) as Record<string, new () => INodeType>;
			const NodeClass = exported[className];
			if (NodeClass === undefined) throw new Error(`${file} has no ${className}`);
			return new NodeClass();
		},
	};
}
