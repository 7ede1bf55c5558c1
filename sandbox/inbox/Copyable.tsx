import { useState } from 'preact/hooks';

import { copyText } from './copyText';
import { CopyIcon } from './Icons';

/** A text with a button that copies it. `name` says what it is. */
export function Copyable({ name, text }: { name: string; text: string }) {
	const [copied, setCopied] = useState(false);
	return (
		<span class="copyable">
			<code>{text}</code>
			<button
				type="button"
				class="small"
				aria-label={copied ? `${name} copied` : `Copy the ${name}`}
				onClick={() => void copyText(text).then(setCopied)}
			>
				<CopyIcon /> {copied ? 'Copied' : 'Copy'}
			</button>
		</span>
	);
}
