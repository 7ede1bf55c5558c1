import { useEffect, useRef, useState } from 'preact/hooks';

import { registrationsView, type RegistrationsView } from '../views/shapes';
import { ask, change } from './ask';
import { Dialog } from './Dialog';

interface RegisterWebhookProps {
	/** How many are registered: the list is loaded again whenever this changes. */
	readonly registrations: number;
	readonly onClose: () => void;
}

/** Registers a webhook by hand, as a service's dashboard does: the URL is asked first. */
export function RegisterWebhook({ registrations, onClose }: RegisterWebhookProps) {
	const [url, setUrl] = useState('');
	const [token, setToken] = useState('');
	const [asking, setAsking] = useState(false);
	const [outcome, setOutcome] = useState<{ readonly refused: boolean; readonly words: string } | undefined>(undefined);
	const [registered, setRegistered] = useState<RegistrationsView>([]);
	const urlField = useRef<HTMLInputElement>(null);

	const load = () => ask('/views/registrations', registrationsView).then(setRegistered, () => undefined);
	useEffect(() => void load(), [registrations]);

	async function register(event: Event): Promise<void> {
		event.preventDefault();
		// The button stays as it is meanwhile: one that is disabled would lose the focus.
		if (asking) return;
		setAsking(true);
		setOutcome(undefined);
		const reason = await change('POST', '/webhooks', { url: url.trim(), verify_token: token });
		setAsking(false);
		setOutcome(reason === undefined ? { refused: false, words: `Registered: ${url.trim()}` } : { refused: true, words: reason });
		if (reason !== undefined) return;
		setUrl('');
		setToken('');
		await load();
	}

	async function remove(id: string): Promise<void> {
		const reason = await change('DELETE', `/webhooks/${id}`);
		setOutcome(reason === undefined ? { refused: false, words: 'Removed' } : { refused: true, words: reason });
		await load();
		// The button that had the focus is gone.
		urlField.current?.focus();
	}

	const done = outcome?.refused === false ? outcome.words : undefined;
	return (
		<Dialog title="Register webhook" onClose={onClose}>
			<p>
				The sandbox asks the URL once, with the token and a challenge. It registers the URL if it gives the challenge back,
				and sends it delivery statuses and what customers write, without a signature (that there is none is assumed).
			</p>
			<form class="fields" noValidate onSubmit={(event) => void register(event)}>
				<label class="field">
					Webhook URL
					<input ref={urlField} type="url" value={url} onInput={(event) => setUrl(event.currentTarget.value)} autoComplete="off" />
				</label>
				<label class="field">
					Verify Token
					<input type="text" value={token} onInput={(event) => setToken(event.currentTarget.value)} autoComplete="off" spellcheck={false} />
				</label>
				{outcome?.refused === true && <p class="outcome outcome-refused" role="alert">{outcome.words}</p>}
				<p class="outcome" role="status">{asking ? 'Asking the URL…' : done}</p>
				<div class="dialog-buttons">
					<button type="button" onClick={onClose}>Close</button>
					<button type="submit" class="main">Verify and register</button>
				</div>
			</form>
			{registered.length > 0 && (
				<>
					<h3>Registered</h3>
					<ul class="registered">
						{registered.map((one) => (
							<li key={one.id}>
								<code>{one.url}</code>
								<button type="button" aria-label={`Remove ${one.url}`} onClick={() => void remove(one.id)}>Remove</button>
							</li>
						))}
					</ul>
				</>
			)}
		</Dialog>
	);
}
