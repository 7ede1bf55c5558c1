// n8n's own configuration (eslint.config.mjs, which its strict mode wants unchanged) lints every .ts file by the rules
// for code that runs inside n8n. These rules are for the programs around the package, which run on plain Node and are
// .mts and .tsx, and for what the rooms of nodes/Messaging/ may import.
import js from '@eslint/js';
import tseslint from 'typescript-eslint';

const pure = ['text', 'result', 'api', 'template', 'request', 'webhook'];
const n8n = ['n8n-workflow', 'node:crypto'];

/** Which rooms the files of a room may import besides their own, and which packages. */
const rooms = {
	text: { rooms: [], packages: ['node:crypto'] },
	result: { rooms: ['text'], packages: [] },
	api: { rooms: ['result', 'text'], packages: [] },
	template: { rooms: ['api', 'result', 'text'], packages: [] },
	request: { rooms: ['template', 'api', 'result', 'text'], packages: ['zod', 'libphonenumber-js/mobile'] },
	webhook: { rooms: ['request', 'template', 'api', 'result', 'text'], packages: ['node:crypto'] },
	n8n: { rooms: pure, packages: n8n },
	service: { rooms: pure, packages: n8n },
	sending: { rooms: [...pure, 'n8n', 'service'], packages: n8n },
	question: { rooms: [...pure, 'n8n', 'service', 'sending'], packages: n8n },
	editor: { rooms: [...pure, 'n8n', 'service'], packages: n8n },
	trigger: { rooms: [...pure, 'n8n', 'service'], packages: n8n },
	actions: { rooms: [...pure, 'n8n', 'service', 'sending', 'question'], packages: n8n },
};

/** Which rooms of the sandbox the files of a room may import besides their own. */
const sandboxRooms = {
	fixtures: [],
	state: ['fixtures'],
	webhooks: ['state', 'fixtures'],
	forms: ['state', 'fixtures'],
	parts: ['forms', 'webhooks', 'state'],
	rules: ['parts', 'forms', 'state', 'fixtures'],
	views: ['rules', 'parts', 'state', 'fixtures'],
	inbox: ['views'],
	openapi: ['forms', 'webhooks', 'state', 'fixtures'],
	routes: ['openapi', 'views', 'rules', 'parts', 'forms', 'webhooks', 'state', 'fixtures'],
};

const pureRoomsOnly = { regex: `nodes/Messaging/(?!(?:${pure.join('|')})/)|/credentials/`, message: 'The sandbox may import only the pure rooms.' };

/** Refuses every import but those that match. */
const onlyImports = (files, allowed, message) => ({
	files,
	rules: { 'no-restricted-imports': ['error', { patterns: [{ regex: `^(?!(?:${allowed.join('|')})$)`, message }] }] },
});

const exactly = (packages) => packages.map((name) => name.replace('.', '\\.'));

/** Relative paths inside a folder, and paths into rooms from a folder that is `depth` below nodes/Messaging/. */
const ownFiles = ['\\./(?!.*\\.\\.).*'];
const intoRooms = (names, depth) => (names.length === 0 ? [] : [`${'\\.\\./'.repeat(depth)}(?:${names.join('|')})/.*`]);

export default tseslint.config(
	{
		files: ['**/*.{mts,tsx}'],
		extends: [js.configs.recommended, tseslint.configs.recommendedTypeChecked],
		languageOptions: { parserOptions: { projectService: true } },
	},
	{ files: ['nodes/**/*.ts', 'credentials/**/*.ts', 'sandbox/**/*.ts'], languageOptions: { parser: tseslint.parser } },
	onlyImports(['nodes/Messaging/**/*.ts'], ['(?!)'], 'This folder is no room: add it to eslint.node.config.mjs.'),
	...Object.entries(rooms).flatMap(([room, { rooms: below, packages }]) => {
		const message = `${room}/ may import only ${[...below, ...packages].join(', ') || 'itself'}.`;
		const allowed = [...exactly(packages), ...ownFiles];
		return [
			onlyImports([`nodes/Messaging/${room}/*.ts`], [...allowed, ...intoRooms(below, 1)], message),
			onlyImports([`nodes/Messaging/${room}/*/*.ts`], [...allowed, '\\.\\./[^/.]+(?:/[^/.]+)?', ...intoRooms(below, 2)], message),
		];
	}),
	onlyImports(['nodes/Messaging/*.node.ts'], [...exactly(n8n), '\\./(?:actions|editor|question|trigger)/.*'], 'A node is a description: it imports actions, editor, question and trigger.'),
	{ files: ['sandbox/**/*.{ts,tsx,mts}'], rules: { 'no-restricted-imports': ['error', { patterns: [pureRoomsOnly] }] } },
	...Object.entries(sandboxRooms).map(([room, below]) => ({
		files: [`sandbox/${room}/*.{ts,tsx}`],
		rules: {
			'no-restricted-imports': [
				'error',
				{ patterns: [pureRoomsOnly, { regex: `^\\.\\./(?!(?:${[...below, '\\.\\./nodes'].join('|')})/)`, message: `sandbox/${room}/ may import only ${below.join(', ') || 'itself'}.` }] },
			],
		},
	})),
	onlyImports(['credentials/*.ts'], [...exactly(n8n), ...intoRooms(pure, 1).map((rest) => rest.replace('\\.\\./', '\\.\\./nodes/Messaging/'))], 'A credential may import only the pure rooms.'),
);
