import type { INodeParameters, IRun } from 'n8n-workflow';

import { at, firstText } from '../../nodes/Messaging/text/json';
import { sender, start } from '../sandbox/support/sandbox';
import { outputOf, runMessaging, type NodeSettings } from './engine';
import { recipients, templateParameters } from './messages';

/** The ids of the messages that the sandbox has truly accepted, by recipient. */
type Ledger = ReadonlyMap<string, readonly string[]>;

/** The sandbox with these faults, and the node run against it. */
export async function openSandboxRun(rules: readonly object[], seed?: number) {
	const settings = { idempotency: true, rate_limit_per_second: 0 };
	const { control, ledger, sandbox } = await start({ settings, ...(seed === undefined ? {} : { seed }) });
	await control('/faults', { rules });
	return {
		/** Sends a template of the sandbox to each recipient. */
		run: async (to: readonly string[], options: INodeParameters, more?: Partial<NodeSettings>): Promise<IRun> => {
			const credential = { baseUrl: sandbox.url, apiKey: sandbox.apiKey };
			const phoneNumberId = { __rl: true, mode: 'id', value: sender };
			const parameters = templateParameters({ phoneNumberId, to: '={{ $json.to }}', options });
			return await runMessaging({ credential, parameters, ...more }, recipients(...to));
		},
		async ledger(): Promise<Ledger> {
			const ids = new Map<string, string[]>();
			for (const entry of await ledger()) {
				const to = String(at(entry, 'to'));
				ids.set(to, [...(ids.get(to) ?? []), String(at(entry, 'message_id'))]);
			}
			return ids;
		},
		close: async () => await sandbox.close(),
	};
}

/** What a run says of each message. */
export const outcomesIn = (run: IRun) => outputOf(run).map(({ json }) => firstText(at(json, 'error', 'outcome')) ?? 'accepted');

/** The recipients of whom a run says what the ledger does not. */
export function misreported(run: IRun, to: readonly string[], ledger: Ledger): string[] {
	const [items, outcomes] = [outputOf(run), outcomesIn(run)];
	return to.filter((number, index) => {
		const ids = ledger.get(number) ?? [];
		if (outcomes[index] === 'accepted') return ids.length !== 1 || ids[0] !== items[index]?.json.message_id;
		return at(items[index]?.json, 'error', 'to') !== number || ids.length > (outcomes[index] === 'unknown' ? 1 : 0);
	});
}
