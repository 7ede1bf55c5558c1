import { randomBytes } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { serviceNames } from '../../sandbox/forms/serviceName.ts';
import { repository } from '../n8n/ourPackage.mts';
import { makePrivateFolder } from '../n8n/privateFolder.mts';

/** Everything that `npm start` keeps between two starts, for its owner's eyes; git ignores it. */
const dataFolder = join(repository, '.local', 'start');

/** The instance's own folder: database, key, installed package, log. */
export const userFolder = join(dataFolder, 'n8n');

export const stateFile = join(dataFolder, 'state.json');

const newSecret = () => randomBytes(24).toString('hex');

const stateShape = z.object({
	email: z.string(),
	password: z.string(),
	webhookSecret: z.string(),
	/** What a service is told when it asks a webhook URL first. An earlier version's state has none. */
	verifyToken: z.string().default(newSecret),
	/** The credential in n8n, once it is made. */
	credentialId: z.string().optional(),
	/** The service that the credential is for. An earlier version's is for the first. */
	service: z.enum(serviceNames).default('document'),
	/** The container image that n8n ran from; none if it came from npm. */
	image: z.string().optional(),
	/** Ids of the examples that were imported; a person's edits to them stay. */
	imported: z.array(z.string()),
	/** Fingerprint of the example files at the time. */
	examples: z.string().optional(),
	/** The whole address of the last start's page; a start that still runs answers there. */
	page: z.string().optional(),
});

export type State = z.infer<typeof stateShape>;

/** What the last start left, or the beginnings of a first one. @throws when the file can't be read as such */
export async function loadState(): Promise<State> {
	const text = await readFile(stateFile, 'utf8').catch(() => undefined);
	if (text === undefined) return stateShape.parse({ email: 'owner@example.com', password: newPassword(), webhookSecret: newSecret(), imported: [] });
	try {
		return stateShape.parse(JSON.parse(text));
	} catch {
		throw new Error(`${stateFile} can't be read. "npm start -- --reset" begins anew.`);
	}
}

/**
 * Keeps in the state where n8n comes from: an image, or npm without one.
 * @throws when the data are of another n8n, which this one may not read
 */
export function keepImage(state: State, image: string | undefined): void {
	if (state.imported.length > 0 && state.image !== image) {
		const from = (one: string | undefined) => (one === undefined ? 'npm' : `the image ${one}`);
		throw new Error(`Earlier starts had an n8n from ${from(state.image)}, whose data one from ${from(image)} may not read. To begin anew with that, add --reset.`);
	}
	if (image === undefined) delete state.image;
	else state.image = image;
}

/** Keeps the state for the next start, readable by its owner only. */
export async function saveState(state: State): Promise<void> {
	await makePrivateFolder(dataFolder);
	const unfinished = `${stateFile}.unfinished`;
	await writeFile(unfinished, `${JSON.stringify(state, null, '\t')}\n`, { mode: 0o600 });
	await rename(unfinished, stateFile);
}

export async function forgetEverything(): Promise<void> {
	await rm(dataFolder, { recursive: true, force: true, maxRetries: 3 });
}

// n8n asks for eight characters with a capital letter and a digit.
const newPassword = () => `Sandbox-${randomBytes(6).toString('base64url')}-1`;
