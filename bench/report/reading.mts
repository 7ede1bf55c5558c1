import type { Table } from '../result.mts';
import { figure } from './figures.mts';
import type { Report } from './report.mts';

/** What the figures say: where the floor itself loses its time, and what was missed. */
export function reading({ sections }: Report): string {
	const [send] = sections.send?.tables ?? [];
	if (send === undefined) return '';
	return `## Reading the figures

${whereTimeGoes(send)}

### A connection for each request

n8n's request helper opens a new connection for every request, since it makes new agents for each
(\`setAxiosAgents\` and \`buildNodeAgents\` in \`@n8n/backend-network\`): the agents carry the proxy and the
check of the address against server-side request forgery. \`agentOptions\` of a request reaches them, but an
agent that lives for one request has no second one to keep a connection for. A node could only keep
connections by leaving the helper, and with it the proxy and the protection: this one doesn't.

What n8n could do, for all nodes at once: keep agents by proxy, protection and TLS settings
(\`OutboundHttp.transport().getNodeAgent()\` does so already for the default ones) and let them keep their
connections. The protection runs where a connection is made, so it would hold for kept ones too.

### A credential for each request

n8n's helper asks for the credential with every request: the database, decrypting and the fields' defaults.
In a published workflow that is a good part of what the bare loop costs. A node may give along what it has
read once (\`credentialsDecrypted\`); the helper then only signs the request in. A trigger that reads a credential
pays for it with each webhook; under \`vm\` n8n also makes a new isolate each time, which is nearly all of what
lies between the trigger that does nothing and the one that only reads its credential.

### An expression for each field

Every expression is worked out by itself: n8n builds the data that it may refer to anew, with the time in
the workflow's time zone among it. Where To, Text or Media URL is a field of the item and nothing more
(\`{{ $json.phone }}\`), this node reads the field itself. Automatic mapping reads the columns of the item and needs none, which
is why it is the fastest way to send many messages from a table. The key of the credential is an
expression too, one for each request of any node that uses the credential.`;
}

function whereTimeGoes(send: Table): string {
	const cell = (label: string, columnTitle: string) => {
		const column = send.columns.findIndex(({ title }) => title === columnTitle);
		return send.rows.find((row) => row.label.includes(label))?.cells[column]?.median ?? NaN;
	};
	const cpu = (label: string) => cell(label, 'CPU ms/message');
	const ms = (value: number) => `${figure(value, 2)} ms`;
	const fetched = cpu('kept connections');
	const helper = cpu('ready-made bodies');
	const loop = cpu('same parameters');
	const fields = cpu('expression in each field');
	const automatic = cpu('automatic mapping');
	const opened = figure(cell('HTTP Request, defaults', 'most in flight'), 0);
	return `Of the ${ms(fields)} of processor time that a message with an expression in each field takes
(${send.title.toLowerCase()}):

| | per message |
| --- | ---: |
| What \`fetch\` with kept connections needs as well | ${ms(fetched)} |
| n8n's request helper: a connection, the credential's key, its HTTP library | ${ms(helper - fetched)} |
| Six expressions and the other parameters | ${ms(loop - helper)} |
| This node beyond that: phone number, placeholders, template, outcome | ${ms(fields - loop)} |

With automatic mapping a message takes ${ms(automatic)}.

HTTP Request with its defaults isn't held to 50 in flight: it had ${opened} requests open at once, which a
service may refuse. Its rate is that of a process that never waits for an answer.`;
}
