import Fastify from 'fastify';
import { z } from 'zod';
import { createCredential } from '../../scripts/n8n/credentials.mts';
import type { Instance } from './world.mts';

const tool = z.object({ name: z.string(), description: z.string(), parameters: z.object({ properties: z.record(z.unknown()) }).passthrough() });
const question = z.object({
	tools: z.array(z.object({ function: tool })).default([]),
	messages: z.array(z.object({ role: z.string(), content: z.unknown() })),
});

interface LanguageModel {
	/** Of n8n, for its OpenAI nodes. */
	readonly credential: { id: string; name: string };
	/** What the tool has answered, as the model was told. */
	readonly toolAnswers: string[];
	/** Its tools, as it was offered them last. */
	readonly tools: Array<z.infer<typeof tool>>;
	close(): Promise<void>;
}

/** What a model is asked. */
export interface Asked {
	/** The names of its tools. */
	readonly tools: readonly string[];
	/** What it was asked last. */
	readonly words: string;
	/** Everything that it has read, but for the answers of its tools. */
	readonly said: string;
	/** What its tools have answered. */
	readonly answers: readonly string[];
}

/** A tool by its name, and what it is called with. */
interface Call {
	readonly name: string;
	readonly arguments: object;
}

/**
 * A language model with one idea: it calls the first tool that it is offered with the given
 * arguments, as often as there are some, and is content with whatever comes back.
 */
export const startLanguageModel = (world: Instance, ...calls: object[]): Promise<LanguageModel> =>
	startModel(world, ({ tools }) => calls.map((given) => ({ name: tools[0] ?? '', arguments: given })));

/** A language model that calls the tools that it is told to, and is content with whatever comes back. */
export const startModel = (world: Instance, choose: (asked: Asked) => readonly Call[]): Promise<LanguageModel> =>
	startModelThat(world, (asked) => (asked.answers.length > 0 ? [] : choose(asked)));

/** A language model that makes these calls at each turn, until it makes none. */
export async function startModelThat({ session }: Instance, choose: (asked: Asked) => readonly Call[]): Promise<LanguageModel> {
	const toolAnswers: string[] = [];
	const offered: LanguageModel['tools'] = [];
	const server = Fastify({ forceCloseConnections: true });
	server.post('/v1/chat/completions', (request) => {
		const { tools, messages } = question.parse(request.body);
		offered.splice(0, offered.length, ...tools.map((one) => one.function));
		const contents = (isAnswer: boolean) => messages.filter(({ role }) => (role === 'tool') === isAnswer).map(({ content }) => JSON.stringify(content));
		toolAnswers.splice(0, toolAnswers.length, ...contents(true));
		const words = JSON.stringify(messages.filter(({ role }) => role === 'user').at(-1)?.content ?? '');
		const calls = choose({ tools: offered.map(({ name }) => name), words, said: contents(false).join('\n'), answers: [...toolAnswers] });
		const tool_calls = calls.map((call, place) => ({
			id: `call-${String(toolAnswers.length + place + 1)}`,
			type: 'function',
			function: { name: call.name, arguments: JSON.stringify(call.arguments) },
		}));
		const isDone = calls.length === 0;
		return {
			id: 'chat-1',
			object: 'chat.completion',
			created: 0,
			model: 'test',
			choices: [
				{
					index: 0,
					finish_reason: isDone ? 'stop' : 'tool_calls',
					message: isDone
						? { role: 'assistant', content: 'Done.' }
						: { role: 'assistant', content: null, tool_calls },
				},
			],
			usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
		};
	});
	const url = `${await server.listen({ port: 0, host: '127.0.0.1' })}/v1`;
	const name = `A model at ${url}`;
	const id = await createCredential(session, { name, type: 'openAiApi', data: { apiKey: 'none', url } });
	return { credential: { id, name }, toolAnswers, tools: offered, close: () => server.close() };
}
