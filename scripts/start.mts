/** `npm start`: a real n8n with this package in it, and the sandbox messaging service behind it. */
import { containerImage } from './n8n/container.mts';
import { ensureInstalled } from './n8n/installation.mts';
import { installOurPackage } from './n8n/ourPackage.mts';
import { findFreePort } from './n8n/ports.mts';
import { runToEnd } from './n8n/shutdown.mts';
import { alsoOnIpv6 } from './start/alsoOnIpv6.mts';
import { forgetEverything, keepImage, loadState, saveState, stateFile, userFolder } from './start/dataFolder.mts';
import { nightPath, readExamples, readNight, webhookPath } from './start/examples.mts';
import { keepN8n } from './start/keepN8n.mts';
import { prepareNight } from './start/night.mts';
import { readOptions, usage, type StartOptions } from './start/options.mts';
import { prepareN8n } from './start/prepareN8n.mts';
import { leadQuestionsTo, runSandbox } from './start/sandboxService.mts';
import { services } from './start/services.mts';
import { automaticTriggerPaths } from './start/automaticTriggerPaths.mts';
import { isStartPageOpen, openStartPage } from './start/startPage.mts';

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function start({ reset, service, image = containerImage(), ports }: StartOptions): Promise<void> {
	const running = await stillRunning();
	if (running !== undefined) {
		if (reset) throw new Error('It is running: stop it with Ctrl-C where it was started, then reset it.');
		say(`It is running already: open ${running}, or stop it with Ctrl-C where it was started.`);
		return;
	}
	if (reset) await forgetEverything();
	const state = await loadState();
	keepImage(state, image);
	const [examples, night] = [await readExamples(), await readNight()];

	const pagePort = await portOrAnother('the start page', ports.page, new Set());
	const page = await openStartPage(pagePort);
	state.page = page.url;
	await saveState(state);

	const sandboxPort = await portOrAnother('the sandbox service', ports.sandbox, new Set([pagePort]));
	const sandbox = await runSandbox(sandboxPort, service);
	const { triggersRegister, ownTrigger, reportTo, notes } = services[service];

	const installation = await ensureInstalled(say, image);
	await installOurPackage(userFolder, say);
	const takenPorts = new Set([pagePort, sandboxPort]);
	const n8nPort = await portOrAnother('n8n', ports.n8n, takenPorts);
	await alsoOnIpv6(n8nPort);
	say('Starting n8n …');
	const n8n = await keepN8n({ installation, userFolder, port: n8nPort, takenPorts });
	await leadQuestionsTo(n8n.url, sandbox);
	const session = await prepareN8n(n8n.url, state, { name: service, ...sandbox }, examples, night, say);
	const listening = [webhookPath(examples.deliveryStatus), ...(session && triggersRegister ? await automaticTriggerPaths(session) : [])];
	for (const path of listening) await reportTo(n8n.url + path, state, sandbox, say);

	page.leadTo({
		n8nUrl: n8n.url,
		inboxUrl: sandbox.inboxUrl,
		ownTrigger,
		owner: state,
		paths: {
			send: `/workflow/${examples.sendTemplate.id}`,
			list: `/workflow/${examples.list.id}`,
			status: `/workflow/${examples.deliveryStatus.id}/executions`,
			night: `/workflow/${night.id}/executions`,
		},
		night:
			session &&
			prepareNight({
				n8n,
				session,
				workflow: { id: night.id, path: nightPath(night) },
				sandboxUrl: sandbox.apiUrl,
				statusUrl: n8n.url + webhookPath(examples.deliveryStatus),
			}),
		hint: `Was it changed? The first one stands in ${stateFile}. Sign in with your own, or begin anew: npm start -- --reset`,
	});
	say(`
  Open   ${page.url}
         ways to begin, each leads to a workflow in n8n${session ? ', signed in' : ''}
  Inbox  ${sandbox.inboxUrl}
         where its messages arrive
  Status ${n8n.url}/workflow/${examples.deliveryStatus.id}/executions
         where their delivery statuses start "${examples.deliveryStatus.name}"
  More   ${n8n.url}/home/workflows
         ${String(examples.more.length)} more example workflows, each with a note that says what it does
  n8n    ${n8n.url}
         e-mail ${state.email}, password ${session ? state.password : '(the one you gave it)'}${notes(state, sandbox).map((line) => `\n  ${line}`).join('')}

  Ctrl-C stops everything. n8n's log: ${n8n.logFile}
`);

	const { code, signal } = await n8n.endedByItself;
	throw new Error(`n8n has ended by itself (${signal ?? `exit code ${String(code)}`}). Its log: ${n8n.logFile}`);
}

/** The page of a start that still runs in this clone. */
async function stillRunning(): Promise<string | undefined> {
	const { page } = await loadState().catch(() => ({ page: undefined }));
	if (page === undefined) return undefined;
	return (await isStartPageOpen(page)) ? page : undefined;
}

async function portOrAnother(what: string, wanted: number, taken: ReadonlySet<number>): Promise<number> {
	const port = await findFreePort(wanted, taken);
	if (port !== wanted) say(`Port ${String(wanted)} is taken: ${what} uses ${String(port)}.`);
	return port;
}

await runToEnd(
	async () => {
		const options = readOptions(process.argv.slice(2));
		if (options) await start(options);
		else say(usage);
	},
	say,
	{ SIGINT: 0 },
);
