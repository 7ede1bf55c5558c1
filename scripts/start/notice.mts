import { escapeHtml } from '../../nodes/Messaging/text/html.ts';

interface NoticeOptions {
	/** Whether the page loads itself again after a second. */
	reload?: boolean;
	link?: { href: string; text: string };
}

/** A page that says one thing: a heading, a sentence, perhaps a link. */
export function notice(heading: string, sentence: string, { reload, link }: NoticeOptions = {}): string {
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
${reload ? '<meta http-equiv="refresh" content="1">' : ''}
<title>${escapeHtml(heading)}</title>
<style>
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 34rem; margin: 20vh auto; padding: 0 1.5rem; }
h1 { font-size: 1.4rem; }
</style>
</head>
<body>
<main>
<h1>${escapeHtml(heading)}</h1>
<p>${escapeHtml(sentence)}</p>
${link ? `<p><a href="${escapeHtml(link.href)}">${escapeHtml(link.text)}</a></p>` : ''}
</main>
</body>
</html>
`;
}
