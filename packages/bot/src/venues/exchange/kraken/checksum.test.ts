import { expect, test } from 'vitest';
import type { RawLevels } from '../../../model/feed-event.ts';
import { krakenChecksum } from './checksum.ts';

/** The example of Kraken's guide to its checksums. */
const asks: RawLevels = [
  ['45285.2', '0.00100000'],
  ['45286.4', '1.54571953'],
  ['45286.6', '1.54571109'],
  ['45289.6', '1.54560911'],
  ['45290.2', '0.15890660'],
  ['45291.8', '1.54553491'],
  ['45294.7', '0.04454749'],
  ['45296.1', '0.35380000'],
  ['45297.5', '0.09945542'],
  ['45299.5', '0.18772827'],
];
const bids: RawLevels = [
  ['45283.5', '0.10000000'],
  ['45283.4', '1.54582015'],
  ['45282.1', '0.10000000'],
  ['45281.0', '0.10000000'],
  ['45280.3', '1.54592586'],
  ['45279.0', '0.07990000'],
  ['45277.6', '0.03310103'],
  ['45277.5', '0.30000000'],
  ['45277.3', '1.54602737'],
  ['45276.6', '0.15445238'],
];

test('the checksum of a book is that of Kraken’s guide, whatever lies below its ten best levels', () => {
  expect(krakenChecksum(bids, asks)).toBe(3_310_070_434);
  expect(krakenChecksum([...bids, ['1.0', '1.00000000']], [...asks, ['99999.0', '1.00000000']])).toBe(3_310_070_434);
  expect(krakenChecksum(bids.slice(1), asks)).not.toBe(3_310_070_434);
});
