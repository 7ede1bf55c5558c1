import { useRef } from 'preact/hooks';

import type { Summary } from '../views/shapes';

/** How many entries of a conversation came since it was last open on this page; what was there at first counts as seen. */
export function useUnread(chats: readonly Summary[] | undefined, open: Summary | undefined) {
	const seen = useRef<Map<string, number> | undefined>(undefined);
	if (chats !== undefined) {
		seen.current ??= new Map(chats.map(({ id, total }) => [id, total]));
		if (open !== undefined) seen.current.set(open.id, open.total);
	}
	return ({ id, total }: Summary): number => Math.max(0, total - (seen.current?.get(id) ?? 0));
}
