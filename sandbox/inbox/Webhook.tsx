import type { WebhookView } from '../views/shapes';
import { exactTimeOf } from './time';

type Answer = WebhookView['attempts'][number]['answer'];

const answerOf = (answer: Answer): string => ('status' in answer ? String(answer.status) : answer.failure);

/** JSON with line breaks; anything else as it is. */
function pretty(text: string): string {
	try {
		return JSON.stringify(JSON.parse(text), null, 2);
	} catch {
		return text;
	}
}

/** One webhook: its request, and the answer to each attempt. */
export function Webhook({ webhook }: { webhook: WebhookView }) {
	const { url, state, repeat, statuses, tries, next_attempt_at: next, request, attempts } = webhook;
	const last = attempts.at(-1);
	return (
		<li class={`webhook webhook-${state.replace(' ', '-')}`}>
			<div class="webhook-head">
				<strong>{statuses.length > 3 ? `${statuses.length} statuses` : statuses.join(', ')}</strong>
				{repeat && <span class="tag">repeat</span>}
				<span class="webhook-state">{last === undefined ? state : `${state} · ${answerOf(last.answer)}`}</span>
			</div>
			<code class="webhook-url">{url}</code>
			{state === 'retrying' && next !== null && (
				<p class="faint">Tried {tries} times, again at {exactTimeOf(next)}</p>
			)}
			<details>
				<summary>Request</summary>
				<pre tabIndex={0}>
					{Object.entries(request.headers).map(([name, value]) => `${name}: ${value}\n`).join('')}
					{`\n${pretty(request.body)}`}
				</pre>
			</details>
			<details>
				<summary>{attempts.length === 1 ? 'Answer' : `Answers (${attempts.length})`}</summary>
				<ol class="tries">
					{attempts.map(({ at, answer }, place) => (
						<li key={place}>
							<time dateTime={at}>{exactTimeOf(at)}</time> <strong>{answerOf(answer)}</strong>
							{'body' in answer && answer.body !== '' && <pre tabIndex={0}>{pretty(answer.body)}</pre>}
						</li>
					))}
				</ol>
			</details>
		</li>
	);
}
