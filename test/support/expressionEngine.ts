import { Expression } from 'n8n-workflow';

/** Makes n8n evaluate expressions with the engine of a real n8n; its library alone uses another one. */
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
