import { test } from 'node:test';
import { ensureInstalled } from '../../scripts/n8n/installation.mts';
import { repository } from '../../scripts/n8n/ourPackage.mts';
import { compareExpressions, folderOf } from '../expressions/compareIn.mts';

/** `npm run test:expressions` tries more. The n8n of a container can't be loaded: then it is that of the tests. */
export function expressionEngineTests(): void {
	void test("a plain field gives what n8n makes of it under the expression engine that n8n starts with", async () => {
		const installation = await ensureInstalled(() => {});
		await compareExpressions(installation.node, folderOf(installation) ?? repository, 'vm', 50);
	});
}
