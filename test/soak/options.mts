import { parseArgs } from 'node:util';

export const usage = `npm run soak -- --minutes 30 [options]
npm run soak -- --messages 100000 [options]

  --minutes N       sends at a pace, for so long
  --messages N      sends so many messages, as fast as they go
  --rate N          messages a second (15 with --minutes, no limit with --messages)
  --batch N         messages of one execution (ten seconds' worth with --minutes, 1000 with --messages)
  --statuses N      statuses that the service reports of each message: 0, 1 or 2 (2 with --minutes, 1 with --messages)
  --together MS     statuses of so many milliseconds come in one request; 0 for a request each (50)
  --faults SHARE    share of the requests that go wrong (0.03)
  --once            does not run each batch a second time with the same keys

It prints tables as Markdown, and fails when a message was lost or sent twice, or a status was not handled once.
`;

export type SoakOptions = NonNullable<ReturnType<typeof readOptions>>;

/** @throws with what is wrong about the arguments */
export function readOptions(args: readonly string[]) {
	const text = { type: 'string' } as const;
	const flag = { type: 'boolean', default: false } as const;
	const { values } = parseArgs({
		args: [...args],
		options: { minutes: text, messages: text, rate: text, batch: text, statuses: text, together: text, faults: text, once: flag, help: flag },
	});
	if (values.help) return undefined;
	const number = (name: Exclude<keyof typeof values, 'once' | 'help'>, usual: number, lowest: number, highest: number) => {
		const value = values[name] === undefined ? usual : Number(values[name]);
		if (value >= lowest && value <= highest) return value;
		throw new Error(`'--${name}' needs a number from ${String(lowest)} to ${String(highest)}, not '${String(values[name])}'`);
	};
	const isPaced = values.minutes !== undefined;
	if (isPaced === (values.messages !== undefined)) throw new Error("Say either '--minutes' or '--messages'");
	const rate = isPaced || values.rate !== undefined ? number('rate', 15, 0.1, 1000) : undefined;
	return {
		isPaced,
		minutes: isPaced ? number('minutes', 0, 0.1, 10_000) : Infinity,
		messages: isPaced ? Infinity : Math.round(number('messages', 0, 1, 5_000_000)),
		rate,
		batch: Math.round(number('batch', isPaced && rate !== undefined ? Math.max(1, rate * 10) : 1000, 1, 100_000)),
		statuses: Math.floor(number('statuses', isPaced ? 2 : 1, 0, 2)),
		togetherMs: Math.round(number('together', 50, 0, 60_000)),
		faults: number('faults', 0.03, 0, 1),
		again: !values.once,
	};
}
