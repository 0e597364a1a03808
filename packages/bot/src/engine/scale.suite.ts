/** `npm test` leaves it unset, `npm run test:all` and `npm run faults` set it. */
const tier = process.env.TRIQUAD_SCALE;

/** True in `npm run faults`, at full length. */
export const isFullScale = tier === 'faults';

/** The size of a test in `npm test`, in `npm run test:all` and in `npm run faults`. */
export const scaled = (quick: number, all: number, full: number): number => {
  if (isFullScale) return full;
  return tier === 'all' ? all : quick;
};

/** Ends the turn: a long test on a virtual clock would otherwise hold the event loop. */
export const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Processor time of this thread so far, in ms. */
export const worked = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};
