import type { Failure } from './failure';

/** The outcome of reading or checking something: a value, or what is wrong with it. */
export type Result<T, E> =
	| { readonly ok: true; readonly value: T }
	| { readonly ok: false; readonly error: E };

export const ok = <T>(value: T): Result<T, never> => ({ ok: true, value });

export const err = <E>(error: E): Result<never, E> => ({ ok: false, error });

/** The value; undefined if something is wrong with it. */
export const valueOf = <T>(read: Result<T, unknown>): T | undefined => (read.ok ? read.value : undefined);

/** Reads one after the other: gives all their values, or the first error, after which nothing is read. */
export function readAll<T extends object>(readers: { readonly [K in keyof T]: () => Result<T[K], Failure> }): Result<T, Failure>;
export function readAll(readers: Readonly<Record<string, () => Result<unknown, Failure>>>): Result<unknown, Failure> {
	const values: Record<string, unknown> = {};
	for (const [name, read] of Object.entries(readers)) {
		const one = read();
		if (!one.ok) return one;
		values[name] = one.value;
	}
	return ok(values);
}
