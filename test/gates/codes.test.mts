import assert from 'node:assert/strict';
import { test } from 'node:test';

import { codeTable } from '../../nodes/Messaging/api/codes.ts';
import { textOf } from './support/project.mts';

/** docs/codes.md shows the table of codes that the nodes read. */

const inWords = ({ codes, message, category, scope, remedy }: (typeof codeTable)[number]): string =>
	`| ${[codes.join(', '), message, `\`${category}\``, scope === undefined ? '–' : `\`${scope}\``, remedy].join(' | ')} |`;

void test('every code is in the document as the nodes know it, and no other', () => {
	const rows = textOf('docs/codes.md').split('\n').filter((line) => /^\| \d/.test(line));
	assert.equal(rows.join('\n'), codeTable.map(inWords).join('\n'));
});
