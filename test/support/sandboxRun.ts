import type { INodeParameters, IRun } from 'n8n-workflow';

import { at } from '../../nodes/Messaging/text/json';
import { sender, start, type Client } from '../sandbox/support/sandbox';
import { runMessaging, type NodeSettings } from './engine';
import { recipients, templateParameters } from './messages';

/** A message as the sandbox's ledger has it: what was truly accepted. */
export interface LedgerEntry {
	readonly to: string;
	readonly messageId: string;
}

/** The sandbox, and the node run against it. */
export interface SandboxRun {
	readonly client: Client;
	/** Sends a template of the sandbox to each recipient. */
	run(to: readonly string[], options: INodeParameters, more?: Partial<NodeSettings>): Promise<IRun>;
	/** What was accepted, by recipient. */
	accepted(): Promise<ReadonlyMap<string, readonly LedgerEntry[]>>;
}

export async function openSandboxRun(settings: NonNullable<Parameters<typeof start>[0]> = {}): Promise<SandboxRun> {
	const client = await start(settings);
	const credential = { baseUrl: client.sandbox.url, apiKey: client.sandbox.apiKey };
	return {
		client,
		run: async (to, options, more) =>
			await runMessaging(
				{
					credential,
					parameters: templateParameters({
						phoneNumberId: { __rl: true, mode: 'id', value: sender },
						to: '={{ $json.to }}',
						options,
					}),
					...more,
				},
				recipients(...to),
			),
		async accepted() {
			const entries = (await client.ledger()).map((entry) => ({
				to: String(at(entry, 'to')),
				messageId: String(at(entry, 'message_id')),
			}));
			const byRecipient = new Map<string, LedgerEntry[]>();
			for (const entry of entries) byRecipient.set(entry.to, [...(byRecipient.get(entry.to) ?? []), entry]);
			return byRecipient;
		},
	};
}
