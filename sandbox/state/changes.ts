/** Tells who listens which conversations have changed; `undefined` stands for all of them. */
export interface Changes {
	mark(conversationId: string | undefined): void;
	/** The returned function stops listening. */
	listen(listener: (conversationId: string | undefined) => void): () => void;
}

export function createChanges(): Changes {
	const listeners = new Set<(conversationId: string | undefined) => void>();
	return {
		mark(conversationId) {
			for (const listener of listeners) listener(conversationId);
		},
		listen(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
}
