import type { LevelUpdates } from '../../model/levels.ts';
import { decimalOf, isObject, type Json, parsed, wholeOf } from './json.ts';

/** The fields of an answer; none where it is no object. */
export const fieldsOf = (text: string): Json => {
  const answer = parsed(text);
  return isObject(answer) ? answer : {};
};

/** A moment in ms since 1970. @throws Error where it is none. */
export const timeIn = (value: unknown): number => {
  const time = wholeOf(value);
  if (!(time > 0)) throw new Error('answers a time that cannot be read');
  return time;
};

/** The number of the last update of a book. @throws Error where it is none. */
export const numberIn = (value: unknown): number => {
  const number = wholeOf(typeof value === 'string' ? Number(value) : value);
  if (!(number > 0)) throw new Error('answers a book without a number');
  return number;
};

/** Of levels as objects those as pairs; what has another form stays. */
export const pairsOf = (side: unknown): unknown =>
  Array.isArray(side) ? side.map((level) => (isObject(level) ? [level.price, level.size] : level)) : side;

/** Both sides of a book, best first. @throws Error where one cannot be read. */
export const booksIn = ({ bids, asks }: Json) => ({ bids: sideIn(bids), asks: sideIn(asks) });

const sideIn = (side: unknown): LevelUpdates => {
  if (!Array.isArray(side)) throw new Error('answers a book that cannot be read');
  return side.map((level) => {
    const [price, size] = Array.isArray(level) ? [decimalOf(level[0]), decimalOf(level[1])] : [];
    if (!(price !== undefined && price > 0 && size !== undefined && size > 0))
      throw new Error('answers a book that cannot be read');
    return [price, size] as const;
  });
};
