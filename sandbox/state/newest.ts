/** A list that keeps the newest of what is added to it, at most so many. */
export function createNewest<T>(most: number) {
	let all: T[] = [];
	return {
		add(one: T): void {
			all.push(one);
			// Cut rarely: each cut copies the whole list.
			if (all.length >= most * 2) all = all.slice(-most);
		},
		/** The oldest first. */
		all: (): readonly T[] => all.slice(-most),
		clear(): void {
			all = [];
		},
	};
}
