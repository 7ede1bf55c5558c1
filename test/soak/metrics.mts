import { median } from '../../bench/statistics.mts';

/** How n8n's process was at a moment, by what it says of itself at `/metrics`. */
export type Sample = Awaited<ReturnType<typeof sample>>;

/** Asks n8n how it is; `seconds` are those since the first message. */
export async function sample(n8nUrl: string, seconds: number) {
	const text = await (await fetch(`${n8nUrl}/metrics`)).text();
	const value = (name: string): number => {
		const line = text.split('\n').find((one) => one.startsWith(`n8n_${name} `));
		if (line === undefined) throw new Error(`n8n's metrics have no ${name}`);
		return Number(line.slice(line.lastIndexOf(' ')));
	};
	const sockets = /^n8n_nodejs_active_resources\{type="TCPSocketWrap"[^}]*\} (\d+)/m.exec(text)?.[1];
	return {
		seconds,
		/** Resident, in MiB. */
		memory: value('process_resident_memory_bytes') / 2 ** 20,
		/** Open TCP sockets, without those that listen. */
		sockets: Number(sockets ?? 0),
		/** Delay of the event loop since the sample before, in milliseconds: half of all were shorter, 99 of 100, all. */
		delay50: value('nodejs_eventloop_lag_p50_seconds') * 1000,
		delay99: value('nodejs_eventloop_lag_p99_seconds') * 1000,
		delayMost: value('nodejs_eventloop_lag_max_seconds') * 1000,
		/** Processor time since n8n started, in seconds. */
		cpu: value('process_cpu_seconds_total'),
	};
}

const whole = (value: number) => Math.round(value).toLocaleString('en-US');
const tenths = (value: number) => value.toFixed(1);

/** A table of Markdown whose first column is text and the others are figures. */
function table(head: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
	const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
	return [row(head), row(head.map((_name, place) => (place === 0 ? '---' : '---:'))), ...rows.map(row)].join('\n');
}

/** Counts, one a line. */
export const countsTable = (rows: ReadonlyArray<readonly [string, number]>): string =>
	table(['', ''], rows.map(([name, count]) => [name, whole(count)]));

/** How n8n's process was in the first sixth, in one in the middle, in the last and, by the last sample, when all was over. */
export function processTable(samples: readonly Sample[]): string {
	const running = samples.slice(0, -1);
	const sixth = Math.max(1, Math.floor(running.length / 6));
	const parts = [0, Math.floor((running.length - sixth) / 2), running.length - sixth].map((from) => running.slice(from, from + sixth));
	const minute = (one: Sample | undefined) => tenths((one?.seconds ?? 0) / 60);
	const names = parts.map((part) => `Minutes ${minute(part[0])} to ${minute(part.at(-1))}`);
	const figures = (name: keyof Sample, show = whole) =>
		[...parts, samples.slice(-1)].map((part) => show(median(part.map((one) => one[name]))));
	return table(["n8n's process, medians", ...names, 'Afterwards'], [
		['Resident memory, MiB', ...figures('memory')],
		['Open sockets', ...figures('sockets')],
		['Event-loop delay, half are shorter, ms', ...figures('delay50', tenths)],
		['Event-loop delay, 99 of 100 are shorter, ms', ...figures('delay99', tenths)],
		['Event-loop delay, the longest in ten seconds, ms', ...figures('delayMost', tenths)],
	]);
}
