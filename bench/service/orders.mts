/** What a run looked like from the service's side. */
export interface Counts {
	/** Template send requests that were whole and accepted. */
	messages: number;
	malformed: number;
	/** Connections that were opened. */
	connections: number;
	mostInFlight: number;
	/** A checksum over the accepted bodies, the same for the same bodies in any order. */
	contents: number;
	/** When each send request arrived, in milliseconds of the service's own clock. */
	startedAt: number[];
}

/** What the benchmark tells the service; each order is answered with the counts since the last beginning. */
export type Order =
	| { readonly kind: 'begin'; readonly latencyMs: number; readonly templates: number }
	| { readonly kind: 'count' };

export type Report =
	| { readonly kind: 'listening'; readonly url: string }
	| { readonly kind: 'counts'; readonly counts: Counts };
