import type { TestContext } from 'node:test';

import { folderOf, type Files } from './folder.mts';
import { textOf } from './project.mts';

const nodeClass = (name: string) => `exports.${name} = class ${name} { description = {}; };\n`;

/** A package as it is when unpacked, small and without fault, under the project's own package.json. */
export const faultless: Files = {
	'package.json': textOf('package.json'),
	'README.md': '# Messaging\n',
	'CHANGELOG.md': '# Changelog\n',
	LICENSE: 'MIT License\n',
	'dist/THIRD-PARTY-LICENSES.txt': 'zod 3.25.76\nMIT License\n',
	'dist/bundle.js': '// node_modules/zod/v3/types.js\nexports.zod = {};\n',
	'dist/nodes/Messaging/Messaging.node.js': nodeClass('Messaging'),
	'dist/nodes/Messaging/MessagingTrigger.node.js': nodeClass('MessagingTrigger'),
	'dist/credentials/MessagingApi.credentials.js':
		'exports.MessagingApi = class MessagingApi { properties = []; };\n',
};

/** An unpacked tarball with the given files in place of, or beside, those of a faultless one; '' leaves one out. */
export function tarballWith(test: TestContext, files: Files = {}): Promise<string> {
	const chosen = Object.entries({ ...faultless, ...files }).filter(([, text]) => text !== '');
	return folderOf(test, Object.fromEntries(chosen));
}
