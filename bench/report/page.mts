import { sectionNames, type SectionName } from '../options.mts';
import type { Table, Target } from '../result.mts';
import { spreadText, wantedText } from './figures.mts';
import { reading } from './reading.mts';
import type { Report } from './report.mts';

const chapters: Record<SectionName, { readonly title: string; readonly about: string }> = {
	send: {
		title: 'Sending',
		about: `Template messages with five placeholders to a service that answers after 20 ms; 50 in flight
unless a row says otherwise, in n8n's engine without its database. Everyone sends the same bodies, which the service proves by a checksum.

- **Messaging** reads the recipient from an expression; the placeholders from an expression each, or
  from the columns of the item (automatic mapping).
- **Bare loop** is the platform's floor: it reads the same parameters, checks nothing, and sends through
  n8n's request helper with as many lanes. Its second form gets bodies that are ready.
- **HTTP Request** is n8n's own node with the same body as JSON with expressions in it, and a header
  credential. With its defaults it starts everything at once.
- **\`fetch\`** keeps its connections and knows neither n8n's proxy nor its protections: what the machine
  can do, for orientation.`,
	},
	published: {
		title: 'Sending in a published workflow',
		about: `The same in a real n8n with its database: a webhook makes the items, the node sends them, and the time
runs until the workflow has ended. What n8n does for each request beside sending it counts here too,
above all reading and decrypting the credential.`,
	},
	growth: {
		title: 'Growth',
		about: `The same messages to a service that answers at once, in a process of its own for each loop. Peak memory
is that of the whole process, n8n's engine included.`,
	},
	pace: {
		title: 'Pace',
		about: 'Starts of requests as the service sees them arrive.',
	},
	lists: {
		title: 'Lists in the editor',
		about: `What a person waits for when the panel of the node lists their templates. The service gives pages of
100, and each page names the next: they can only be read one after the other.`,
	},
	package: {
		title: 'The package',
		about: 'Both nodes and the credential, loaded as n8n loads them, beside the nodes for WhatsApp that n8n brings along.',
	},
	webhooks: {
		title: 'Webhooks',
		about: `Signed delivery statuses through a published workflow of a real n8n, until they are answered. The minimal
triggers are community nodes too: one does nothing at all, the other reads the credential, as every
trigger must that checks a signature.`,
	},
};

/** `docs/benchmarks.md`: the figures of one run, and what they mean. */
export function page(report: Report): string {
	const measured = sectionNames.filter((name) => report.sections[name] !== undefined);
	return `${[
		opening(report),
		targetsChapter(measured.flatMap((name) => report.sections[name]?.targets ?? [])),
		...measured.map((name) => chapter(name, report.sections[name]?.tables ?? [])),
		reading(report),
	].join('\n\n')}\n`;
}

function opening({ command, date, version, rounds, machine }: Report): string {
	return `# Benchmarks

Written by \`${command}\` on ${date}. It has ${String(rounds)} rounds: in each, everything
is measured in turn with what it is compared with, beginning with another one each time. Figures are medians, with the lowest and
the highest in brackets. A comparison is the median of the rounds' own ratios.

| | |
| --- | --- |
| Package | n8n-nodes-messaging ${version}, as packed for npm |
| n8n | ${machine.n8n}, its own engine and nodes, Node.js ${machine.node} |
| Machine | ${machine.processor}, ${String(machine.cores)} cores, ${String(machine.memoryGiB)} GiB, ${machine.system} |

The service under test is a process of its own, on the same machine. n8n has two engines for
expressions: \`vm\`, with which it starts, and \`legacy\` (\`N8N_EXPRESSION_ENGINE\`); with \`legacy\` a node's own
cost weighs more.

![Messages and webhooks a second, beside their peers](images/benchmarks.svg)`;
}

function targetsChapter(targets: readonly Target[]): string {
	const met = targets.filter((target) => target.met).length;
	const rows = targets.map((target) => [
		target.what,
		wantedText(target),
		spreadText(target.measured, target.digits),
		target.met ? 'met' : '**missed**',
	]);
	return `## Targets

${String(met)} of ${String(targets.length)} are met.

${markdownTable(['Target', 'Wanted', 'Measured', ''], rows)}`;
}

function chapter(name: SectionName, tables: readonly Table[]): string {
	const { title, about } = chapters[name];
	const bodies = tables.map(({ title: caption, columns, rows }) => {
		const head = [caption, ...columns.map((column) => column.title)];
		const lines = rows.map(({ label, cells }) => [
			label,
			...cells.map((cell, column) => spreadText(cell, columns[column]?.digits ?? 0)),
		]);
		return markdownTable(head, lines);
	});
	return [`## ${title}`, about, ...bodies].join('\n\n');
}

function markdownTable(head: readonly string[], rows: readonly string[][]): string {
	const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
	const rule = head.map((_, column) => (column === 0 ? '---' : '---:'));
	return [line(head), line(rule), ...rows.map(line)].join('\n');
}

