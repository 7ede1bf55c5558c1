import { Expression } from 'n8n-workflow';

/** Has n8n work out expressions with the engine that it starts with, which is not the one that its library starts with. */
export async function useVmEngine(): Promise<void> {
	await Expression.initExpressionEngine({
		engine: 'vm',
		poolSize: 1,
		maxCodeCacheSize: 1024,
		bridgeTimeout: 5_000,
		bridgeMemoryLimit: 128,
	});
	if (Expression.getActiveImplementation() !== 'vm') throw new Error('n8n did not take the engine');
}

export const stopVmEngine = async (): Promise<void> => await Expression.disposeExpressionEngine();
