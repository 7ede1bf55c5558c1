/**
 * The other end of `ask`: does the one thing that this program is asked for, sends what came of it
 * and ends.
 */
export function answer<Order, Answer extends object>(work: (order: Order) => Promise<Answer>): void {
	process.once('message', (order: Order) => {
		void work(order).then(
			(result) => process.send?.(result, undefined, undefined, () => process.exit(0)),
			(cause: unknown) => {
				process.stderr.write(`${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}\n`);
				process.exit(1);
			},
		);
	});
}
