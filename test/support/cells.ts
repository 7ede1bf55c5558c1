import type { IDataObject } from 'n8n-workflow';

/*
 * What cells of spreadsheets, CRMs, shops and databases really hold, and what becomes of each. Three ends are possible:
 * it leaves as exactly this text; it leaves, and a dry run says that a person should look at it; it is refused, by what
 * the refusal says.
 */

export type End = { readonly leaves: string } | { readonly leavesAfterWarning: string | RegExp } | { readonly refused: RegExp };

export type Cell = readonly [cell: unknown, end: End];

const leaves = (text: string): End => ({ leaves: text });
const refused = (says: RegExp): End => ({ refused: says });
const warned = (says: string | RegExp): End => ({ leavesAfterWarning: says });

/** Cells that leave as they are written. */
const asTheyAre = (...cells: string[]): Cell[] => cells.map((cell) => [cell, leaves(cell)]);
const all = (cells: readonly unknown[], end: End): Cell[] => cells.map((cell) => [cell, end]);

const german = leaves('+491701234567');
const hasMore = refused(/^'To' has more than a phone number/);
const noNumber = refused(/^'To' is not a phone number/);

/** In a column of phone numbers, where the default country is Germany. */
export const numberCells: readonly Cell[] = [
	// As people, phones and CRMs write one.
	...all(["'+49 170 1234567", '+49 170 1234567', '+49 (0)170 1234567', '+49-170-1234567', '0170 1234567', '0170/1234567', '0170-123 45 67', '0049 170 1234567', 'tel:+491701234567', '+49 170 12 34 56 7', '\u202a+49 170 1234567\u202c', '+491701234567\n'], german),
	['+43 664 123 45 67', leaves('+436641234567')],
	['+49 30 12 34 56 78', leaves('+493012345678')],
	['+43 66 41 23 45 6', leaves('+43664123456')],
	['+49 30 123456-0', leaves('+49301234560')],
	['+1 (201) 555-0123', leaves('+12015550123')],
	['+33 6 12 34 56 78', leaves('+33612345678')],
	[1701234567, leaves('+491701234567')],
	// A copy, a second line, an entry of a list.
	...all(['+49 170 1234567 (2)', '+49 170 1234567/8', '+49 170 1234567-8', '0170 1234567 7', '0170 1234567 (1)', '0170/1234567/68', '+43 664 1234567-12', '1. 0170 1234567', '(2) 0170 1234567', '+33 6 12 34 56 78 (2)'], hasMore),
	...all(['0170 1234567, 0171 7654321', '+491701234567; +491717654321', '0170 1234567\n0171 7654321'], refused(/^'To' has several numbers/)),
	// What a spreadsheet makes of one.
	...all(['1701234567.0', '491701234567.00', '850123456.000', 1701234567.5, '-1701234567', '2026-11-23', '23-11-2026', '2026/11/23', '23. 11. 2026', '23.11.2026', '11/23/2026'], noNumber),
	['4.91701E+11', { refused: /^'To' is a number that a spreadsheet has shortened/ }],
	...all(['#N/A', '#NV', '#WERT!', '#REF!', '#ERROR!', 'Loading...', 'undefined', 'null', 'NaN', 'Invalid DateTime', '[object Object]', '{{ $json.phone }}', 'n/a', 'unbekannt', '0170 1234567²'], noNumber),
	...all([null, '', ' ', '\u200b'], refused(/^'To' has no phone number/)),
	// From another column.
	['23.11.26', refused(/is a date/)],
	['192.168.10.200', refused(/is an IP address/)],
	['978-3-16-148410-0', refused(/is an ISBN/)],
	['9783161484100', refused(/is an ISBN/)],
	...all(['ada@example.com', 'DE89370400440532013000', '12:30', '19,90 €', true], refused(/^'To' /)),
	['DE.13491208655302741918', refused(/is a user ID/)],
];

const empty = refused(/has no text for '(\{\{value\}\}|value)'$/);

