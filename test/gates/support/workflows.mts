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

export const readWorkflow = (text: string): z.infer<typeof workflow> => workflow.parse(parse(text));

/** What is wrong with a workflow, one sentence each. Which jobs have permissions of their own is said by who asks. */
export function faultsOf(text: string, mayPublish: readonly string[] = []): string[] {
	const { permissions: granted, jobs } = readWorkflow(text);
	// In any case, and with what follows it to say which form it is: GitHub takes `secrets['A']` and `SECRETS.A` too.
	const words = /\bsecrets\b(\.|: inherit)?|pull_request_target|workflow_run/i.exec(text);
	return [
		...(JSON.stringify(granted) === '{"contents":"read"}' ? [] : ['the workflow may do more than read the code']),
		...(words === null ? [] : [`${words[0]} stands in it`]),
		...[...text.matchAll(/uses: *([^\s#]+@\S+)(.*)/g)]
			.filter(([, , comment = '']) => !/^ # v\d+\.\d+\.\d+$/.test(comment))
			.map(([, action = '']) => `${action} does not say which version it is`),
		...Object.entries(jobs).flatMap(([name, one]) => [
			...faultsOfJob(one).map((fault) => `${name}: ${fault}`),
			...(one.permissions === undefined || mayPublish.includes(name) ? [] : [`${name}: has permissions of its own`]),
		]),
	];
}

function faultsOfJob({ uses: workflow, steps }: z.infer<typeof job>): string[] {
	const used = [workflow, ...steps.map(({ uses }) => uses)].filter((uses) => uses !== undefined);
	return [
		...used
			.filter((uses) => !uses.startsWith('./.github/workflows/') && !/^[\w.-]+(\/[\w.-]+)+@[0-9a-f]{40}$/.test(uses))
			.map((uses) => `${uses} is not pinned to a commit`),
		...steps
			.filter(({ uses, with: given }) => uses?.toLowerCase().startsWith('actions/checkout@') && given['persist-credentials'] !== false)
			.map(() => 'a checkout leaves its token behind'),
		...steps
			.filter(({ run }) => run?.includes('${{'))
			.map(({ run }) => `a value becomes part of the command ${String(run)}`),
	];
}
