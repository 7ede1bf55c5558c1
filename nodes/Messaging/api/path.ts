import { type Failure, invalidInput } from '../result/failure';
import { err, ok, type Result } from '../result/result';
import { isPathPart } from './serviceAddress';

/*
 * Paths below the base URL. Some services have IDs inside of them: templates below a sending number, uploads below a
 * template. Such a part is written `{phone_number_id}`, or `:phone_number_id` as much documentation writes it.
 */

/** The IDs that a path can hold, with the field that gives each. */
const idLabels = { phone_number_id: 'Sending Number', template_id: 'Template ID' } as const;

export type PathId = keyof typeof idLabels;

/** The IDs for a path; one that is not known is undefined. */
export type PathIds = Readonly<Partial<Record<PathId, string | undefined>>>;

const ids = Object.keys(idLabels) as PathId[];

const written = (id: PathId): string => `{${id}}`;

/** A part that stands for an ID. */
const idPart = /^(?:\{([^{}]*)\}|:(.+))$/;

/** Not allowed in a path, since it could lead out of the base URL: encoded characters, and `.` or `..` as a folder. */
const outsidePath = /[^\w.~!$&'()*+,=:@/-]|(^|\/)\.\.?(\/|$)/;

/**
 * Reads a path that a user entered. The result begins with one slash, and IDs are written `{phone_number_id}` in it.
 * @param label the label of its field
 * @param held the IDs that it can hold
 */
export function readPath(label: string, value: string, held: readonly PathId[]): Result<string, Failure> {
	const parts = value.trim().replace(/^\/+/, '').split('/');
	const named = parts.map((part) => {
		const [, inBraces, afterColon] = idPart.exec(part) ?? [];
		const name = inBraces ?? afterColon;
		return name === undefined ? { part } : { part, name, id: held.find((id) => plain(id) === plain(name)) };
	});
	const unknown = named.find(({ name, id }) => name !== undefined && id === undefined);
	if (unknown !== undefined) return err(unknownId(label, unknown.part, held));
	if (outsidePath.test(named.filter(({ id }) => id === undefined).map(({ part }) => part).join('/'))) return err(noPath(label));
	return ok(`/${named.map(({ part, id }) => (id === undefined ? part : written(id))).join('/')}`);
}

/** A name in any of the usual spellings: `phoneNumberId`, `phone-number-id`. */
const plain = (name: string): string => name.toLowerCase().replace(/[\s_-]/g, '');

const noPath = (label: string): Failure =>
	invalidInput(
		`'${label}' in the Messaging API credential is not a path below the Base URL`,
		"Open the credential and give a path such as /v1/messaging/templates: plain letters, digits and dashes between slashes, without '..', '%', '?' and '#'.",
	);

function unknownId(label: string, part: string, held: readonly PathId[]): Failure {
	const can = held.length === 0 ? 'no ID' : `only ${held.map((id) => `${written(id)} (the ID of the ${id === 'template_id' ? 'template' : 'sending number'})`).join(' and ')}`;
	return invalidInput(
		`'${label}' in the Messaging API credential holds ${part}, which this node cannot fill in`,
		`This path can hold ${can}. Open the credential, and write anything else as it is in your account.`,
	);
}

export const holdsId = (path: string, id: PathId): boolean => path.split('/').includes(written(id));

/** Fills the IDs into a path, each as one encoded part. An ID that is missing, or could lead elsewhere, is refused by the name of its field. */
export function fillPath(path: string, given: PathIds): Result<string, Failure> {
	let filled = path;
	for (const id of ids) {
		if (!holdsId(path, id)) continue;
		const value = given[id]?.trim() ?? '';
		if (value === '') return err(missing[id]);
		if (!isPathPart(value)) return err(invalidInput(`'${idLabels[id]}' cannot be used in an address`, 'Give the ID as the service shows it.'));
		filled = filled.split('/').map((part) => (part === written(id) ? encodeURIComponent(value) : part)).join('/');
	}
	return ok(filled);
}

const missing: Readonly<Record<PathId, Failure>> = {
	phone_number_id: invalidInput(
		"'Sending Number' is not set",
		"Choose 'Sending Number' first: at this service templates and files belong to a sending number.",
	),
	template_id: invalidInput(
		"'Template ID' is not set",
		'This service stores each file below a template. Give the ID of the template that will show the file: the field id in the output of Template → Get Many.',
	),
};
