import type { RawLevels } from '../../../model/feed-event.ts';

/** Levels a side that its checksums are over. */
export const checkedDepth = 10;

/** Of each byte, as CRC-32 of IEEE 802.3 divides it. */
const remainders = Int32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = (rest & 1) === 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
  return rest;
});

/** Kraken's checksum of a book: CRC-32 of the digits of its best ten asks, then bids, as they are written, without dots and zeros in front. */
export const krakenChecksum = (bids: RawLevels, asks: RawLevels): number => {
  let sum = -1;
  for (const side of [asks, bids])
    for (const level of side.slice(0, checkedDepth)) for (const value of level) sum = addDigits(sum, value);
  return ~sum >>> 0;
};

const [zero, dot] = [0x30, 0x2e];

const addDigits = (before: number, value: string): number => {
  let sum = before;
  let isInFront = true;
  for (let at = 0; at < value.length; at++) {
    const digit = value.charCodeAt(at);
    isInFront &&= digit === zero || digit === dot;
    if (isInFront || digit === dot) continue;
    sum = (remainders[(sum ^ digit) & 0xff] as number) ^ (sum >>> 8);
  }
  return sum;
};
