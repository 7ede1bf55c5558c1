const clockTime = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const exactTime = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const dayAndTime = new Intl.DateTimeFormat(undefined, { weekday: 'short', hour: '2-digit', minute: '2-digit' });
const fullDay = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' });

export const timeOf = (iso: string): string => clockTime.format(new Date(iso));

export const exactTimeOf = (iso: string): string => exactTime.format(new Date(iso));

export const dayOf = (iso: string): string => fullDay.format(new Date(iso));

export const dayTimeOf = (time: number): string => dayAndTime.format(new Date(time));

/** How long until a time, as a person says it: "23 h 59 min", "4 min", "less than a minute". Times in milliseconds. */
export function timeUntil(time: number, now: number): string {
	const minutes = Math.floor((time - now) / 60_000);
	if (minutes < 1) return 'less than a minute';
	if (minutes < 60) return `${minutes} min`;
	return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
