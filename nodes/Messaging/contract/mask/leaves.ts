import { isObject, type JsonObject } from '../json';

/*
 * Walks JSON with a work list: recursion would overflow the stack on JSON that the parser can still read.
 */

/** Whether `isOfKind` is true for any leaf of a JSON value. A leaf is anything but a list or an object. */
export function hasLeaf(value: unknown, isOfKind: (leaf: unknown) => boolean): boolean {
	const open: unknown[] = [value];
	while (open.length > 0) {
		const one = open.pop();
		if (typeof one !== 'object' || one === null) {
			if (isOfKind(one)) return true;
		} else {
			for (const inner of Object.values(one)) open.push(inner);
		}
	}
	return false;
}

/** Copies an object, with each leaf replaced by `leafOf`. Keys and their order stay. */
export function copyObject(object: JsonObject, leafOf: (leaf: unknown) => unknown): JsonObject {
	const open: Array<() => void> = [];
	function copyOf(value: unknown): unknown {
		if (Array.isArray(value)) {
			const list: unknown[] = [];
			open.push(() => {
				for (const one of value) list.push(copyOf(one));
			});
			return list;
		}
		return isObject(value) ? copyOfObject(value) : leafOf(value);
	}
	function copyOfObject(original: JsonObject): JsonObject {
		const copy = {};
		open.push(() => {
			// An assignment to the key `__proto__` would set the prototype instead.
			for (const [key, one] of Object.entries(original)) {
				Object.defineProperty(copy, key, { value: copyOf(one), enumerable: true, writable: true, configurable: true });
			}
		});
		return copy;
	}
	const copy = copyOfObject(object);
	for (let next = open.pop(); next !== undefined; next = open.pop()) next();
	return copy;
}
