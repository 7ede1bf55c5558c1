import { hashOf } from '../text/hash';
import { isPrivateHost } from '../api/serviceAddress';

/*
 * The link to the page of a question: `<n8n>/webhook-waiting/<execution>/<node>?q=…&signature=…`. n8n signs its
 * path and query, so nothing may be added to them afterwards. People see the link in a text, so it is as short as n8n
 * allows: the ID of the question is the only part that is ours.
 */

/** What the link contains beside the execution and the node: the ID of its question. */
export interface LinkParameters extends Record<string, string> {
	readonly q: string;
}

/**
 * What is wrong with the query of a clicked link: it belongs to another question, or its signature is wrong. n8n checks the
 * signature too, but not for executions that began in an older version of n8n.
 * @param open the ID of the question that waits
 * @param signedFor gives the link as n8n signs it
 */
export function checkLink(
	clicked: URLSearchParams,
	open: string,
	signedFor: (parameters: LinkParameters) => string,
): 'old' | 'broken' | undefined {
	const question = clicked.get('q');
	const given = clicked.get('signature');
	if (question === null || given === null) return 'broken';
	const signature = new URL(signedFor({ q: question })).searchParams.get('signature');
	// Compared as hashes, so that the time of the comparison says nothing about the signature.
	if (signature === null || hashOf('hex', given) !== hashOf('hex', signature)) return 'broken';
	return question === open ? undefined : 'old';
}

/** The address that all links of this n8n begin with: `https://n8n.example.com/webhook-waiting/`. */
export function linkBase(link: string): string {
	const { origin, pathname } = new URL(link);
	return `${origin}${pathname.split('/').slice(0, -2).join('/')}/`;
}

/** A link that looks like the real one and leads nowhere, for a dry run. */
export function exampleLink(link: string): string {
	const { searchParams, pathname } = new URL(link);
	const node = pathname.split('/').at(-1) ?? '';
	const noughts = (name: string) => '0'.repeat(searchParams.get(name)?.length ?? 0);
	return `${linkBase(link)}0/${node}?q=${noughts('q')}&signature=${noughts('signature')}`;
}

/** The part of the link after the button's fixed URL; undefined if both together do not give the link. */
export function endingAfter(fixed: string, link: string): string | undefined {
	const start = URL.canParse(fixed) ? new URL(fixed).href : fixed;
	if (!link.startsWith(start) || link.length === start.length) return undefined;
	const ending = link.slice(start.length);
	return URL.canParse(fixed + ending) && new URL(fixed + ending).href === new URL(link).href ? ending : undefined;
}

/** Why a person may not be able to open the link, in words for the person who runs n8n; undefined if no reason is known. */
export function linkWarning(link: string): string | undefined {
	const { hostname, host, pathname } = new URL(link);
	const inFront = pathname.split('/').slice(1, -3).join('/');
	const reasons = [
		...(isPrivateHost(hostname)
			? [`The link in the message leads to ${host}, which only the network of n8n can reach. If the person is outside of that network, set WEBHOOK_URL of n8n to its public URL.`]
			: []),
		...(inFront === ''
			? []
			: [`WEBHOOK_URL of n8n has a path, /${inFront}: the link in the message only works if requests reach n8n with this path unchanged.`]),
	];
	return reasons.length === 0 ? undefined : reasons.join(' ');
}
