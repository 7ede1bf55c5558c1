import { escapeHtml } from '../../nodes/Messaging/text/html.ts';
import { people } from './night.mts';
import { page } from './page.mts';

/** What a person can begin with: the name is part of the address that signs them in and leads to a workflow. */
export const wayNames = ['send', 'list', 'status', 'night'] as const;

export type WayName = (typeof wayNames)[number];

const ways: ReadonlyArray<{ name: WayName; title: string; text: string }> = [
	{ name: 'send', title: 'Send one message', text: 'A template with its placeholders filled in. Press Execute workflow, and look into the inbox.' },
	{ name: 'list', title: 'Send a list', text: 'Six people, one of them with a wrong number. The report says what became of each.' },
	{ name: 'status', title: 'React to a status', text: 'Each delivery status of a message starts this workflow. Send one first, and see it start.' },
];

interface WaysOptions {
	/** The page's own path, with its token. */
	path: string;
	inboxUrl: string;
	/** How a trigger of the person's own hears from this service. */
	ownTrigger: string;
	/** Whether the night can be played. */
	hasNight: boolean;
}

/** The page with the ways to begin. Each opens beside it, so that a person can come back for the next. */
export const waysPage = ({ path, inboxUrl, ownTrigger, hasNight }: WaysOptions): string => {
	const link = (name: WayName) => `href="${escapeHtml(`${path}/${name}`)}" target="_blank"`;
	const inbox = `<a href="${escapeHtml(inboxUrl)}" target="_blank">the inbox</a>`;
	return page({
		heading: 'Where do you want to begin?',
		body: `<p>Your n8n runs, with the Messaging node in it. Its messages go to a test service, and you find them in ${inbox}.</p>
<ul class="ways">
${ways.map(({ name, title, text }) => `<li><a class="way" ${link(name)}><strong>${title}</strong>${text}</a></li>`).join('\n')}
</ul>
<p class="faint">${escapeHtml(ownTrigger)}</p>
<section class="night" aria-labelledby="night-title">
<h2 id="night-title">Or watch a night</h2>
<p>${String(people)} messages leave, and much goes wrong: the service pauses, n8n is killed in the middle, statuses come late. At the end both sides are counted. It takes about two minutes and needs nobody.</p>
${
	hasNight
		? `<button type="button" id="begin">Begin the night</button>
<p class="links"><a ${link('night')}>See its runs in n8n, once they have ended</a> <a href="${escapeHtml(inboxUrl)}" target="_blank">Watch it in the inbox</a></p>
<div id="play" hidden>
<label for="accepted"><span id="accepted-text"></span></label>
<progress id="accepted" max="${String(people)}" value="0"></progress>
<ol class="steps" id="steps"></ol>
<p id="said" role="status"></p>
<table class="count" id="count" hidden><caption class="faint">What the service has, beside what n8n says</caption><tbody></tbody></table>
</div>`
		: `<p class="faint">n8n has another password than that of its first start, so the night can't be played here.</p>`
}
</section>`,
		...(hasNight ? { script: scriptFor(`${path}/play`) } : {}),
	});
};

/** Shows the night as it goes on, and begins it at the press of the button. */
const scriptFor = (address: string): string => `
const address = ${JSON.stringify(address)};
const part = (id) => document.getElementById(id);
const rows = ({ once, twice, none, unknown, unknownArrived, lost, statuses, late }) => [
	['Have the message once', once],
	['Have it twice', twice],
	['Do not have it', none],
	['Unknown: under way when n8n was killed, and not sent again. ' + unknownArrived + ' of them arrived', unknown],
	['Lost without a word', lost],
	['Statuses that reached n8n. ' + late + ' of them came late', statuses],
];
let said = '';
function show({ state, steps, accepted, people, count, summary, failure }) {
	const isRunning = state === 'under way';
	// It keeps the focus.
	part('begin').setAttribute('aria-disabled', isRunning);
	part('begin').textContent = isRunning ? 'The night is under way' : state === 'to come' ? 'Begin the night' : 'Begin another night';
	part('play').hidden = state === 'to come';
	part('accepted').value = accepted;
	part('accepted-text').textContent = accepted + ' of ' + people + ' messages are at the service';
	part('steps').replaceChildren(...steps.map(({ text, state }) => {
		const item = document.createElement('li');
		item.dataset.state = state;
		if (state === 'now') item.setAttribute('aria-current', 'step');
		item.textContent = text;
		return item;
	}));
	const now = steps.find(({ state }) => state === 'now');
	const next = failure ?? (count ? summary : now ? now.text + '.' : '');
	// A screen reader says only what is new.
	if (next !== said) part('said').textContent = said = next;
	part('said').className = failure ? 'failure' : count ? 'over' : 'hidden';
	part('count').hidden = !count;
	part('count').tBodies[0].replaceChildren(...(count ? rows(count) : []).map(([name, value]) => {
		const row = document.createElement('tr');
		const head = document.createElement('th');
		head.scope = 'row';
		head.textContent = name;
		row.append(head);
		row.insertCell().textContent = value;
		return row;
	}));
	if (isRunning) setTimeout(look, 1000);
}
async function ask(method) {
	try {
		const answer = await fetch(address, { method });
		if (!answer.ok) throw new Error();
		show(await answer.json());
	} catch {
		part('play').hidden = false;
		part('said').className = 'failure';
		part('said').textContent = said = 'npm start does not answer. Does it still run?';
	}
}
const look = () => ask('GET');
part('begin').addEventListener('click', (event) => event.target.ariaDisabled === 'true' || ask('POST'));
look();
`;
