import type { INodeType } from 'n8n-workflow';
import { BareLoop, KeptConnections, ReadyBodies } from '../loops/loopNodes.mts';
import type { ExpressionEngine } from '../options.mts';
import { startService, type BenchService } from '../service/startService.mts';
import { benchPackage } from '../variants.mts';
import { benchCredentials } from './credentials.mts';
import { loadN8n } from './n8n.mts';
import { prepared } from './prepared.mts';
import { World } from './world.mts';

/** Everything that a section measures with. */
export interface Bench {
	readonly world: World;
	readonly service: BenchService;
	/** Gives the Messaging credential another key. */
	readonly signInAs: (apiKey: string) => void;
}

/** n8n's engine with all measured nodes in it, and the service they send to. */
export async function openBench(engine: ExpressionEngine): Promise<Bench> {
	const { n8nFolder, packageFolder } = prepared();
	const n8n = await loadN8n(n8nFolder, engine);
	// The way n8n loads community packages.
	const loader = new n8n.core.PackageDirectoryLoader(packageFolder);
	await loader.loadAll();
	const ours = loader.nodeTypes.messaging?.type;
	const messagingApi = loader.credentialTypes.messagingApi?.type;
	if (ours === undefined || messagingApi === undefined) throw new Error(`No Messaging node in ${packageFolder}`);

	const service = await startService();
	const apiKey = 'benchmark-key';
	const account = { baseUrl: service.url, apiKey };
	const world = new World(
		n8n,
		{
			// The loader knows versioned nodes too; this one is not.
			'n8n-nodes-messaging.messaging': ours as INodeType,
			'n8n-nodes-base.httpRequest': n8n.node(
				'n8n-nodes-base/dist/nodes/HttpRequest/HttpRequest.node.js',
				'HttpRequest',
			),
			[`${benchPackage}.bareLoop`]: new BareLoop(),
			[`${benchPackage}.readyBodies`]: new ReadyBodies(),
			[`${benchPackage}.keptConnections`]: new KeptConnections(),
		},
		benchCredentials({
			messagingApi: { type: messagingApi, data: account },
			httpHeaderAuth: { data: { name: 'Authorization', value: `Bearer ${apiKey}` } },
		}),
	);
	return { world, service, signInAs: (key) => void (account.apiKey = key) };
}
