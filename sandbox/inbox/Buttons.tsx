import { useState } from 'preact/hooks';

import { isHttpUrl } from '../../nodes/Messaging/api/serviceAddress';
import type { BubbleButton } from '../views/bubble';
import { copyText } from './copyText';
import { BagIcon, CopyIcon, LinkIcon, PhoneIcon, ReplyIcon } from './Icons';

function OneButton({ button, onPress }: { button: BubbleButton; onPress: (button: string) => void }) {
	const { kind, label, target } = button;
	const [copied, setCopied] = useState(false);
	switch (kind) {
		case 'url':
			// Any other scheme, such as javascript:, is shown and not opened.
			return target !== null && isHttpUrl(target) ? (
				<a class="bubble-button" href={target} title={target} target="_blank" rel="noopener noreferrer">
					<LinkIcon /> {label}
				</a>
			) : (
				<span class="bubble-button" title={target ?? ''}><LinkIcon /> {label}</span>
			);
		case 'reply':
			return (
				<button type="button" class="bubble-button" title="Press this, as the customer" onClick={() => onPress(label)}>
					<ReplyIcon /> {label}
				</button>
			);
		case 'code':
			return (
				<button
					type="button"
					class="bubble-button"
					onClick={() => void copyText(target ?? '').then(setCopied)}
				>
					<CopyIcon /> {copied ? 'Copied' : label}
				</button>
			);
		case 'phone':
			return <span class="bubble-button" title={target ?? ''}><PhoneIcon /> {label}</span>;
		case 'product':
			return <span class="bubble-button"><BagIcon /> {label}</span>;
	}
}

/** The buttons of a message or of a card. A quick reply answers as the customer would by pressing it. */
export function Buttons({ buttons, onPress }: { buttons: readonly BubbleButton[]; onPress: (button: string) => void }) {
	if (buttons.length === 0) return null;
	return (
		<div class="bubble-buttons">
			{buttons.map((button, place) => (
				<OneButton key={place} button={button} onPress={onPress} />
			))}
		</div>
	);
}
