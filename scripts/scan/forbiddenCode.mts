import { readFileSync } from 'node:fs';
import path from 'node:path';

import { filesOf } from './files.mts';
import { finding, type Finding } from './finding.mts';

const forbidden = [
	{ name: 'new Function', pattern: /\bnew\s+Function\b/g },
	{ name: 'eval', pattern: /\beval\s*\(/g },
	{ name: 'globalThis', pattern: /\bglobalThis\b/g },
];

/** The code of the tarball, bundled packages included, neither makes code at run time nor reaches for globals. */
export function checkForbiddenCode(tarball: string): Finding {
	const code = filesOf(tarball).filter(({ name }) => /\.[cm]?js$/.test(name));
	const complaints = code.flatMap(({ name }) => {
		const text = readFileSync(path.join(tarball, name), 'utf8');
		return forbidden.flatMap((rule) =>
			[...text.matchAll(rule.pattern)].map(({ index }) => `${name}:${lineOf(text, index)} holds ${rule.name}`),
		);
	});
	return finding(`no ${forbidden.map(({ name }) => name).join(', ')} in ${code.length} files of code`, complaints);
}

const lineOf = (text: string, index: number) => text.slice(0, index).split('\n').length;
