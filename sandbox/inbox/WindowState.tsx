import type { Summary } from '../views/shapes';
import { tell } from './ask';
import { ClockIcon, LockIcon } from './Icons';
import { dayTimeOf, timeUntil } from './time';

/** Whether the 24-hour window is open, how long it stays so, and the button that changes it. */
export function WindowState({ summary, now }: { summary: Summary; now: number }) {
	const { contact, phone_number_id: phoneNumberId, closes_at: closesAt } = summary;
	const closes = closesAt === null ? undefined : Date.parse(closesAt);
	const isOpen = closes !== undefined && closes > now;
	const set = (open: boolean) => void tell('/window', { to: contact, phone_number_id: phoneNumberId, open });
	return (
		<div class={`window window-${isOpen ? 'open' : 'closed'}`}>
			{isOpen ? (
				<span class="window-words" title={`Closes ${dayTimeOf(closes)}`}>
					<ClockIcon /> Window open, {timeUntil(closes, now)} left
				</span>
			) : (
				<span class="window-words"><LockIcon /> Window closed: templates only</span>
			)}
			<button type="button" class="small" onClick={() => set(!isOpen)}>
				{isOpen ? 'Close window' : 'Open window'}
			</button>
		</div>
	);
}
