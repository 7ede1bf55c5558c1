/** What a category says of a failure, besides its name. */
interface CategoryFacts {
	/** Whose it is: the item's, before anything is asked; the service's, which says no; or the network's between them. */
	readonly fault: 'item' | 'service' | 'network';
	/** Set if only the moment is wrong: the item's own time, or the pace at which the service is asked. */
	readonly reason: 'time' | 'pace' | undefined;
	/** The cause in n8n's terms, by which n8n decides whether to wait or to ask a person. */
	readonly cause: 'credential-invalid' | 'configuration-invalid' | 'rate-limited' | 'temporarily-unavailable' | undefined;
	/** How a summary counts such items, in few words. */
	readonly counted: string;
	/** What a person checks or does, whatever was asked of the service; undefined if that depends. */
	readonly check: string | undefined;
}

/** Every category of failure. What one of them lacks does not compile. */
export const categories = {
	'invalid-input': { fault: 'item', reason: undefined, cause: undefined, counted: 'refused', check: undefined },
	'invalid-request': { fault: 'service', reason: undefined, cause: undefined, counted: 'refused', check: undefined },
	authentication: { fault: 'service', reason: undefined, cause: 'credential-invalid', counted: 'refused', check: "Check 'API Key' in the Messaging API credential" },
	'not-found': { fault: 'service', reason: undefined, cause: 'configuration-invalid', counted: 'refused', check: undefined },
	'window-closed': { fault: 'service', reason: undefined, cause: undefined, counted: 'refused', check: undefined },
	/** The recipient has refused such messages. */
	'opted-out': { fault: 'service', reason: undefined, cause: undefined, counted: 'refused', check: undefined },
	/** Nothing reaches this recipient. */
	undeliverable: { fault: 'service', reason: undefined, cause: undefined, counted: 'refused', check: undefined },
	/** The recipient gets too many such messages. */
	'too-frequent': { fault: 'service', reason: undefined, cause: undefined, counted: 'refused', check: undefined },
	/** Nothing can be sent with this template, at least for now. */
	'template-blocked': { fault: 'service', reason: undefined, cause: 'configuration-invalid', counted: 'refused', check: undefined },
	/** Nothing can be sent with this account or this sending number, at least for now. */
	'account-blocked': { fault: 'service', reason: undefined, cause: 'configuration-invalid', counted: 'refused', check: undefined },
	'rate-limited': { fault: 'service', reason: 'pace', cause: 'rate-limited', counted: 'refused', check: 'Try again later' },
	/** The time in 'Do Not Send After' passed before the message could start. */
	expired: { fault: 'item', reason: 'time', cause: undefined, counted: 'too late', check: undefined },
	/** The item's turn came in its quiet hours. */
	'quiet-hours': { fault: 'item', reason: 'time', cause: undefined, counted: 'in quiet hours', check: undefined },
	service: { fault: 'service', reason: undefined, cause: 'temporarily-unavailable', counted: 'refused', check: 'Try again later' },
	network: { fault: 'network', reason: undefined, cause: 'temporarily-unavailable', counted: 'refused', check: "Check 'Base URL' in the Messaging API credential and that the service is up" },
} as const satisfies Readonly<Record<string, CategoryFacts>>;

export type Category = keyof typeof categories;

/** The categories of what the service says. */
export type ServiceCategory = { [Name in Category]: (typeof categories)[Name]['fault'] extends 'service' ? Name : never }[Category];
