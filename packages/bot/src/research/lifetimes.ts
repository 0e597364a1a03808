/** How long episodes lived, in ms. */
export type Lifetimes = {
  /** `isSeen`: whether its end was seen; else it lived at least so long. */
  add(ms: number, isSeen: boolean): void;
  count(): number;
  /** The shortest time after which at most half were still there; null where more than half outlived all that was seen. */
  median(): number | null;
  /**
   * The share still there after each of the times, by Kaplan and Meier: one whose end was not seen counts until then. Null for times that
   * none was watched for.
   */
  survival(times: readonly number[]): (number | null)[];
};

type Count = { seen: number; unseen: number };

/** Exact to the ms below this; above, to four digits, so that the longest recording has a bounded number of them. */
const exactMs = 10_000;
const digits = 4;

export const createLifetimes = (): Lifetimes => {
  const counts = new Map<number, Count>();
  let count = 0;

  /** The share still there after each time at which some ended, in order of time. */
  const steps = (): { readonly ms: number; readonly share: number }[] => {
    let left = count;
    let share = 1;
    return [...counts]
      .sort(([one], [other]) => one - other)
      .map(([ms, { seen, unseen }]) => {
        share *= 1 - seen / left;
        left -= seen + unseen;
        return { ms, share };
      });
  };

  return {
    add: (ms, isSeen) => {
      const key = ms < exactMs ? ms : Number(ms.toPrecision(digits));
      const at = counts.get(key) ?? { seen: 0, unseen: 0 };
      if (isSeen) at.seen++;
      else at.unseen++;
      counts.set(key, at);
      count++;
    },
    count: () => count,
    median: () => steps().find(({ share }) => share <= 0.5)?.ms ?? null,
    survival: (times) => {
      const all = steps();
      const last = all.at(-1) ?? { ms: 0, share: 1 };
      return times.map((time) => {
        if (time > last.ms) return last.share > 0 ? null : 0;
        return all.findLast(({ ms }) => ms <= time)?.share ?? 1;
      });
    },
  };
};

/** Lifetimes of episodes by a name: their gain, their market, the hour. */
export type LifetimeGroups = {
  add(name: string, ms: number, isSeen: boolean): void;
  /** Those with the most episodes first. */
  all(): readonly { readonly name: string; readonly of: Lifetimes }[];
};

export const createLifetimeGroups = (): LifetimeGroups => {
  const groups = new Map<string, Lifetimes>();
  return {
    add: (name, ms, isSeen) => {
      const of = groups.get(name) ?? createLifetimes();
      groups.set(name, of);
      of.add(ms, isSeen);
    },
    all: () =>
      [...groups]
        .map(([name, of]) => ({ name, of }))
        .sort((one, other) => other.of.count() - one.of.count() || (one.name < other.name ? -1 : 1)),
  };
};
