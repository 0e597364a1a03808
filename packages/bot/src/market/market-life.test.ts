import fc from 'fast-check';
import { expect, test } from 'vitest';
import { elapsedOf } from '../model/moment.ts';
import { listed, liveOn, type MarketLife, type MarketSign, mayAsk } from './market-life.ts';

const minute = 60_000;
type Step = readonly [afterMs: number, sign: MarketSign];
const refused: MarketSign = { type: 'refused', reason: 'not like this' };
const wrong: MarketSign = { type: 'wrong', reason: 'its best bid is 1' };
const unknown: MarketSign = { type: 'unknown', reason: 'no such market' };
const halted: MarketSign = { type: 'halted', reason: 'reported as halted' };
const [resumed, relisted, waited] = (['resumed', 'listed', 'waited'] as const).map((type): MarketSign => ({ type }));
const lived = (steps: readonly Step[]): MarketLife => {
  let [life, at] = [listed, 0];
  for (const [afterMs, sign] of steps) {
    at += afterMs;
    life = liveOn(life, sign, elapsedOf(at));
  }
  return life;
};

test.each<[string, readonly Step[], string | null]>([
  ['a listed market is used', [[0, waited as MarketSign]], null],
  [
    'two refusals within a minute keep it in use',
    [
      [0, refused],
      [1_000, refused],
    ],
    null,
  ],
  [
    'a third one excludes it',
    [
      [0, refused],
      [1_000, refused],
      [1_000, refused],
    ],
    'not like this',
  ],
  [
    'a third one after a minute does not',
    [
      [0, refused],
      [1_000, refused],
      [minute, refused],
    ],
    null,
  ],
  ['a book that is wrong once keeps it in use', [[0, wrong]], null],
  [
    'a book that is wrong again within ten minutes excludes it',
    [
      [0, wrong],
      [10 * minute, wrong],
    ],
    'its book was wrong twice within 10 min: its best bid is 1',
  ],
  [
    'one that is wrong later does not',
    [
      [0, wrong],
      [10 * minute + 1, wrong],
    ],
    null,
  ],
  ['a market that is not known is excluded at once', [[0, unknown]], 'no such market'],
  [
    'it is back after ten minutes',
    [
      [0, unknown],
      [10 * minute, waited as MarketSign],
    ],
    null,
  ],
  [
    'it is back once it is listed',
    [
      [0, unknown],
      [1, relisted as MarketSign],
    ],
    null,
  ],
  [
    'a report that it trades brings back nothing that was not halted',
    [
      [0, unknown],
      [1, resumed as MarketSign],
    ],
    'no such market',
  ],
  [
    'a halted market does not come back by itself',
    [
      [0, halted],
      [24 * 60 * minute, waited as MarketSign],
    ],
    'reported as halted',
  ],
  [
    'a halted market does not come back by a list',
    [
      [0, halted],
      [1, relisted as MarketSign],
    ],
    'reported as halted',
  ],
  [
    'a halted market is back once it is reported to trade',
    [
      [0, halted],
      [1, resumed as MarketSign],
    ],
    null,
  ],
  [
    'a halt of an excluded market outlives its exclusion',
    [
      [0, unknown],
      [1, halted],
      [10 * minute, waited as MarketSign],
    ],
    'no such market',
  ],
])('%s', (_, steps, reason) => {
  expect(lived(steps).exclusion?.reason ?? null).toBe(reason);
});

test('each exclusion soon after the last one is twice as long, up to six hours', () => {
  let [life, at] = [listed, 0];
  const lengths = Array.from({ length: 8 }, () => {
    life = liveOn(life, unknown, elapsedOf(at));
    const forMs = life.exclusion?.forMs ?? 0;
    at += forMs;
    life = liveOn(life, { type: 'waited' }, elapsedOf(at));
    return forMs / minute;
  });
  expect(lengths).toEqual([10, 20, 40, 80, 160, 320, 360, 360]);
  expect(liveOn(life, unknown, elapsedOf(at + 361 * minute)).exclusion?.forMs).toBe(10 * minute);
});

test('questions in vain are asked after 1, 2, 4 … 60 s, and at once after an answer', () => {
  let life = listed;
  const pauses = Array.from({ length: 8 }, () => {
    life = liveOn(life, { type: 'unanswered' }, elapsedOf(0));
    return (life.question?.pauseMs ?? 0) / 1000;
  });
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  expect([mayAsk(life, elapsedOf(59_999)), mayAsk(life, elapsedOf(60_000))]).toEqual([false, true]);
  expect(mayAsk(liveOn(life, { type: 'answered' }, elapsedOf(1)), elapsedOf(1))).toBe(true);
});

const signs: readonly MarketSign[] = [
  ...[refused, wrong, unknown, halted],
  ...(['resumed', 'listed', 'answered', 'unanswered', 'waited'] as const).map((type): MarketSign => ({ type })),
];

test('whatever comes, an excluded market is one with a reason and an end, and a halted one waits for its exchange', () => {
  const step = fc.tuple(fc.integer({ min: 0, max: 400 * minute }), fc.constantFrom(...signs));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let [at, life] = [0, listed];
      for (const [afterMs, sign] of steps) {
        at += afterMs;
        const before = life;
        life = liveOn(before, sign, elapsedOf(at));
        const { exclusion } = life;
        if (before.exclusion?.isHalted === true && sign.type !== 'resumed') expect(exclusion).not.toBeNull();
        if (exclusion === null) continue;
        expect(exclusion.reason).not.toBe('');
        expect(exclusion.forMs).toBeGreaterThanOrEqual(10 * minute);
        expect(exclusion.forMs).toBeLessThanOrEqual(360 * minute);
        const end = liveOn(life, { type: 'waited' }, exclusion.until);
        expect(end.exclusion === null).toBe(!exclusion.isHalted);
      }
    }),
  );
});
