/** Closes after each test what it has opened, the last first. */
export function useClosing(): <T extends { close(): unknown }>(opened: T) => T {
	const all: Array<{ close(): unknown }> = [];
	afterEach(async () => {
		for (const one of all.splice(0).reverse()) await one.close();
	});
	return (opened) => {
		all.push(opened);
		return opened;
	};
}
