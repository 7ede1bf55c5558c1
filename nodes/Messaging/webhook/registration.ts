import type { ListName } from '../api/listFailure';
import { isPrivateHost } from '../api/serviceAddress';
import { at, firstText } from '../text/json';
import { namesReceived } from './direction';
import { deliveryStatuses, statusNamedBy } from './statusEvent';

/*
 * Webhook registration (API document, "Events": not shown). GET lists the registrations, POST adds one,
 * and DELETE with the ID in the path removes one.
 */

/** What a service can report: delivery statuses, and messages that people send. */
export const webhookEvents = [...deliveryStatuses, 'received'] as const;

export type WebhookEvent = (typeof webhookEvents)[number];

/** A registration as the service shows it. Fields that it does not show are undefined. */
export interface Registration {
	readonly id: string;
	readonly url: string | undefined;
	readonly events: readonly string[] | undefined;
}

export const webhookList: ListName = {
	plural: 'webhooks',
	path: 'webhooks',
	remedy: "A webhook can still be registered by hand: set 'Registration' to 'Manual'.",
};

/** The body of a request that registers a webhook. `secret` is left out if there is none. */
export interface RegistrationRequest {
	readonly url: string;
	readonly events: readonly WebhookEvent[];
	readonly secret?: string;
}

/** Reads a registration from a list or a response, at the root or under `data` or `webhook`. */
export function readRegistration(record: unknown): Registration | undefined {
	const inner = [record, at(record, 'data'), at(record, 'webhook'), at(record, 'data', 'webhook')];
	const shown = inner.find((one) => idOf(one) !== undefined);
	const id = idOf(shown);
	if (id === undefined) return undefined;
	const events = at(shown, 'events');
	return {
		id,
		url: firstText(at(shown, 'url'), at(shown, 'callback_url'), at(shown, 'callbackUrl'), at(shown, 'webhook_url')),
		events: Array.isArray(events) ? events.map((event) => firstText(event) ?? '') : undefined,
	};
}

const idOf = (record: unknown): string | undefined =>
	firstText(at(record, 'id'), at(record, 'webhook_id'), at(record, 'webhookId'));

/** Whether two URLs are the same address, even if written differently. */
export function isSameUrl(one: string | undefined, other: string): boolean {
	if (one === undefined || !URL.canParse(one) || !URL.canParse(other)) return one === other;
	return new URL(one).href === new URL(other).href;
}

/** Whether a registration reports the wanted events to the URL. Fields that the service does not show count as right. */
export function reportsWanted(registration: Registration, url: string, events: readonly string[]): boolean {
	const shown = registration.events?.map((event) => statusNamedBy(event) ?? (namesReceived(event) ? 'received' : event));
	const isSame = (some: readonly string[]) => {
		const [one, other] = [new Set(some), new Set(events)];
		return one.size === other.size && [...one].every((event) => other.has(event));
	};
	return (
		(registration.url === undefined || isSameUrl(registration.url, url)) &&
		(shown === undefined || isSame(shown))
	);
}

/** A sentence that says why a service on the internet may not reach a URL; undefined if nothing is wrong. */
export function unreachableFromOutside(url: string): string | undefined {
	const { protocol, hostname } = URL.canParse(url) ? new URL(url) : { protocol: '', hostname: '' };
	if (isPrivateHost(hostname)) {
		return `The webhook URL ${url} can only be reached from the network of n8n.`;
	}
	return protocol === 'https:' ? undefined : `The webhook URL ${url} is not HTTPS, which many services ask for.`;
}
