import { parseArgs } from 'node:util';

import { readServiceName, type ServiceName } from '../../sandbox/forms/serviceName.ts';

export interface StartOptions {
	reset: boolean;
	service: ServiceName;
	/** The container image to run n8n from. */
	image: string | undefined;
	ports: { page: number; sandbox: number; n8n: number };
}

export const usage = `npm start [-- options]

  --reset               begin anew: forget the n8n of earlier starts, with all workflows in it
  --service <name>      the service that the sandbox plays: document, as the API document says, unless given; or
                        whatsapp, with the same messages at other paths (sandbox/README.md)
  --image <image>       n8n from a container image, such as n8nio/n8n:latest, in place of npm's; needs Docker
  --port <number>       the page to open, 4000 unless given
  --sandbox-port <n>    the sandbox service and its inbox, 4010 unless given
  --n8n-port <n>        n8n, 5678 unless given
  --help                this text

A port that is taken is replaced by a free one.`;

/**
 * Reads the command line.
 * @returns undefined when help was asked for
 * @throws with a plain message for an unknown option, a service that is none or a port that is none
 */
export function readOptions(args: string[]): StartOptions | undefined {
	const { values } = parseArgs({
		args,
		options: {
			reset: { type: 'boolean', default: false },
			service: { type: 'string', default: 'document' },
			image: { type: 'string' },
			port: { type: 'string', default: '4000' },
			'sandbox-port': { type: 'string', default: '4010' },
			'n8n-port': { type: 'string', default: '5678' },
			help: { type: 'boolean', short: 'h', default: false },
		},
	});
	if (values.help) return undefined;
	return {
		reset: values.reset,
		service: readServiceName(values.service),
		image: values.image,
		ports: {
			page: portNumber('--port', values.port),
			sandbox: portNumber('--sandbox-port', values['sandbox-port']),
			n8n: portNumber('--n8n-port', values['n8n-port']),
		},
	};
}

function portNumber(option: string, text: string): number {
	const port = Number(text);
	if (!Number.isInteger(port) || port < 1024 || port > 65_535) {
		throw new Error(`${option} takes a number from 1024 to 65535, not "${text}".`);
	}
	return port;
}
