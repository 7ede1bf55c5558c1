import assert from 'node:assert/strict';

import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { z } from 'zod';

const auditResults = z.object({
	violations: z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) })),
});

/** Nothing is wider than the screen, and axe has nothing to say about labels, roles, names, contrast and more. */
export async function isFine(page: Page): Promise<void> {
	assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
	await page.evaluate(axe.source);
	const { violations } = auditResults.parse(await page.evaluate('axe.run(document)'));
	assert.deepEqual(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 150)}`)), []);
}
