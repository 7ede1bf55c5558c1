/*
 * What spreadsheets show in place of a value. Excel writes its errors in the language of its user. A hashtag or a code such as
 * #SALE! looks the same, so that only these words count.
 */

/** Between a number sign and a mark, by language; the first are those of most languages and of other spreadsheets. */
const words = [
	'NULL|DIV/0|VALUE|REF|NAME|NUM|N/A|ERROR|SPILL|CALC|FIELD|BLOCKED|CONNECT|BUSY|UNKNOWN|EXTERNAL|PYTHON|TIMEOUT|CYCLE|DATA',
	'WERT|BEZUG|ZAHL|ÜBERLAUF|KALK|FELD|BLOCKIERT|UNBEKANNT|VERBINDEN|VERBINDUNG|BESETZT', // German
	'VALEUR|NOM|NOMBRE|NUL|PROPAGATION|[EÉ]PARS|CHAMP|BLOQU[EÉ]|INCONNU|OCCUP[EÉ]', // French
	'VALOR|NULO|N[UÚ]M|DESBORDAMIENTO|CAMPO|BLOQUEADO|DESCONOCIDO|CONECTAR|OCUPADO|DESPEJAR|EXCEDENTE|DESCONHECIDO', // Spanish, Portuguese
	'VALORE|RIF|NOME|NULLO|ESPANSIONE|BLOCCATO|SCONOSCIUTO|CONNETTI', // Italian
	'WAARDE|VERW|NAAM|GETAL|LEEG|DEEL/0|OVERLOOP|BEREKEN|VELD|GEBLOKKEERD|ONBEKEND', // Dutch
	'VÄRDEFEL|REFERENS|NAMN|OGILTIGT|SKÄRNING|SAKNAS|DIVISION/0|VÆRDI|REFERENCE|NAVN|OVERLØB|VERDI|OVERFLYT', // Swedish, Danish, Norwegian
	'ARVO|VIITTAUS|NIMI|LUKU|TYHJÄ|PUUTTUU|JAKO/0', // Finnish
	'ARG|ADR|NAZWA|LICZBA|ZERO|PUSTE|DZIEL/0|ROZLANIE', // Polish
	'HODNOTA|ODKAZ|NÁZEV|NÁZOV|ČÍSLO|DĚLENÍ_NULOU|DELENIE_?NULOU|NEPLATNÝ|PŘESAH|PRESAH', // Czech, Slovak
	'ÉRTÉK|HIV|NÉV|SZÁM|NULLA|ZÉRÓOSZTÓ|KIBONTÁS', // Hungarian
	'ЗНАЧ|ССЫЛКА|ИМЯ|ЧИСЛО|ПУСТО|ДЕЛ/0|ПЕРЕНОС|ВЫЧИСЛ|ПОЛЕ|НЕИЗВЕСТНО|ЗАБЛОКИРОВАНО|ПОСИЛ|ДІЛ/0', // Russian, Ukrainian
	'DEĞER|BAŞV|AD|SAYI|BOŞ|SAYI/0|TAŞMA|HESAPLA', // Turkish
	'ΤΙΜΗ|ΑΝΑΦ|ΟΝΟΜΑ|ΑΡΙΘ|ΚΕΝΟ|ΔΙΑΙΡ\\.?/0', // Greek
	'VRIJ|VRIJEDNOST|NAZIV|BROJ|DIJ/0|VREDN|SKLIC|IME|ŠTEV|NIČ|DEL/0|VALOARE|NUME', // Croatian, Slovenian, Romanian
	'スピル|溢出',
].join('|');

/** Without a mark: no value, and a value that is still to come. */
const unmarked = [
	'N/[ABDV]|NV|I/T|YOK|Н/Д|Δ/Υ|BRAK|HIÁNYZIK|NENÍ_K_DISPOZICI|NEDOSTUPN[ÝÉ]',
	'GETTING_DATA|DATEN_ABRUFEN|OBTENTION_DONN[EÉ]ES|OBTENIENDO_DATOS|RECUPERO_DATI|OBTENDO_DADOS|GEGEVENS_OPHALEN|HÄMTAR_DATA|HENTER_DATA|ПОЛУЧЕНИЕ_ДАННЫХ',
].join('|');

/** The source of an expression for an error, with the flag `u`. */
export const spreadsheetError = `#[¡¿]?(?:${words})[!?]|#(?:${unmarked})(?![\\p{L}\\p{N}])|(?<![\\p{L}\\p{N}])Err:\\d{3}(?!\\d)`;

/** What could be one in another language or in another spelling, as all of a text. It may also be a hashtag. */
export const errorsAlike = [
	/^(?:#[¡¿]?[\p{Lu}\p{Lo}][\p{Lu}\p{Lo}_./0]*\s?[!?]\s*)+$/u,
	/^#\s?(?:n\/a|n\/d|ref|value|name|div\/0|null|num|error|wert|bezug|zahl|valeur|nom)\s?[!?]?$/i,
];
