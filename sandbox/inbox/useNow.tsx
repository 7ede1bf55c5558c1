import { useEffect, useState } from 'preact/hooks';

/** The sandbox's time in milliseconds, renewed every so often so that what is left of a window is right. */
export function useNow(skew: number, everyMs: number): number {
	const [now, setNow] = useState(Date.now());
	useEffect(() => {
		const timer = setInterval(() => setNow(Date.now()), everyMs);
		return () => clearInterval(timer);
	}, [everyMs]);
	return now + skew;
}
