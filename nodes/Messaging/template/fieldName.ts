/** Names for the same thing, as contact lists spell them, without what separates their words. */
const synonyms: ReadonlyArray<readonly [name: string, ...others: string[]]> = [
	['firstname', 'givenname', 'forename'],
	['lastname', 'surname', 'familyname'],
	['phone', 'phonenumber', 'telephone', 'telephonenumber', 'tel'],
	['mobile', 'mobilenumber', 'mobilephone', 'mobilephonenumber', 'cell', 'cellphone', 'cellnumber', 'cellphonenumber'],
	['email', 'emailaddress'],
];

const meanings: ReadonlyMap<string, string> = new Map(synonyms.flatMap((names) => names.map((name) => [name, names[0]])));

/** In characters. No field that a person named is longer. */
const longestName = 100;

/**
 * What a name says, the same for its usual spellings: `first_name`, `firstName`, `First Name` and `given-name`. Undefined
 * for a name that says nothing by itself, such as a number.
 */
export function meaningOf(name: string): string | undefined {
	if (name.length > longestName || !/\p{L}/u.test(name)) return undefined;
	const words = name.replace(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, ' ').toLowerCase().split(/[\s_-]+/).filter((word) => word !== '');
	return meanings.get(words.join('')) ?? words.join(' ');
}
