/** Measures one section in the Node.js that n8n runs on. */
import { shutDownOnSignals } from '../../scripts/n8n/shutdown.mts';
import type { SectionName } from '../options.mts';
import type { SectionResult } from '../result.mts';
import { sections } from '../sections/sections.mts';
import type { SectionSettings } from '../sections/settings.mts';
import { answer } from './answer.mts';

export interface SectionOrder extends Omit<SectionSettings, 'log'> {
	readonly section: SectionName;
}

const log = (line: string) => void process.stderr.write(`${line}\n`);

// The n8n of the webhooks section ends with this program.
shutDownOnSignals(() => undefined);

answer<SectionOrder, SectionResult>(({ section, ...settings }) => sections[section]({ ...settings, log }));
