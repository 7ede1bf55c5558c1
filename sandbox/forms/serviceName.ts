/** The services that the sandbox can play, as `--service` names them. */
export const serviceNames = ['document', 'whatsapp'] as const;

export type ServiceName = (typeof serviceNames)[number];

/** Reads a service that a person entered. Throws where there is none of this name. */
export function readServiceName(given: string): ServiceName {
	const found = serviceNames.find((name) => name === given);
	if (found !== undefined) return found;
	throw new Error(`--service takes ${serviceNames.join(' or ')}, not "${given}".`);
}
