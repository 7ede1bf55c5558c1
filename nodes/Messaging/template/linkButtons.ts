import type { Placeholder } from './section';
import type { Template } from './template';

/** The placeholders at the end of a button's URL, without those of cards. */
export const buttonPlaceholders = ({ placeholders }: Template): Placeholder[] => placeholders.filter(isButton);

const isButton = ({ path }: Placeholder): boolean => path.length === 2 && path[0] === 'buttons';

/**
 * The template whose placeholders a user fills in for a question: without the button that gets the link. If
 * there are several buttons, the node knows only when it sends which one gets the link, so all are optional.
 */
export function withoutLink(template: Template): Template {
	const [, another] = buttonPlaceholders(template);
	const { placeholders } = template;
	return {
		...template,
		placeholders:
			another === undefined
				? placeholders.filter((placeholder) => !isButton(placeholder))
				: placeholders.map((placeholder) => (isButton(placeholder) ? { ...placeholder, mayBeLink: true } : placeholder)),
	};
}
