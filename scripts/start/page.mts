import { escapeHtml } from '../../nodes/Messaging/text/html.ts';

interface PageOptions {
	/** Of the browser's tab, and of the page's heading. */
	heading: string;
	/** HTML below the heading. */
	body: string;
	/** Whether the page loads itself again after a second. */
	reload?: boolean;
	/** A script at the page's end. */
	script?: string;
}

/** A page of `npm start`, in light and dark and in any width. */
export const page = ({ heading, body, reload, script }: PageOptions): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
${reload ? '<meta http-equiv="refresh" content="1">' : ''}
<title>${escapeHtml(heading)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(heading)}</h1>
${body}
</main>
${script === undefined ? '' : `<script>${script}</script>`}
</body>
</html>
`;

/** Each pair of ink and ground has a contrast of at least 4.5. */
const style = `
:root {
	color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif;
	--page: #eef2f4; --panel: #fff; --ink: #13202a; --faint: #52616d; --line: #d7dee3; --accent: #0a6b5b; --accent-ink: #fff; --soft: #dcf1ec; --bad: #b3261e;
}
@media (prefers-color-scheme: dark) {
	:root { --page: #0b1115; --panel: #121a20; --ink: #e7eef2; --faint: #9db0bc; --line: #2b3a44; --accent: #45cdb0; --accent-ink: #04231d; --soft: #133a35; --bad: #ff9289; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); }
main { max-width: 58rem; margin: 0 auto; padding: clamp(1.5rem, 8vh, 5rem) 1.25rem 3rem; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 0.5rem; }
h2 { font-size: 1.1rem; margin: 0 0 0.25rem; }
p { margin: 0 0 0.75rem; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.faint { color: var(--faint); }
.ways { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(15rem, 100%), 1fr)); gap: 1rem; list-style: none; margin: 1.5rem 0 1rem; padding: 0; }
.way, .night { background: var(--panel); border: 1px solid var(--line); border-radius: 12px; padding: 1.1rem 1.2rem; }
.way { display: block; height: 100%; color: inherit; text-decoration: none; }
.way:hover { border-color: var(--accent); }
.way strong { display: block; color: var(--accent); font-size: 1.1rem; margin-bottom: 0.25rem; text-decoration: underline; }
button { font: inherit; font-weight: 600; cursor: pointer; color: var(--accent-ink); background: var(--accent); border: 0; border-radius: 999px; padding: 0.55rem 1.3rem; min-height: 44px; }
button[aria-disabled='true'] { cursor: default; color: var(--faint); background: var(--line); }
.links { display: flex; flex-wrap: wrap; gap: 0.5rem 1.25rem; margin: 0.9rem 0; }
.steps { margin: 0.5rem 0 0; padding: 0 0 0 1.4rem; }
.steps li { padding: 0.2rem 0.5rem; border-radius: 6px; }
.steps li[data-state='to come'] { color: var(--faint); }
.steps li[data-state='now'] { background: var(--soft); font-weight: 600; }
.steps li[data-state='now']::after { content: ' …'; }
.steps li[data-state='done']::after { content: ' \\2713' / ' (done)'; color: var(--accent); }
progress { width: 100%; height: 0.8rem; accent-color: var(--accent); }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.failure, .over { margin: 0.9rem 0 0; font-weight: 600; }
.failure { color: var(--bad); }
.count { border-collapse: collapse; margin: 0.5rem 0 0; }
.count caption { text-align: left; padding-bottom: 0.3rem; }
.count th { text-align: left; font-weight: 400; padding: 0.2rem 1rem 0.2rem 0; }
.count td { text-align: right; font-weight: 600; font-variant-numeric: tabular-nums; padding: 0.2rem 0; vertical-align: top; }
.count tr + tr > * { border-top: 1px solid var(--line); }
`;
