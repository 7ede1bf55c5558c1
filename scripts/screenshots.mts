/** `npm run screenshots`: makes the pictures of the documents again, in a real n8n and the sandbox. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repository } from './n8n/ourPackage.mts';
import { runToEnd } from './n8n/shutdown.mts';
import { pictures } from './screenshots/pictures.mts';
import { setStage } from './screenshots/stage.mts';

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function makePictures(): Promise<void> {
	const folder = join(repository, 'docs', 'images');
	await mkdir(folder, { recursive: true });
	const stage = await setStage(say);
	for (const [name, make] of Object.entries(pictures)) {
		const picture = await make(stage);
		await writeFile(join(folder, `${name}.png`), picture);
		say(`docs/images/${name}.png  ${String(Math.round(picture.length / 1000))} kB`);
	}
}

await runToEnd(makePictures, say);
