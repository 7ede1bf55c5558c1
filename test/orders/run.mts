/**
 * All orders in which runs with one Message Key can meet, break and die: `npm run test:orders`, with `-- --all` also what
 * takes longer than CI has. The node is the real one, in n8n's engine; n8n's helper is a stand-in that is compared with
 * n8n's own, its database and the service are played. Not tried here: the trial of the rows before the first message of a
 * process, cancelled runs, several messages in a run.
 */
import './environment.mts';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { repository } from '../../scripts/n8n/ourPackage.mts';
import { Deduplicator } from '../support/deduplicator.ts';
import { protocols, subjectOf, unchanged } from './broken.mts';
import { Explorer, type Findings, type Scenario } from './explore.mts';
import { beginProcess, identity, node } from './node.mts';
import { callAtRandom, openOwnHelper, RandomTable } from './ownHelper.mts';
import { Runs, type Subject } from './steps.mts';

const all = process.argv.includes('--all');
const print = (line: string) => void process.stdout.write(`${line}\n`);
const written = (count: bigint | number) => count.toLocaleString('en-US');

const open = (subject: Subject) => new Explorer(new Runs(subject), `n:node-1:${identity}`);

const scenario = (contents: string, faults: number): Scenario => ({ contents: [...contents], faults });
const inWords = ({ contents, faults }: Scenario): string =>
	`${String(contents.length)} runs that send ${contents.join(', ')} under one key, with ${faults === 0 ? 'no fault' : `up to ${String(faults)} fault${faults === 1 ? '' : 's'} anywhere`}`;

const tried = [scenario('AAA', 0), scenario('AAB', 0), scenario('ABB', 0), scenario('AA', 1), scenario('AB', 1)];
const triedLong = [scenario('AABB', 0), scenario('AAA', 1), scenario('ABB', 1), scenario('A', 2), scenario('AA', 2), scenario('AB', 2)];

await suite('n8n\'s helper', () => {
	void test('is played as n8n\'s own does it, whatever the order of its statements and whichever of them fail', async () => {
		const table = new RandomTable();
		const [own, played] = [await openOwnHelper(table), new Deduplicator(table)];
		for (let seed = 1; seed <= 1_000; seed++) {
			const right = await callAtRandom(own, table, seed);
			assert.deepEqual(await callAtRandom(played, table, seed), right, `seed ${String(seed)}`);
		}
	});
});

await suite('In every order a message leaves once, and no run says more than is known', async () => {
	const explorer = open(node);
	let [orders, states] = [0n, 0];
	await beginProcess(node);
	for (const one of all ? [...tried, ...triedLong] : tried) {
		void test(inWords(one), async () => {
			const found = await explorer.explore(one);
			assert.equal(found.broken, undefined, traced(found));
			print(`${written(found.orders)} orders in ${written(found.states)} states`);
			if (tried.includes(one)) [orders, states] = [orders + found.orders, states + found.states];
		});
	}
	after(() => {
		const memory = Math.round(process.resourceUsage().maxRSS / 1024);
		print(`Together ${written(orders)} orders in ${written(states)} states, with ${written(explorer.played)} stories of one run each; ${written(memory)} MB`);
	});
	void test('the documents name how many orders there are', () => {
		const page = readFileSync(join(repository, 'docs/run-it-again.md'), 'utf8').replaceAll('\n', ' ');
		assert.ok(page.includes(`${written(orders)} orders`), `${written(orders)} orders`);
	});
});

await suite('What is tried finds a protocol in which', async () => {
	await beginProcess(subjectOf(unchanged));
	void test('nothing is wrong, and nothing is found', async () => {
		for (const one of [scenario('AAB', 0), scenario('A', 1)]) {
			const found = await open(subjectOf(unchanged)).explore(one);
			assert.equal(found.broken, undefined, traced(found));
		}
	});
	for (const protocol of protocols) {
		void test(`there is ${protocol.name}`, async () => {
			const explorer = open(subjectOf(protocol));
			for (const one of [scenario('AA', 0), scenario('ABB', 0), scenario('A', 1), scenario('AA', 1)]) {
				const found = await explorer.explore(one);
				if (found.broken === undefined) continue;
				assert.match(found.broken.what, protocol.breaks);
				print(`With ${protocol.name}: ${traced(found)}`);
				return;
			}
			assert.fail('It was not found');
		});
	}
});

function traced({ broken }: Findings): string {
	return broken === undefined ? '' : `${broken.what}.\n  ${broken.trace.join('\n  ')}`;
}
