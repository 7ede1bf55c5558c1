import { parseArgs } from 'node:util';

import { readServiceName, type ServiceName } from './forms/serviceName.ts';

const usage = `npm run sandbox -- [options]

  --port N      port to listen on (4010)
  --host H      address to listen on (127.0.0.1); whoever reaches it controls the sandbox
  --allow-host N
                a further host name that leads here, such as host.docker.internal;
                with a port where only that one is meant; may be given again
  --service S   the service to play: document, as the API document says, or whatsapp
  --key K       the API key that clients send (sandbox-key)
  --seed N      makes faults and failures by rate repeatable
  --latency N   milliseconds before every answer of the API (0)
  --help        this text`;

/** A whole number from the command line; ends the program if it is none. */
function wholeNumber(name: string, value: string | undefined): number | undefined {
	if (value === undefined) return undefined;
	if (/^\d+$/.test(value)) return Number(value);
	return stop(`--${name} takes a whole number, not "${value}".`);
}

function serviceOf(value: string | undefined): ServiceName | undefined {
	try {
		return value === undefined ? undefined : readServiceName(value);
	} catch (error) {
		return stop(error);
	}
}

/** Ends the program since it can't start: says why, and how it is called. */
function stop(reason: unknown): never {
	console.error(`${reason instanceof Error ? reason.message : String(reason)}\n\n${usage}`);
	process.exit(2);
}

function readArguments() {
	try {
		return parseArgs({
			options: {
				port: { type: 'string' },
				host: { type: 'string' },
				'allow-host': { type: 'string', multiple: true },
				service: { type: 'string' },
				key: { type: 'string' },
				seed: { type: 'string' },
				latency: { type: 'string' },
				help: { type: 'boolean' },
			},
		}).values;
	} catch (error) {
		return stop(error);
	}
}

const given = readArguments();
if (given.help === true) {
	console.log(usage);
	process.exit(0);
}

const service = serviceOf(given.service);
const seed = wholeNumber('seed', given.seed);
const latency = wholeNumber('latency', given.latency);
// Loaded this late, so that help and errors about options are printed at once.
const { startSandbox } = await import('./start.mts');
const sandbox = await startSandbox({
	port: wholeNumber('port', given.port) ?? 4010,
	...(given.host === undefined ? {} : { host: given.host }),
	allowHosts: given['allow-host'] ?? [],
	...(service === undefined ? {} : { service }),
	...(given.key === undefined ? {} : { apiKey: given.key }),
	...(seed === undefined ? {} : { seed }),
	...(latency === undefined ? {} : { settings: { latency_ms: latency } }),
}).catch(stop);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
	process.once(signal, () => void sandbox.close().then(() => process.exit(0)));
}

console.log(`Messaging sandbox

  Inbox    ${sandbox.url}/
  API      ${sandbox.url}  (Authorization: Bearer ${sandbox.apiKey})
  ${sandbox.testKey === undefined ? `OpenAPI  ${sandbox.url}/openapi.json` : `Test key ${sandbox.testKey}  (checks messages, and only simulates them)`}
  Seed     ${sandbox.seed}

Press Ctrl+C to stop.`);
