import { useState } from 'preact/hooks';

import { SendIcon } from './Icons';

interface ComposerProps {
	readonly contact: string;
	readonly sender: string;
	readonly onReply: (text: string) => void;
}

/** Where the customer writes. */
export function Composer({ contact, sender, onReply }: ComposerProps) {
	const [text, setText] = useState('');
	function submit(event: Event): void {
		event.preventDefault();
		if (text.trim() === '') return;
		onReply(text);
		setText('');
	}
	return (
		<form class="composer" onSubmit={submit}>
			<label class="hidden" for="reply">Reply to {sender} as {contact}</label>
			<input
				id="reply"
				value={text}
				onInput={(event) => setText(event.currentTarget.value)}
				placeholder={`Reply as ${contact}`}
				maxLength={4096}
				autoComplete="off"
			/>
			<button type="submit" class="round" aria-label="Send the reply" disabled={text.trim() === ''}>
				<SendIcon />
			</button>
		</form>
	);
}
