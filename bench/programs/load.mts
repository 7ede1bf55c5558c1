/** Loads node and credential classes in a fresh process and makes one of each, as n8n does when it starts. */
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { answer } from './answer.mts';

export interface LoadOrder {
	readonly n8nFolder: string;
	/** Files that each export a class of their name. */
	readonly files: readonly string[];
}

export interface LoadTime {
	readonly milliseconds: number;
}

function measure({ n8nFolder, files }: LoadOrder): LoadTime {
	const load = createRequire(join(n8nFolder, 'package.json'));
	// In n8n it is there long before any node.
	load('n8n-workflow');
	const begun = performance.now();
	for (const file of files) {
		// n8n looks for a class that is called like its file.
		const { [basename(file).split('.')[0] ?? '']: Class } = load(file) as Record<string, new () => object>;
		if (Class === undefined) throw new Error(`${file} has no class of its name`);
		new Class();
	}
	return { milliseconds: performance.now() - begun };
}

answer<LoadOrder, LoadTime>((order) => Promise.resolve(measure(order)));
