/** An object of JSON of which nothing is known yet. */
export type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of a text that is JSON; undefined of one that is not. */
export const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** A number at least 0 that is written as a string of digits, with a point or without: the double nearest to it; else NaN. */
export const decimalOf = (value: unknown): number =>
  typeof value === 'string' && value.length <= 60 && /^\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN;

/** A whole number at least 0 that a double holds exactly; else NaN. */
export const wholeOf = (value: unknown): number =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : Number.NaN;
