import type { MessageEntry } from '../views/shapes';

type Status = MessageEntry['status'];

/** What a status is called on the page. */
export const statusNames: Readonly<Record<Status, string>> = {
	accepted: 'Accepted',
	sent: 'Sent',
	delivered: 'Delivered',
	read: 'Read',
	failed: 'Failed',
};

const shapes: Readonly<Record<Status, string>> = {
	accepted: 'M9 4.5a4 4 0 1 0 .01 0M9 6.500v2.200l1.500 1',
	sent: 'M4.500 9l3 3 6-7',
	delivered: 'M1.500 9l3 3 6-7M7.500 11l1 1 6-7',
	read: 'M1.500 9l3 3 6-7M7.500 11l1 1 6-7',
	failed: 'M9 4v5.500M9 12v.2',
};

/** The marks under a message: one tick sent, two delivered, two blue ones read. The name stands beside it or in its label. */
export function Ticks({ status, label = false }: { status: Status; label?: boolean }) {
	return (
		<svg
			class={`ticks ticks-${status}`}
			width="18"
			height="16"
			viewBox="0 0 18 16"
			fill="none"
			stroke="currentColor"
			stroke-width="1.6"
			stroke-linecap="round"
			stroke-linejoin="round"
			{...(label ? { role: 'img', 'aria-label': statusNames[status] } : { 'aria-hidden': true })}
		>
			<path d={shapes[status]} />
		</svg>
	);
}
