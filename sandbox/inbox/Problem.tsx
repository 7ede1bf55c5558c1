import { useEffect, useState } from 'preact/hooks';

import { problemEvent } from './ask';

/** How long a problem stays in sight, in milliseconds. */
const shownForMs = 8000;

/** Says what could not be done, for a while. */
export function Problem() {
	const [reason, setReason] = useState<string | undefined>(undefined);

	useEffect(() => {
		const onProblem = (event: Event) => {
			if (event instanceof CustomEvent) setReason(String(event.detail));
		};
		addEventListener(problemEvent, onProblem);
		return () => removeEventListener(problemEvent, onProblem);
	}, []);

	useEffect(() => {
		if (reason === undefined) return undefined;
		const timer = setTimeout(() => setReason(undefined), shownForMs);
		return () => clearTimeout(timer);
	}, [reason]);

	return <div role="status">{reason !== undefined && <p class="problem">{reason}</p>}</div>;
}
