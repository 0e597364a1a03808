import type { BotConfig } from '@triquad/core/contract';

/** A setting by its dotted name, e.g. `risk.stop_loss_pct`, in both configurations; empty where one has none. */
export type Difference = { readonly name: string; readonly now: string; readonly other: string };

const own = ['id', 'name', 'version', 'is_active', 'created_at', 'updated_at'];

/** Differences of two configurations without names and dates, in the order of the first. */
export const differencesOf = (now: BotConfig, other: BotConfig): readonly Difference[] => {
  const [before, after] = [flat(now), flat(other)];
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((name) => ({ name, now: before.get(name) ?? '', other: after.get(name) ?? '' }))
    .filter((one) => one.now !== one.other);
};

const flat = (config: BotConfig): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  const add = (name: string, value: unknown): void => {
    if (value === null || value === undefined) return;
    if (Array.isArray(value)) found.set(name, value.map(String).sort().join(', '));
    else if (typeof value === 'object') {
      for (const [key, inner] of Object.entries(value)) add(name === '' ? key : `${name}.${key}`, inner);
    } else found.set(name, String(value));
  };
  add('', Object.fromEntries(Object.entries(config).filter(([key]) => !own.includes(key))));
  return found;
};
