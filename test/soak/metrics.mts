import { median } from '../../bench/statistics.mts';

/** How n8n's process was at a moment, by what it says of itself at `/metrics`. */
export interface Sample {
	/** Since the first message. */
	readonly seconds: number;
	/** Resident memory, in MiB. */
	readonly memory: number;
	/** Open TCP sockets, without those that listen. */
	readonly sockets: number;
	/** Delay of the event loop since the sample before, in milliseconds: half of all were shorter, 99 of 100, all. */
	readonly delay50: number;
	readonly delay99: number;
	readonly delayMost: number;
	/** Processor time since n8n started, in seconds. */
	readonly cpu: number;
}

/** Asks n8n how it is. */
export async function sample(n8nUrl: string, seconds: number): Promise<Sample> {
	const text = await (await fetch(`${n8nUrl}/metrics`)).text();
	const value = (name: string): number => {
		const line = text.split('\n').find((one) => one.startsWith(`n8n_${name} `));
		if (line === undefined) throw new Error(`n8n's metrics have no ${name}`);
		return Number(line.slice(line.lastIndexOf(' ')));
	};
	const sockets = /^n8n_nodejs_active_resources\{type="TCPSocketWrap"[^}]*\} (\d+)/m.exec(text)?.[1];
	return {
		seconds,
		memory: value('process_resident_memory_bytes') / 2 ** 20,
		sockets: Number(sockets ?? 0),
		delay50: value('nodejs_eventloop_lag_p50_seconds') * 1000,
		delay99: value('nodejs_eventloop_lag_p99_seconds') * 1000,
		delayMost: value('nodejs_eventloop_lag_max_seconds') * 1000,
		cpu: value('process_cpu_seconds_total'),
	};
}

/** The parts of a run to compare: its first sixth, the one in its middle and its last. */
export function parts(samples: readonly Sample[]): Array<{ readonly name: string; readonly samples: readonly Sample[] }> {
	const sixth = Math.max(1, Math.floor(samples.length / 6));
	const middle = Math.floor((samples.length - sixth) / 2);
	return [0, middle, samples.length - sixth].map((from) => {
		const part = samples.slice(from, from + sixth);
		const minute = (one: Sample | undefined) => ((one?.seconds ?? 0) / 60).toFixed(1);
		return { name: `Minutes ${minute(part[0])} to ${minute(part.at(-1))}`, samples: part };
	});
}

export const medianOf = (samples: readonly Sample[], name: keyof Sample): number => median(samples.map((one) => one[name]));
