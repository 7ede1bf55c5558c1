import type { Summary } from '../views/shapes';

/** Which conversations are shown. */
export interface Filter {
	readonly words: string;
	readonly only: 'all' | 'open' | 'failed';
}

export const filterNames: Readonly<Record<Filter['only'], string>> = {
	all: 'All',
	open: 'Window open',
	failed: 'With failures',
};

/** The conversations that fit: each word stands in the number, the sender or the last message. `now` in milliseconds. */
export function filterChats(chats: readonly Summary[], { words, only }: Filter, now: number): readonly Summary[] {
	const wanted = words.toLowerCase().split(/\s+/).filter((word) => word !== '');
	if (wanted.length === 0 && only === 'all') return chats;
	return chats.filter(({ contact, sender, preview, closes_at: closesAt, failed }) => {
		if (only === 'failed' && failed === 0) return false;
		if (only === 'open' && (closesAt === null || Date.parse(closesAt) <= now)) return false;
		const text = `${contact} ${sender} ${preview}`.toLowerCase();
		return wanted.every((word) => text.includes(word));
	});
}
