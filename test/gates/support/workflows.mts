import { parse } from 'yaml';
import { z } from 'zod';

/** What is asked of the workflows, so that what they run can't do more than it is there for. */

const step = z
	.object({
		name: z.string().optional(),
		uses: z.string().optional(),
		with: z.record(z.unknown()).default({}),
		run: z.string().optional(),
	})
	.passthrough();

const permissions = z.union([z.string(), z.record(z.string())]);

const job = z
	.object({
		uses: z.string().optional(),
		needs: z.union([z.string(), z.array(z.string())]).optional(),
		permissions: permissions.optional(),
		environment: z.string().optional(),
		outputs: z.record(z.string()).default({}),
		strategy: z
			.object({
				matrix: z.object({
					node: z.array(z.string()).optional(),
					include: z.array(z.object({ version: z.string() })).optional(),
				}),
			})
			.optional(),
		steps: z.array(step).default([]),
	})
	.passthrough();

const workflow = z.object({ on: z.unknown(), permissions: permissions.optional(), jobs: z.record(job) }).passthrough();

type Job = z.infer<typeof job>;

export const readWorkflow = (text: string): z.infer<typeof workflow> => workflow.parse(parse(text));

/** The one job that npm takes a package from. */
const publishing = { file: 'publish.yml', job: 'publish' };

/** What that job may have and do: the tarball that another job made is checked and handed on, and nothing of the project runs. */
const publishingKeys = ['name', 'needs', 'runs-on', 'timeout-minutes', 'environment', 'permissions', 'steps', 'outputs'];
const publishingStepKeys = ['name', 'uses', 'with', 'run', 'env'];
const publishingEnvironment = { SHA256: '${{ needs.package.outputs.sha256 }}' };
const publishingInputs: Readonly<Record<string, unknown>> = { 'node-version': '24', 'package-manager-cache': false, name: 'package', path: 'packed' };
/** Of the whole workflow: what else stands there (`env`, `defaults`) reaches into the job that publishes. */
const publishingWorkflowKeys = ['name', 'on', 'permissions', 'jobs'];
const publishingActions = ['actions/setup-node', 'actions/download-artifact'];
const publishingCommands = [
	'echo "$SHA256  packed/package.tgz" | sha256sum --check --strict',
	'npm publish ./packed/package.tgz --provenance --access public --ignore-scripts',
];

/** What is wrong with a workflow, one sentence each. */
export function faultsOf(file: string, text: string): string[] {
	const read = readWorkflow(text);
	const { permissions: granted, jobs } = read;
	// In any case, and with what follows it to say which form it is: GitHub takes `secrets['A']` and `SECRETS.A` too.
	const words = /\bsecrets\b(\.|: inherit)?|pull_request_target|workflow_run/i.exec(text);
	return [
		...(same(granted, { contents: 'read' }) ? [] : ['the workflow may do more than read the code']),
		...(words === null ? [] : [`${words[0]} stands in it`]),
		...Object.keys(read)
			.filter((key) => file === publishing.file && !publishingWorkflowKeys.includes(key))
			.map((key) => `the workflow has ${key}`),
		...[...text.matchAll(/uses: *([^\s#]+@\S+)(.*)/g)]
			.filter(([, , comment = '']) => !/^ # v\d+\.\d+\.\d+$/.test(comment))
			.map(([, action = '']) => `${action} does not say which version it is`),
		...Object.entries(jobs).flatMap(([name, one]) =>
			faultsOfJob(one, file === publishing.file && name === publishing.job).map((fault) => `${name}: ${fault}`),
		),
	];
}

function faultsOfJob(one: Job, publishes: boolean): string[] {
	const used = [one.uses, ...one.steps.map(({ uses }) => uses)].filter((uses) => uses !== undefined);
	return [
		...used
			.filter((uses) => !uses.startsWith('./.github/workflows/') && !/^[\w.-]+(\/[\w.-]+)+@[0-9a-f]{40}$/.test(uses))
			.map((uses) => `${uses} is not pinned to a commit`),
		...one.steps
			.filter(({ uses, with: given }) => uses?.toLowerCase().startsWith('actions/checkout@') && given['persist-credentials'] !== false)
			.map(() => 'a checkout leaves its token behind'),
		...one.steps
			.filter(({ run }) => run?.includes('${{'))
			.map(({ run }) => `a value becomes part of the command ${String(run)}`),
		...(publishes ? faultsOfPublishing(one, used) : one.permissions === undefined ? [] : ['has permissions of its own']),
	];
}

function faultsOfPublishing(one: Job, used: readonly string[]): string[] {
	return [
		...(same(one.permissions, { 'id-token': 'write' }) ? [] : ['may do something else than publish']),
		...(one['runs-on'] === 'ubuntu-latest' ? [] : ['runs on a machine that is not GitHub\'s']),
		...one.steps.flatMap(faultsOfPublishingStep),
		...publishingCommands
			.filter((command) => !one.steps.some(({ run }) => run?.trim() === command))
			.map((command) => `does not run ${command}`),
		...(one.environment === undefined ? ['has no environment that protects it'] : []),
		...Object.keys(one)
			.filter((key) => !publishingKeys.includes(key))
			.map((key) => `has ${key}`),
		...used
			.filter((uses) => !publishingActions.includes(uses.split('@')[0] ?? ''))
			.map((uses) => `uses ${uses}`),
		...one.steps
			.filter(({ uses, with: given }) => uses?.startsWith('actions/download-artifact@') && given.path !== 'packed')
			.map(() => 'runs npm beside what was handed over'),
		...one.steps
			.filter(({ with: given }) => 'cache' in given || given['package-manager-cache'] === true)
			.map(() => 'takes something from a cache'),
		...one.steps
			.flatMap(({ run }) => (run === undefined ? [] : run.trim().split('\n')))
			.filter((command) => !publishingCommands.includes(command))
			.map((command) => `runs ${command}`),
	];
}

/** What decides how a step runs, beside the action or the command that it names. */
function faultsOfPublishingStep({ with: inputs, ...one }: Job['steps'][number]): string[] {
	return [
		...Object.keys(one)
			.filter((key) => !publishingStepKeys.includes(key))
			.map((key) => `a step has ${key}`),
		...Object.entries(inputs)
			.filter(([name, value]) => publishingInputs[name] !== value)
			.map(([name]) => `an action is given ${name}`),
		...(one.env === undefined || same(one.env, publishingEnvironment) ? [] : ['a step has an environment of its own']),
	];
}

const same = (given: unknown, wanted: Record<string, string>): boolean =>
	JSON.stringify(given) === JSON.stringify(wanted);
