import fc from 'fast-check';
import { expect } from 'vitest';
import { scaled } from '../../engine/scale.suite.ts';
import type { Levels } from '../../model/levels.ts';
import type { Frame } from './frame.ts';
import type { FrameReader } from './frame-reader.ts';

export const bytes = (text: string): Buffer => Buffer.from(text);
const pairs = ({ price, size, count }: Readonly<Levels>) =>
  Array.from({ length: count }, (_, at) => [price[at], size[at]]);

/** All that a frame says, in a form that compares. */
export const said = ({ kind, market, first, last, time, bids, asks, checked, control }: Readonly<Frame>) => {
  if (kind === 'unreadable' || kind === 'lost') return { kind };
  if (kind === 'control') return { kind, control };
  if (kind === 'canary') return { kind, time };
  const book = { kind, market, first, last, time, bids: pairs(bids), asks: pairs(asks) };
  return checked ? { ...book, checked } : book;
};

const digits = (least: number, most: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: least, maxLength: most }).map((list) => list.join(''));
/** As an exchange writes prices and sizes; now and then with more digits than an integer of a double holds. */
export const decimal = fc.oneof(
  { weight: 60, arbitrary: fc.tuple(fc.nat(9_999_999), digits(8, 8)).map(([whole, rest]) => `${whole}.${rest}`) },
  { weight: 30, arbitrary: fc.tuple(digits(1, 5), digits(1, 10)).map(([whole, rest]) => `${whole}.${rest}`) },
  {
    weight: 10,
    arbitrary: fc.constantFrom('0.00000000', '0', '0.1', '4.35', '1234567890000.00000000', '0.00000000000001'),
  },
  // Too many digits for one integer of a double.
  { weight: 1, arbitrary: fc.tuple(digits(15, 20), digits(1, 12)).map(([whole, rest]) => `${whole}.${rest}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '90071992.54740991',
      '9007199254740957',
      '9007199254740993',
      '123456789012345678.90000000',
    ),
  },
);
/** A number of an update, or a time. */
export const whole = fc.oneof(
  { weight: 30, arbitrary: fc.nat(10 ** 14) },
  { weight: 30, arbitrary: fc.nat() },
  { weight: 1, arbitrary: fc.maxSafeNat() },
);
export const level = fc.tuple(decimal, decimal);

const damage = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 32, max: 126 }), fc.nat(2)), {
  minLength: 1,
  maxLength: 3,
});

/** Damages messages by a few bytes, and expects of each that it is read as JSON.parse reads it, or not at all. */
export const readsDamagedAlike = (messages: fc.Arbitrary<string>, reader: FrameReader, strict: FrameReader): void => {
  const outcomes = { unreadable: 0, read: 0 };
  fc.assert(
    fc.property(messages, damage, (text, changes) => {
      let damaged = text;
      for (const [place, byte, way] of changes) {
        const at = place % damaged.length;
        const put = way === 2 ? '' : String.fromCharCode(byte);
        damaged = damaged.slice(0, at) + put + damaged.slice(at + (way === 1 ? 0 : 1));
      }
      // A space in front keeps the other reader from reading bytes, and changes nothing of what JSON says.
      const expected = said(strict.read(bytes(` ${damaged}`)));
      expect(said(reader.read(bytes(damaged)))).toEqual(expected);
      outcomes[expected.kind === 'unreadable' || expected.kind === 'lost' ? 'unreadable' : 'read']++;
    }),
    { numRuns: scaled(1_500, 5_000, 5_000) },
  );
  // Of 1,500 about 115 can be read all the same.
  expect(Math.min(outcomes.unreadable, outcomes.read)).toBeGreaterThan(30);
};

/** An object with its fields in any order. */
export const inAnyOrder = (fields: Record<string, unknown>): fc.Arbitrary<Record<string, unknown>> =>
  fc.shuffledSubarray(Object.entries(fields), { minLength: Object.keys(fields).length }).map(Object.fromEntries);
