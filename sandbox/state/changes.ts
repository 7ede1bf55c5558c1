type Listener = (conversationId: string | undefined) => void;

export type Changes = ReturnType<typeof createChanges>;

/** Tells who listens which conversations have changed; `undefined` stands for all of them. */
export function createChanges() {
	const listeners = new Set<Listener>();
	return {
		mark(conversationId: string | undefined): void {
			for (const listener of listeners) listener(conversationId);
		},
		/** The returned function stops listening. */
		listen(listener: Listener) {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		},
	};
}
