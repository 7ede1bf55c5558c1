import { fileURLToPath } from 'node:url';
import { otherVersion } from './installation.mts';
import type { N8nOptions } from './startN8n.mts';

// What a person's own n8n or npm left in the environment must not reach this one.
const notInherited = /^(N8N_|DB_|QUEUE_|EXECUTIONS_|WEBHOOK_|CREDENTIALS_|NODES_|npm_|NODE_OPTIONS$|GENERIC_TIMEZONE$)/;

const keepsWorkflowIds = fileURLToPath(new URL('keepsWorkflowIds.mts', import.meta.url));

/** The environment of an n8n that runs on this machine itself. */
export function instanceEnvironment(options: N8nOptions & { brokerPort: number }): NodeJS.ProcessEnv {
	const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !notInherited.test(name)));
	return {
		...inherited,
		PATH: options.installation.path,
		NO_PROXY: [process.env.NO_PROXY, 'localhost', '127.0.0.1'].filter(Boolean).join(','),
		// `endsWithParent.mts` compares this with the process that started it.
		N8N_STARTED_BY: String(process.pid),
		...instanceSettings(options),
	};
}

/** n8n's settings for one private instance: no telemetry, no banners, nothing open to the network. */
export function instanceSettings(options: N8nOptions & { brokerPort: number }): NodeJS.ProcessEnv {
	return {
		N8N_USER_FOLDER: options.userFolder,
		N8N_PORT: String(options.port),
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_RUNNERS_BROKER_PORT: String(options.brokerPort),
		N8N_SECURE_COOKIE: 'false',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		// From 3.0 on n8n would not load this package otherwise.
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		// The pinned version needs no such help.
		...(otherVersion() && { EXTERNAL_HOOK_FILES: keepsWorkflowIds }),
		...options.environment,
	};
}
