import type { IHookFunctions } from 'n8n-workflow';

import { firstText, isObject } from '../text/json';
import { isSameUrl } from '../webhook/registration';

/** What n8n keeps about a registration between publishing and unpublishing. */
export interface RememberedRegistration {
	readonly url: string;
	/** Missing if the service did not give it, or may not have registered the webhook. */
	readonly id?: string;
	/** The base URL of the service that gave the ID. At another one it could be the ID of somebody else's registration. */
	readonly service: string;
}

/** Production URL and test URL have separate registrations, so that a test does not end the one for production. */
type Use = 'productionRegistration' | 'testRegistration';

/** The registration for one URL, in the static data of the node. */
export interface RegistrationMemory {
	readonly isTest: boolean;
	readonly remembered: RememberedRegistration | undefined;
	remember(registration: RememberedRegistration): void;
	forget(): void;
}

export function openRegistrationMemory(context: IHookFunctions, url: string): RegistrationMemory {
	const kept = context.getWorkflowStaticData('node');
	const use = useOf(context, url, read(kept.testRegistration));
	return {
		isTest: use === 'testRegistration',
		remembered: read(kept[use]),
		remember(registration) {
			kept[use] = { ...registration };
		},
		forget() {
			if (kept[use] !== undefined) delete kept[use];
		},
	};
}

/** n8n starts a test in the mode `manual`, but ends it in another mode. Then the remembered test URL tells. */
function useOf(context: IHookFunctions, url: string, test: RememberedRegistration | undefined): Use {
	const isTest = context.getActivationMode() === 'manual' || (test !== undefined && isSameUrl(test.url, url));
	return isTest ? 'testRegistration' : 'productionRegistration';
}

function read(kept: unknown): RememberedRegistration | undefined {
	if (!isObject(kept)) return undefined;
	const url = firstText(kept.url);
	const id = firstText(kept.id);
	const service = firstText(kept.service) ?? '';
	if (url === undefined) return undefined;
	return id === undefined ? { url, service } : { url, id, service };
}
