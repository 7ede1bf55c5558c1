import { isObject, type JsonObject } from '../json';

/*
 * JSON as deep as can be read: walked with a list of what is to be done yet, since functions that
 * call themselves end where the parser has just not.
 */

/** Whether anything in a JSON value that is no list and no object is of a kind. */
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

/** A copy of an object with other leaves; its keys and their order stay. */
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
			// By assignment the key `__proto__` would be none.
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
