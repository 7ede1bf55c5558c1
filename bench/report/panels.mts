import type { SectionResult, Table } from '../result.mts';
import type { Panel } from './chart.mts';
import type { Report } from './report.mts';

/** The panels of the chart: how fast messages leave, and how fast webhooks come in. */
export const panelsOf = ({ sections: { send, published, webhooks } }: Report): Panel[] => [
	...panels(send, 'messages/s', 'messages a second: longer is better'),
	...panels(published, 'messages/s', 'messages a second: longer is better'),
	...panels(webhooks, 'webhooks/s', 'webhooks a second: longer is better'),
];

const panels = (result: SectionResult | undefined, columnTitle: string, unit: string): Panel[] =>
	(result?.tables ?? []).flatMap((table) => {
		const bars = barsOf(table, columnTitle);
		return bars.length === 0 ? [] : [{ title: table.title, unit, bars }];
	});

function barsOf({ columns, rows }: Table, columnTitle: string): Panel['bars'] {
	const column = columns.findIndex(({ title }) => title === columnTitle);
	return rows.flatMap(({ label, cells }) => {
		const spread = cells[column];
		return spread ? [{ label: label.replaceAll('`', ''), spread, ours: label.startsWith('Messaging') }] : [];
	});
}
