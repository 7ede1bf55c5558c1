import type { ComponentChildren } from 'preact';

import { firstLink } from '../views/fill';

/** The marks that a phone understands, each with what it becomes. The first that fits decides. */
const marks: ReadonlyArray<readonly [pattern: RegExp, draw: (inside: string) => ComponentChildren]> = [
	[/```([^`]+)```/, (inside) => <code>{inside}</code>],
	[/(?<![\w*])\*([^*\n]+)\*(?![\w*])/, (inside) => <strong><RichText text={inside} /></strong>],
	[/(?<![\w_])_([^_\n]+)_(?![\w_])/, (inside) => <em><RichText text={inside} /></em>],
	[/(?<![\w~])~([^~\n]+)~(?![\w~])/, (inside) => <s><RichText text={inside} /></s>],
	[firstLink, (inside) => <a class="link" href={inside} target="_blank" rel="noopener noreferrer">{inside}</a>],
];

/** Text with *bold*, _italic_, ~struck~ and ```code```, as a phone draws it. Line breaks are kept by the style. */
export function RichText({ text }: { text: string }): ComponentChildren {
	let earliest: { readonly found: RegExpExecArray; readonly draw: (inside: string) => ComponentChildren } | undefined;
	for (const [pattern, draw] of marks) {
		const found = pattern.exec(text);
		if (found !== null && (earliest === undefined || found.index < earliest.found.index)) earliest = { found, draw };
	}
	if (earliest === undefined) return text;
	const { found, draw } = earliest;
	return (
		<>
			{text.slice(0, found.index)}
			{draw(found[1] ?? '')}
			<RichText text={text.slice(found.index + found[0].length)} />
		</>
	);
}
