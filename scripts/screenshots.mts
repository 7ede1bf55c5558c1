/** `npm run screenshots`: makes the pictures of the documents again, in a real n8n and the sandbox; with words behind it only those whose names begin with one of them. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repository } from './n8n/ourPackage.mts';
import { runToEnd } from './n8n/shutdown.mts';
import { pictures } from './screenshots/pictures.mts';
import { movingPicture } from './screenshots/movingPicture.mts';
import { startInstance } from './screenshots/instance.mts';

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function makePictures(): Promise<void> {
	const folder = join(repository, 'docs', 'images');
	await mkdir(folder, { recursive: true });
	const instance = await startInstance(say);
	const wanted = process.argv.slice(2);
	const files = { ...Object.fromEntries(Object.entries(pictures).map(([name, make]) => [`${name}.png`, make])), 'first-message.gif': movingPicture };
	for (const [file, make] of Object.entries(files)) {
		if (wanted.length > 0 && !wanted.some((start) => file.startsWith(start))) continue;
		const picture = await make(instance);
		await writeFile(join(folder, file), picture);
		say(`docs/images/${file}  ${String(Math.round(picture.length / 1000))} kB`);
	}
}

await runToEnd(makePictures, say);
