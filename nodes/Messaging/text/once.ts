/** Makes a value at the first call, and gives it at every call. */
export function once<T>(make: () => T): () => T {
	let made: { readonly value: T } | undefined;
	return () => (made ??= { value: make() }).value;
}

/** The same for each key. */
export function onceForEach<T>(make: (key: string) => T): (key: string) => T {
	const known = new Map<string, () => T>();
	return (key) => {
		const one = known.get(key) ?? once(() => make(key));
		known.set(key, one);
		return one();
	};
}
