import type { InboxView, Summary } from '../views/shapes';
import { tell } from './ask';

type Fault = InboxView['faults'][number];

interface Play extends Fault {
	readonly name: string;
	readonly title: string;
}

/** Whom plays hit, and what they are called there. */
interface Group {
	readonly whom: string;
	readonly plays: readonly Play[];
}

/** What the platform can be made to do, as far as it concerns this conversation: first what hits the fewest. */
const groupsOf = ({ contact, phone_number_id, sender, template }: Summary): readonly Group[] => [
	{
		whom: 'this person',
		plays: [
			{ kind: 'too-frequent', match: { to: contact }, name: 'Too much marketing', title: `Refuse templates to ${contact}, who gets too many` },
			{ kind: 'no-number', match: { to: contact }, name: 'No phone number', title: `Report messages to ${contact} with a user ID in place of the number` },
		],
	},
	...(template === null
		? []
		: [
				{
					whom: 'this template',
					plays: [
						{ kind: 'paused-template', match: { template_name: template }, name: 'Template paused', title: `Refuse all messages with the template ${template}, to anyone` },
						{ kind: 'held', match: { template_name: template }, name: 'Held for review', title: `Accept messages with the template ${template}, and hold them. "Fail" drops a held message` },
					],
				},
			]),
	{
		whom: 'the whole shop',
		plays: [
			{ kind: 'unpaid', match: {}, name: 'Bill unpaid', title: 'Refuse all messages of the account' },
			{ kind: 'unregistered-number', match: { phone_number_id }, name: 'Sending number not registered', title: `Refuse all messages of ${sender}, to anyone` },
		],
	},
];

const isSame = (one: Fault, other: Fault): boolean =>
	one.kind === other.kind && JSON.stringify(one.match) === JSON.stringify(other.match);

/** Buttons that make the platform refuse or hold the next messages, until they are pressed again. */
export function Plays({ summary, faults }: { summary: Summary; faults: readonly Fault[] }) {
	return (
		<div class="plays" role="group" aria-label="What happens to the next messages">
			<span class="faint" aria-hidden="true">Try a problem with</span>
			{groupsOf(summary).map(({ whom, plays }) => (
				<div class="plays-of" role="group" aria-label={`A problem with ${whom}`} key={whom}>
					<span class="faint" aria-hidden="true">{whom}:</span>
					{plays.map(({ name, title, kind, match }) => (
						<button
							key={kind}
							type="button"
							class="chip"
							title={`${title}. Until you press it again`}
							aria-pressed={faults.some((fault) => isSame(fault, { kind, match }))}
							onClick={() => void tell('/faults', { toggle: { kind, match } })}
						>
							{name}
						</button>
					))}
				</div>
			))}
		</div>
	);
}
