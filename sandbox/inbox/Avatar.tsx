import { PersonIcon } from './Icons';

/** A face for a number: one of eight colours, always the same for the same number. */
export function Avatar({ contact }: { contact: string }) {
	let sum = 0;
	for (const digit of contact) sum = (sum * 31 + digit.charCodeAt(0)) % 997;
	return (
		<span class={`avatar avatar-${sum % 8}`} aria-hidden="true">
			<PersonIcon />
		</span>
	);
}
