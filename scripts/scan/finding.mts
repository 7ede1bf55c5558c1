/** One check of the scan; `problem` says what it found, undefined when it passed. */
export interface Finding {
	/** What was checked, with the figures that were measured. */
	readonly check: string;
	readonly problem: string | undefined;
}

/** A finding from a list of complaints: it passed when there are none. */
export const finding = (check: string, complaints: readonly string[]): Finding => ({
	check,
	problem: complaints.length === 0 ? undefined : complaints.join('\n'),
});
