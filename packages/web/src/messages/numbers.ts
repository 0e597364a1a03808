import { none } from '@triquad/core';
import { number } from './format.ts';

/** Milliseconds, e.g. `234 ms`. */
export const milliseconds = (value: number | null): string =>
  withUnit(number(value, { digits: value !== null && value < 10 ? 1 : 0 }), 'ms');
/** Seconds, e.g. `0.23 s`. */
export const seconds = (value: number | null): string => withUnit(number(value, { digits: 2 }), 's');
const withUnit = (text: string, unit: string): string => (text === none ? none : `${text} ${unit}`);

/** The class of a gain or a loss; the text has the sign. */
export const tone = (value: number | null): string =>
  value === null || value === 0 ? '' : value > 0 ? 'gain' : 'loss';

/** The last eight characters: the first ones of a UUIDv7 are its time and often equal. */
export const shortId = (id: string): string => (id.length > 10 ? `…${id.slice(-8)}` : id);
