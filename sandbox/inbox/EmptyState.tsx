import type { InboxView } from '../views/shapes';
import { Copyable } from './Copyable';
import { sendSample } from './sendSample';

/** A phone that waits for its first message. */
const Phone = () => (
	<svg class="phone" viewBox="0 0 120 150" width="96" height="120" aria-hidden="true">
		<rect x="26" y="6" width="68" height="138" rx="12" class="phone-body" />
		<rect x="31" y="16" width="58" height="114" rx="5" class="phone-screen" />
		<rect x="37" y="28" width="36" height="16" rx="6" class="phone-in" />
		<rect x="37" y="50" width="28" height="12" rx="6" class="phone-in" />
		<rect x="53" y="74" width="30" height="14" rx="6" class="phone-out" />
		<circle cx="60" cy="137" r="3" class="phone-screen" />
	</svg>
);

interface EmptyStateProps {
	readonly apiKey: string;
	readonly sendingNumber: string;
	readonly service: InboxView['service'];
	/** Opens the dialog for webhooks, if the service has them registered by hand. */
	readonly onRegister: (() => void) | undefined;
}

/** What a newcomer sees before the first message: what this is, and what to do next. */
export function EmptyState({ apiKey, sendingNumber, service, onRegister }: EmptyStateProps) {
	// n8n takes only the first address of a name, which may be the IPv6 one: the number always works.
	const baseUrl = location.origin.replace('//localhost', '//127.0.0.1');
	return (
		<section class="empty" aria-label="Getting started">
			<Phone />
			<h2>No messages yet</h2>
			<p>
				This is the phone of everybody you write to. Messages sent through the API at this address appear
				here as their recipients see them, and nowhere else.
			</p>
			<ol class="todo">
				<li>
					<strong>In n8n, create a Messaging API credential</strong>
					<span class="todo-line">Base URL <Copyable name="base URL" text={baseUrl} /></span>
					<span class="todo-line">API Key <Copyable name="API key" text={apiKey} /></span>
					{service.test_key !== null && (
						<span class="todo-line">To try without sending <Copyable name="test key" text={service.test_key} /></span>
					)}
					{service.endpoints.length > 0 && <span>Set Webhook Signature to None, and switch on Customize Endpoints</span>}
					{service.endpoints.map(({ label, path }) => (
						<span class="todo-line" key={label}>{label} <Copyable name={label} text={path} /></span>
					))}
				</li>
				<li>
					<strong>Add a Messaging node and send a template</strong>
					<span class="todo-line">Template <Copyable name="template" text="order_update" /></span>
					<span class="todo-line">To <Copyable name="recipient" text="+12015550123" /></span>
				</li>
				<li>
					<strong>Run it: the message appears here</strong>
					<span>Then reply as the customer: that opens the 24-hour window for texts and media.</span>
				</li>
				{onRegister !== undefined && (
					<li>
						<strong>Publish a workflow with the Messaging Trigger, and register its URL here</strong>
						<span class="todo-line"><button type="button" class="small" onClick={onRegister}>Register webhook</button></span>
					</li>
				)}
			</ol>
			<p>
				<button type="button" class="primary" onClick={() => void sendSample(service.send_path, apiKey, sendingNumber)}>
					Send a sample message
				</button>
			</p>
		</section>
	);
}