/** In a column for a placeholder of a template. */
export const valueCells: readonly Cell[] = [
	// Names, among them people and brands that look like an error.
	...asTheyAre('Ada', 'Zoë Müller-Lüdenscheid', "O'Brien", '李小龙', 'مريم', 'Null', 'Nan', 'Jennifer Null', 'Undefined Brand', 'N/A Shoes', 'Nullstraße 7', '#1', '#1 Ada', '#sale', '#SALE', '#NVidia', 'A #SALE', 'Big #SALE! today', '#sale!', 'C#', 'J.R.', '007', '👩‍👧', 'Mr. True', 'Nana', 'Laden', 'Interval'),
	// Prices and numbers.
	...asTheyAre('19.90', '19,90 €', '$1,234.50', '1.234,50', '-5 %', '0', '12345678901234567890', 'A-7', '00123'),
	[19.9, leaves('19.9')],
	[0, leaves('0')],
	[-0, leaves('0')],
	[-12.5, leaves('-12.5')],
	[1e-7, leaves('0.0000001')],
	[1234567, leaves('1234567')],
	[true, leaves('true')],
	[0.1 + 0.2, warned(/0\.30000000000000004/)],
	...all([2 ** 53, 12345678901234567000, 1e21, Number.NaN, Number.POSITIVE_INFINITY], empty),
	...all(['NaN', 'NaN €', '€NaN', 'NaN EUR', 'NaN/NaN/NaN'], empty),
	// Dates.
	...asTheyAre('2026-11-24', '24.11.2026', 'Nov 24, 2026', '24/11/2026 10:30', '2026-11-24T10:30:00.000Z'),
	...all(['Invalid DateTime', 'Invalid Date', 'Invalid date', 'Invalid DateTime – Invalid DateTime', 'Invalid Duration', 'Invalid Interval'], empty),
	...all(['NaNh NaNm', 'NaNd left', 'in Invalid Duration'], warned(/says "(NaN|Invalid Duration)/)),
	...all(['01.01.1970', '1970-01-01', '1970-01-01T00:00:00.000Z', '1970-01-01 00:00:00', '12/31/1969', '31/12/1969', '30.12.1899', '0000-00-00 00:00:00', 'Thu Jan 01 1970'], warned(/says/)),
	// What has no value.
	...all([null, '', '   ', '\n', '\u200b', '\u2800', '\u0000', '\ufeff', '\u00a0', '\u3164'], empty),
	...all(['null', 'undefined', 'NULL', '\\N', 'null null', 'undefined undefined', '(null)', 'John undefined', 'undefined Smith', 'Order null', '[object Object]', 'Dear [object Object]'], empty),
	...all([{ name: 'Ada' }, ['Ada'], [], {}], empty),
	...all(['n/a', 'N/A', 'none', 'nil', 'nan', 'TBD', 'Infinity', '[]', '{}', '""', '???', '####', 'M\ufffdller', '${name}'], warned(/says/)),
	['null and void', warned(/says "null"/)],
	['the value is undefined in this case', warned(/says "undefined"/)],
	['see cell #N/A', warned(/says "#N\/A"/)],
	// What spreadsheets show in place of a value.
	...all(['#N/A', '#REF!', '#VALUE!', '#NAME?', '#DIV/0!', '#NULL!', '#NUM!', '#ERROR!', '#SPILL!', '#CALC!', '#GETTING_DATA', ' #N/A ', '#N/A #N/A'], empty),
	...all(['#NV', '#WERT!', '#BEZUG!', '#ZAHL!', '#ÜBERLAUF!', '#VALEUR!', '#NOM?', '#NOMBRE!', '#¡VALOR!', '#¿NOMBRE?', '#N/D', '#¡REF!', '#VALORE!', '#RIF!', '#NOME?', '#VALOR!', '#NÚM!', '#WAARDE!', '#VERW!', '#N/B', '#NAAM?', '#ARG!', '#ЗНАЧ!', '#DEĞER!', '#I/T', '#DIVISION/0!', '#VÄRDEFEL!', '#YOK', '#Н/Д', '#NENÍ_K_DISPOZICI', '#NEDOSTUPNÝ', '#Δ/Υ', '#N/V', '#BRAK', '#ÉPARS!'], empty),
	...all(['Loading...', 'Loading…', 'Wird geladen...', 'Chargement...', 'Загрузка...', 'Yükleniyor...', 'Ładowanie…', '読み込んでいます...', 'Err:502'], empty),
	...all(['#DZIEL/0!', '#ADR!', '#HODNOTA!', '#ZÉRÓOSZTÓ!', '#ССЫЛКА!', '#BAŞV!', '#ΔΙΑΙΡ./0!', '#VERDI!', '#PUUTTUU!', '#VALOARE!', '#BUSY!', '#DATEN_ABRUFEN'], empty),
	...all(['#REF', '#ref!', '#n/a', '# N/A', '#VALEUR !', '#DIV/0'], warned(/says "#/)),
	// A hashtag, or an error in a language that is not known.
	...all(['#SALE!', '#OK!', '#JETZT?', '#SALE! #WOW!'], warned(/says "#/)),
	// An expression or a placeholder that nobody has filled.
	...all(['{{ $json.name }}', 'Hello {{ $json.name }}', '{{first_name}}', '{{{name}}}', '{{1}}', '$json.name'], empty),
	// A placeholder of another system that nobody has filled, in a name or among words.
	...all(['*|FNAME|*', 'Hi *|FNAME:there|*', '[[name]]', '[[ first name ]]', '%NAME%', '%%FirstName%%', 'Hi %first_name%,', '{name}', 'Hi {first_name}', '{0}', '<%= user.name %>', '<% name %>', '{% name %}', '{{#name}}', '<<name>>', '<first_name>', '[First Name]', '[Your Name]', '#{name}', 'Hi ##NAME##', '%s', '{Hi|Hello} Ada', '{!Contact.Name}', '{$name}', '<?= $name ?>', '%%=v(@name)=%%', '[FIRST_NAME]', '<FNAME>', 'Hi *|IF:VIP|*'], warned(/says "/)),
	...asTheyAre('50%', '10%-20%', '5 % and 10 %', 'https://example.com/%C3%BCber%20uns', 'a%20b%20c', '{"a":1}', ':-{', '[1]', '[OK]', 'a < b > c', '<3', '1 << 2', '| Ada |', '**Ada**', '*Ada*', '_Ada_', '# Ada', '100 % sure', '%', '%%', '{}x', '« Ada »', 'A|B', 'C# {;}', '[sic]', '<b>Ada</b>', '2 % + 3 %', 'rock%roll'),
	// What the platform refuses.
	['first line\nsecond line', warned(/'body\.value' has a line break/)],
	['first\r\nsecond', warned(/has a line break/)],
	['a\tb', warned(/has a tab/)],
	['a     b', warned(/has more than four blanks/)],
	...asTheyAre('a    b'),
	['x'.repeat(1100), warned(/body has 1,10\d characters, and the platform takes 1,024/)],
];

/** A text or question as somebody writes it into the node, and the item that it is filled from. */
export type TextCell = readonly [written: string, fields: IDataObject, text: End, question?: End];

const gives = (expression: string, what = 'nothing'): End => refused(new RegExp(`^'(Text|Question)': ${expression.replace(/[$.{}|()?[\]*+"']/g, '\\$&')} gives ${what}`));
const id = '{{ $json.id }}';

export const textCells: readonly TextCell[] = [
	['=Order {{ $json.id }}', { id: 7 }, leaves('Order 7')],
	['=Order {{ $json.id }}', {}, gives(id)],
	['=Order {{ $json.id }}', { id: null }, gives(id)],
	['=Order {{ $json.id }}', { id: 'undefined' }, gives(id, '"undefined"')],
	['=Order {{ $json.id }}', { id: '#NV' }, gives(id, '"#NV"')],
	['=Order {{ $json.id }}', { id: 'Loading...' }, gives(id, '"Loading..."')],
	['=Order {{ $json.id }}', { id: '\u200b' }, gives(id)],
	['=Order {{ $json.id }}', { id: 2 ** 53 }, gives(id, 'a number that cannot be kept exactly')],
	['=Order {{ $json.id }}', { id: {} }, refused(/holds \[object Object\]/)],
	['=Order {{ $json.id }}', { id: '' }, warned(/\{\{ \$json\.id \}\} is empty/), gives(id)],
	['=May I give {{ $json.name }} a discount of {{ $json.discount }} %?', { name: 'Ada', discount: '' }, warned(/discount \}\} is empty/), gives('{{ $json.discount }}')],
	['=May I give {{ $json.name }} a discount of {{ $json.discount }} %?', {}, gives('{{ $json.name }}')],
	['=Dear {{ $json.name || "" }}customer', {}, leaves('Dear customer')],
	['=Total {{ $json.price * 2 }} €', { price: 'x' }, gives('{{ $json.price * 2 }}', 'no number')],
	['=On {{ DateTime.fromISO($json.day).toFormat("dd.MM.") }}', { day: 'soon' }, gives('{{ DateTime.fromISO($json.day).toFormat("dd.MM.") }}', '"Invalid DateTime"')],
	['=On {{ DateTime.fromISO($json.day).toFormat("dd.MM.") }}', { day: '2026-11-24' }, leaves('On 24.11.')],
	['=On {{ new Date($json.day) }}', { day: 'soon' }, gives('{{ new Date($json.day) }}')],
	['={{ "Order " + $json.id }}', {}, gives('{{ "Order " + $json.id }}', '"Order undefined"')],
	['={{ $json.text }}', { text: 'Hello' }, leaves('Hello')],
	['={{ $json.text }}', { text: 'null' }, gives('{{ $json.text }}', '"null"')],
	['={{ $json.text }}', { text: '\u2800' }, refused(/gives nothing|is empty/)],
	['={{ $json.text }}', { text: 'Cannot read properties of undefined' }, warned(/says "undefined"/), warned(/says "undefined"/)],
	['={{ $json.text }}', { text: 'Hello {{first_name}}, your code' }, gives('{{ $json.text }}', '"Hello {{first_name}}')],
	['={{ $json.text }}', { text: 'x'.repeat(4097) }, warned(/'Text' has 4,097 characters, and the platform takes 4,096/), warned(/characters, and the platform takes 4,096/)],
	['Hello {{ $json.name }}', { name: 'Ada' }, refused(/^'(Text|Question)' is "Hello \{\{ \$json\.name \}\}"/)],
	['Hi *|FNAME|*, your order', {}, warned(/^'(Text|Question)' says "\*\|FNAME\|\*"$/), warned(/^'(Text|Question)' says "\*\|FNAME\|\*"$/)],
	['=Hi {{ $json.name }}', { name: '[[name]]' }, warned(/says "\[\[name\]\]"/), warned(/says "\[\[name\]\]"/)],
	['This offer is null and void', {}, warned(/says "null"/), warned(/says "null"/)],
	['null', {}, warned(/says "null"/), warned(/says "null"/)],
	['Our brand Undefined, #1 in town', {}, leaves('Our brand Undefined, #1 in town')],
	['\u200b', {}, refused(/nothing that can be seen|is empty/)],
	['Line one\nLine two', {}, leaves('Line one\nLine two')],
];
