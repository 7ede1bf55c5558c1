import type { IHookFunctions } from 'n8n-workflow';

import { firstText, isObject } from '../text/json';
import { isSameUrl } from '../webhook/registration';

/** What n8n keeps about a registration between publishing and unpublishing. */
export interface RememberedRegistration {
	readonly url: string;
	/** Undefined if the service did not give it, or may not have registered the webhook. */
	readonly id: string | undefined;
	/** The base URL of the service that gave the ID. At another one it could be the ID of somebody else's registration. */
	readonly service: string;
}

/**
 * The registration for the URL that the trigger listens at, in the static data of the node. Production URL and test URL
 * have separate ones, so that a test does not end the one for production.
 */
export function openRegistrationMemory(context: IHookFunctions) {
	const url = context.getNodeWebhookUrl('default') ?? '';
	const kept = context.getWorkflowStaticData('node');
	// n8n starts a test in the mode `manual`, but ends it in another mode. Then the remembered test URL tells.
	const test = read(kept.testRegistration);
	const isTest = context.getActivationMode() === 'manual' || (test !== undefined && isSameUrl(test.url, url));
	const use = isTest ? 'testRegistration' : 'productionRegistration';
	return {
		url,
		isTest,
		remembered: read(kept[use]),
		remember(service: string, id: string | undefined): void {
			kept[use] = { url, id, service } satisfies RememberedRegistration;
		},
		forget(): void {
			if (kept[use] !== undefined) delete kept[use];
		},
	};
}

function read(kept: unknown): RememberedRegistration | undefined {
	if (!isObject(kept)) return undefined;
	const url = firstText(kept.url);
	return url === undefined ? undefined : { url, id: firstText(kept.id), service: firstText(kept.service) ?? '' };
}
