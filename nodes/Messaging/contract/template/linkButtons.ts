import type { Placeholder } from './section';
import type { Template } from './template';

/** The placeholders that end the web address of one of the message's own buttons. */
export const buttonPlaceholders = ({ placeholders }: Template): Placeholder[] => placeholders.filter(isButton);

const isButton = ({ path }: Placeholder): boolean => path.length === 2 && path[0] === 'buttons';

/**
 * The template as a question has to be filled in: without the button that carries the link. Of several it
 * shows only when it is sent which one that is, so none of them has to be filled in.
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
