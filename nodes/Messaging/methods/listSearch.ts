import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import type { Mask } from '../contract/mask/mask';
import { groupByName, type Template } from '../contract/template/template';
import { listNames, shorten } from '../contract/wording';
import { accountMask, accountSendingNumbers, accountTemplates } from './accountLists';

/** The lists behind the resource locators; a filter is looked for in all that a row shows. */
export const listSearch = {
	async searchTemplates(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
		const templates = await accountTemplates(this);
		const mask = await accountMask(this);
		const rows = [...groupByName(templates)].map(([name, versions]) => ({
			name: templateLabel(name, versions, mask),
			value: name,
		}));
		return { results: matching(rows, filter) };
	},

	async searchPhoneNumbers(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
		const numbers = await accountSendingNumbers(this);
		const mask = await accountMask(this);
		const rows = numbers.map(({ id, label }) => ({ name: shorten(mask.text(label), longestLabel), value: id }));
		return { results: matching(rows, filter) };
	},
};

/** More characters than a row can show. */
const longestLabel = 200;

/** A row shows nothing but its name, so the languages and the number of placeholders stand in it. */
function templateLabel(name: string, versions: readonly Template[], mask: Mask): string {
	const languages = listNames(versions.map((version) => mask.text(version.language)));
	const counts = [...new Set(versions.map((version) => version.placeholders.length))];
	const count = listNames(counts.sort((a, b) => a - b).map(String)).replaceAll(', ', ' or ');
	return `${shorten(mask.text(name), longestLabel)} (${languages} · ${count === '0' ? 'no placeholders' : `${count} placeholder${count === '1' ? '' : 's'}`})`;
}

function matching(rows: readonly INodeListSearchItems[], filter = ''): INodeListSearchItems[] {
	const wanted = filter.trim().toLowerCase();
	return rows
		.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(wanted))
		.sort((a, b) => a.name.localeCompare(b.name));
}
