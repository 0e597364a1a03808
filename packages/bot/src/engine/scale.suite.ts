/** `npm test` leaves it unset, `npm run test:all` and `npm run faults` set it. */
const tier = process.env.TRIQUAD_SCALE;

/** Whether the fault tests run at full length. */
export const isFullScale = tier === 'faults';

/** The size of a test in `npm test`, in `npm run test:all` and in `npm run faults`. */
export const scaled = (quick: number, all: number, full: number): number => {
  if (isFullScale) return full;
  return tier === 'all' ? all : quick;
};

/** Lets the process do what else waits: a long test on a virtual clock never leaves its turn by itself. */
export const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** How long this thread has worked so far, in ms: a figure in which nothing is that the machine does beside it. */
export const worked = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** How much longer a core takes now than one that does nothing else: what a little work takes, by its own time. */
export const slowness = (): number => {
  const [began, before] = [performance.now(), worked()];
  while (worked() - before < 50) JSON.stringify(process.versions);
  return Math.max(1, (performance.now() - began) / (worked() - before));
};
