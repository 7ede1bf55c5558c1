import { escapeHtml } from '../../nodes/Messaging/text/html.ts';
import { page } from './page.mts';

interface NoticeOptions {
	/** Whether the page loads itself again after a second. */
	reload?: boolean;
	link?: { href: string; text: string };
}

/** A page that says one thing: a heading, a sentence, perhaps a link. */
export const notice = (heading: string, sentence: string, { reload = false, link }: NoticeOptions = {}): string =>
	page({
		heading,
		reload,
		body: `<p>${escapeHtml(sentence)}</p>
${link ? `<p><a href="${escapeHtml(link.href)}">${escapeHtml(link.text)}</a></p>` : ''}`,
	});
