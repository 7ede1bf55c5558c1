/*
 * How much of a list is read, over all its pages: n8n's memory belongs to every execution. Meta allows an account 6,000
 * templates, and a record with its components has 1 to 5 kB: 30 MB at most.
 */

export const mostRecords = 100_000;

export const mostMegabytes = 50;

/** A list or an object takes some 60 bytes in memory, however short it is written: 50 MB of `{}` would take more than 1 GB. */
const bytesOfEach = 60;

/** What may still be read. Lists that are kept together share one. */
export interface ListRoom {
	records: number;
	bytes: number;
}

export const newRoom = (): ListRoom => ({ records: mostRecords, bytes: mostMegabytes * 1_000_000 });

/** Takes room for records. Gives whether there was enough. */
export function takeRecords(room: ListRoom, count: number): boolean {
	room.records -= count;
	return room.records >= 0;
}

/** Takes the room that the JSON of a page needs in memory. Gives whether there was enough. */
export function takeText(room: ListRoom, json: string): boolean {
	room.bytes -= Buffer.byteLength(json);
	for (let at = 0; at < json.length && room.bytes >= 0; at++) if (json[at] === '{' || json[at] === '[') room.bytes -= bytesOfEach;
	return room.bytes >= 0;
}
