import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import { groupByName, type Template } from '../template/template';
import { firstWords, formatTemplateText } from '../template/templateText';
import type { Mask } from '../text/mask';
import { listNames, shorten } from '../text/wording';
import { accountSendingNumbers, accountTemplates } from './accountLists';

/** The lists of the resource locators. The filter searches what a row shows, and a template's whole text. */
export const listSearch = {
	async searchTemplates(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
		const { templates, mask } = await accountTemplates(this);
		const rows = [...groupByName(templates)].map(([name, versions]) => ({
			name: templateLabel(name, versions, mask),
			value: name,
			searched: versions.map(({ language, text }) => `${language} ${text === undefined ? '' : formatTemplateText(text, mask.text)}`).join(' '),
		}));
		return { results: matching(rows, filter) };
	},

	async searchPhoneNumbers(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
		const { numbers, mask } = await accountSendingNumbers(this);
		const rows = numbers.map(({ id, label }) => ({ name: shorten(mask.text(label), longestLabel), value: id, searched: '' }));
		return { results: matching(rows, filter) };
	},
};

/** More characters than a row can show. */
const longestLabel = 200;

/** About how many characters of the text fit into a row beside the name and the languages. */
const longestWords = 60;

/** n8n shows only the name of a row, so it holds the languages and the first words too. */
function templateLabel(name: string, versions: readonly Template[], mask: Mask): string {
	const languages = listNames(versions.map((version) => mask.text(version.language)));
	const text = versions[0]?.text;
	const words = text === undefined ? '' : shorten(mask.text(firstWords(text)), longestWords);
	return `${shorten(mask.text(name), longestLabel)} (${languages})${words === '' ? '' : ` · ${words}`}`;
}

interface Row extends INodeListSearchItems {
	/** Text that the filter also searches, besides what the row shows. */
	readonly searched: string;
}

/** A text without differences in letter case and word separators: `order_update` matches `Order Update`. */
const plain = (text: string): string => text.toLowerCase().replace(/[\s_-]+/g, ' ');

function matching(rows: readonly Row[], filter = ''): INodeListSearchItems[] {
	const wanted = plain(filter.trim());
	return rows
		.filter(({ name, value, searched }) => plain(`${name} ${value} ${searched}`).includes(wanted))
		.map(({ name, value }) => ({ name, value }))
		.sort((a, b) => a.name.localeCompare(b.name));
}
