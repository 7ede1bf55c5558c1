import type { InboxView } from '../views/shapes';
import { Dialog } from './Dialog';

interface FailuresProps {
	readonly failures: InboxView['failures'];
	readonly onChoose: (code: number) => void;
	readonly onClose: () => void;
}

/** Asks why a message is to fail. */
export function Failures({ failures, onChoose, onClose }: FailuresProps) {
	return (
		<Dialog title="Why does the message fail?" onClose={onClose}>
			<ul class="failures">
				{failures.map(({ code, message }) => (
					<li key={code}>
						<button type="button" onClick={() => onChoose(code)}>{message} <span class="faint">{code}</span></button>
					</li>
				))}
			</ul>
			<div class="dialog-buttons"><button type="button" onClick={onClose}>Cancel</button></div>
		</Dialog>
	);
}
