/** How long an update takes, over the last thousand. */
export type Latency = {
  add(ms: number): void;
  /** In microseconds, null before the first; `share` 0.5 is the median. */
  quantile(share: number): number | null;
};

const room = 1024;

export const createLatency = (): Latency => {
  const samples = new Float64Array(room);
  let count = 0;
  return {
    add: (ms) => {
      samples[count++ % room] = ms * 1000;
    },
    quantile: (share) => {
      const filled = Math.min(count, room);
      if (filled === 0) return null;
      const sorted = samples.slice(0, filled).sort();
      return sorted[Math.min(filled - 1, Math.floor(share * filled))] ?? null;
    },
  };
};
