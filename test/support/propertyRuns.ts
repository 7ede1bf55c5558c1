declare const shareOfRuns: number;

/** How often a property is tried: as often as is said by `npm run test:scale`, a tenth as often by `npm test`. */
export const runs = (all: number) => ({ numRuns: Math.ceil(all * shareOfRuns) });

/** Whether the tests run as `npm run test:scale`, which may take minutes. */
export const isAtScale = shareOfRuns === 1;
