import { startN8n, type N8nOptions, type RunningN8n } from '../n8n/startN8n.mts';

/** An n8n that may be killed and started again. */
export interface KeptN8n extends Pick<RunningN8n, 'url' | 'logFile'> {
	/** Kills n8n in the middle of whatever it does. */
	kill(): Promise<void>;
	/** Starts it again, with what was written down by then. */
	startAgain(): Promise<void>;
	/** Settles when n8n ends without having been killed here. */
	endedByItself: RunningN8n['ended'];
}

/** Starts n8n as `startN8n`. */
export async function keepN8n(options: N8nOptions): Promise<KeptN8n> {
	let running = await startN8n(options);
	let isKilled = false;
	const { url, logFile } = running;
	let watch: () => void = () => {};
	const endedByItself: RunningN8n['ended'] = new Promise((resolve) => {
		watch = () =>
			void running.ended.then((how) => {
				if (!isKilled) resolve(how);
			});
	});
	watch();
	return {
		url,
		logFile,
		endedByItself,
		async kill() {
			isKilled = true;
			await running.kill();
		},
		async startAgain() {
			running = await startN8n(options);
			isKilled = false;
			watch();
		},
	};
}
