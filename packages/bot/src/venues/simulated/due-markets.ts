/** Which markets are due in each of the next steps: a calendar queue of bits, so that no step looks at the markets that rest. */
export type DueMarkets = {
  /** `step`: the next one or later, by no more than the longest rest. A market may be due in several. */
  add(step: number, market: number): void;
  /** Takes the markets that are due in a step, in the order of their numbers, into a list; how many there are. */
  take(step: number, into: Int32Array): number;
};

/** Creates it for markets from 0 to `count` - 1 which rest for `longest` steps at most. Every step is to be taken, one after the other. */
export const createDueMarkets = (count: number, longest: number): DueMarkets => {
  const words = Math.ceil(count / 32);
  const ring = 2 ** Math.ceil(Math.log2(longest + 2));
  const bits = new Int32Array(ring * words);
  const firstOf = (step: number): number => (step & (ring - 1)) * words;
  return {
    add: (step, market) => {
      const at = firstOf(step) + (market >> 5);
      bits[at] = (bits[at] as number) | (1 << (market & 31));
    },
    take: (step, into) => {
      let found = 0;
      const first = firstOf(step);
      for (let word = 0; word < words; word++) {
        let left = bits[first + word] as number;
        bits[first + word] = 0;
        for (; left !== 0; left &= left - 1) into[found++] = 32 * word + 31 - Math.clz32(left & -left);
      }
      return found;
    },
  };
};
