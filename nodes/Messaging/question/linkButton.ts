import { type Failure, invalidInput } from '../result/failure';
import { err, ok, type Result } from '../result/result';
import { type FilledPlaceholder, type Placeholder, placeholderKey } from '../template/section';
import { linkEndings, type Template } from '../template/template';
import { longestName, shorten } from '../text/wording';
import { endingAfter, linkBase } from './link';

/**
 * Fills the link into the template's URL button. Only the end of its URL is a placeholder; the rest is fixed when the
 * template is approved. Where the record does not show the URL, it counts as the one that the panel asks for.
 */
export function fillLinkButton(template: Template, link: string): Result<FilledPlaceholder, Failure> {
	const known = linkEndings(template).map((placeholder) => ({ placeholder, fixed: fixedAddress(template, placeholder) }));
	for (const { placeholder, fixed } of known) {
		const value = fixed === undefined ? undefined : endingAfter(fixed, link);
		if (value !== undefined) return ok({ placeholder, value });
	}
	const [unknown, another] = known.filter(({ fixed }) => fixed === undefined);
	const ending = endingAfter(linkBase(link), link);
	if (unknown !== undefined && another === undefined && ending !== undefined) {
		return ok({ placeholder: unknown.placeholder, value: ending });
	}
	const [shown] = known.flatMap(({ fixed }) => (fixed === undefined ? [] : [fixed]));
	return err(refuse(template, link, shown));
}

/** The fixed beginning of the URL of a placeholder's button, if the record shows it. */
function fixedAddress({ text }: Template, placeholder: Placeholder): string | undefined {
	const link = text?.buttons[Number(placeholderKey(placeholder)) - 1]?.link;
	const gap = link?.indexOf('{{') ?? -1;
	if (link === undefined || gap < 0) return undefined;
	// Text after the placeholder: the link can't end there.
	return link.endsWith('}}') ? link.slice(0, gap) : link;
}

function refuse({ name }: Template, link: string, shown: string | undefined): Failure {
	const called = `the template "${shorten(name, longestName)}"`;
	const address = `${linkBase(link)}{{1}}`;
	const need = `The template needs a URL button with the URL ${address}. The node fills in {{1}}. Nothing was sent.`;
	return shown === undefined
		? invalidInput(`No button of ${called} can carry the link to the question`, need)
		: invalidInput(`The button of ${called} leads to another URL: ${shorten(shown, 200)}`, need);
}
