import type { ImportRequest } from '@triquad/core/contract';

/** The operator's answers about the files. */
export type Said = Omit<ImportRequest, 'files'>;

/** With that field, or without it where nothing is chosen. */
export const saidWith = (
  said: Said,
  field: 'exchange' | 'instruments' | 'join' | 'spread_pct',
  value: string | number,
): Said =>
  Object.fromEntries([
    ...Object.entries(said).filter(([name]) => name !== field),
    ...(value === '' ? [] : [[field, value]]),
  ]);

/** With what a market's name stands for, or without it where nothing is chosen. */
export const meaning = (said: Said, name: string, symbol: string): Said => {
  const others = Object.entries(said.symbols ?? {}).filter(([other]) => other !== name);
  return { ...said, symbols: Object.fromEntries([...others, ...(symbol === '' ? [] : [[name, symbol]])]) };
};
