import { expect, test } from 'vitest';
import { usualKinds } from '../venues/simulated/simulated-dislocations.ts';
import { moveWidth } from '../venues/simulated/simulated-moves.ts';
import { listingsOf } from '../venues/simulated/simulated-universe.ts';
import { movesAhead } from './moves-ahead.ts';
import type { MovesOptions } from './moves-maker.ts';

const exchanges = ['kucoin', 'okx'];
const options: MovesOptions = {
  ...{ seed: 7, exchanges, kinds: usualKinds, from: Date.UTC(2026, 0, 31) },
  watches: exchanges.map((name) => ({
    feed: { venue: name },
    instruments: listingsOf(name).map(({ instrument }) => instrument),
    types: { tri: true, quad: true },
    fundingCurrencies: ['USDT', 'BTC'],
    maxBookAgeMs: 1_500,
    minProfitPct: 0,
  })),
};
const last = 3_000;

/** Reads a market to its end, goes on for a moment, and asks what it showed. */
const read = async (onThread: boolean) => {
  const market = movesAhead(options, last, onThread);
  const steps: string[] = [];
  for (const until of [last, last + 13, last + 25]) {
    while (steps.length < until) {
      const { moves, ends, ...stretch } = await market.next(until);
      for (let step = 0, from = 0; step < stretch.steps; from = moveWidth * (ends[step++] as number))
        steps.push(moves.rows.slice(from, moveWidth * (ends[step] as number)).join());
    }
    expect(steps).toHaveLength(until);
  }
  const showed = await market.end(steps.length);
  market.close();
  return { steps, showed };
};

test('a market that a thread makes ahead is the one that is made as it is asked for', async () => {
  const [ahead, asked] = [await read(true), await read(false)];
  expect(ahead.steps).toEqual(asked.steps);
  expect(ahead.showed).toEqual(asked.showed);
  expect(asked.showed[0]?.nearest.length).toBeGreaterThan(0);
});

test.each([true, false])(
  'a market that is ended early showed what had been read (on a thread: %s)',
  async (onThread) => {
    const early = 700;
    const [whole, short] = [movesAhead(options, last, onThread), movesAhead(options, early, false)];
    await whole.next(last);
    await whole.next(last);
    while ((await short.next(early)).steps > 0);
    expect(await whole.end(early)).toEqual(await short.end(early));
    whole.close();
  },
);

test('who reads a market whose thread fails hears of it', async () => {
  const [watch] = options.watches;
  const market = movesAhead(
    { ...options, watches: watch ? [{ ...watch, types: undefined as never }] : [] },
    last,
    true,
  );
  await expect(market.next(last)).rejects.toThrow(/undefined/);
  await expect(market.end(0)).rejects.toThrow(/undefined/);
  market.close();
});
