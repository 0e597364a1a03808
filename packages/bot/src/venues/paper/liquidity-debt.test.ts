import { BigNumber } from 'bignumber.js';
import { describe, expect, test } from 'vitest';
import { messageOf, type Told, toldOf } from '../../market/message.suite.ts';
import { applyUpdate, createOrderBook, snapshotOf } from '../../market/order-book.ts';
import { createVirtualClock } from '../../model/clock.ts';
import type { Books } from '../../model/exchange.ts';
import type { LevelUpdates } from '../../model/levels.ts';
import { answered, request } from '../exchange.suite.ts';
import { allFree } from '../file-venue.suite.ts';
import { scriptedFeed } from '../scripted.suite.ts';
import { seededRandom } from '../simulated/simulated-random.ts';
import { createPaperExchange } from './paper.ts';

const kinds: Record<'snapshots' | 'deltas', Books> = {
  snapshots: { kind: 'whole' },
  deltas: { kind: 'numbered', resync: () => {} },
};

/** A paper exchange whose answers come at once, and what it last showed of BTC/USDT's asks. */
const open = async (books: 'snapshots' | 'deltas' = 'snapshots', isRead = true) => {
  const clock = createVirtualClock(0);
  const feed = scriptedFeed(clock);
  const exchange = createPaperExchange({ ...feed, books: kinds[books] }, clock);
  const order_delay = { median_ms: 0, p99_ms: 0 };
  exchange.account.paper.configure?.({ paper: { exchanges: { kucoin: { order_delay } } } });
  await exchange.market.instruments(1000);
  exchange.account.paper.restore({ balances: { USDT: '100000000', BTC: '1000' }, open: [] });
  // As an engine keeps its books.
  const seen = createOrderBook(kinds[books]);
  if (isRead) exchange.account.paper.readBooks?.((symbol) => snapshotOf('kucoin', symbol, seen));
  let last: Told | undefined;
  exchange.market.subscribe((event) => {
    last = toldOf(event);
    if (event.type === 'BookUpdated') applyUpdate(seen, event);
  });
  let sequence = 0;
  const say = (asks: LevelUpdates, change: { kind?: 'delta' | 'snapshot'; depth?: number } = {}): void => {
    const kind = change.kind ?? 'snapshot';
    const bids: LevelUpdates = kind === 'delta' ? [] : [[40_000, 1]];
    const numbered = books === 'deltas' ? ++sequence : null;
    const moments = { at: clock.now(), received: clock.monotonic() };
    const { depth = Number.POSITIVE_INFINITY } = change;
    feed.say(messageOf({ kind, bids, asks, sequence: numbered, depth, ...moments }));
  };
  const shown = (): unknown => (last?.type === 'BookUpdated' ? last.asks : last);
  const buy = async (quantity: string, price: string): Promise<string> => {
    const placed = exchange.account.place(request({ quantity, price }));
    await clock.advance(0);
    const answer = await placed;
    return answer.kind === 'report' ? answer.report.filled_quantity : answer.kind;
  };
  return { clock, exchange, feed, say, shown, buy };
};

describe('what was taken of a book of many levels stays taken', () => {
  const whole: LevelUpdates = [
    [50_000, 1],
    [50_001, 2],
  ];

  test('however the level changes its size', async () => {
    const { say, shown, buy } = await open();
    say(whole);
    expect(await buy('1', '50000')).toBe('1');
    for (const size of [1, 0.5, 0.999, 1]) {
      say([[50_000, size], ...whole.slice(1)]);
      expect(shown()).toEqual([[50_001, 2]]);
      expect(await buy('0.1', '50000')).toBe('0');
    }
    say([[50_000, 1.25], ...whole.slice(1)]);
    expect(shown()).toEqual([
      [50_000, 0.25],
      [50_001, 2],
    ]);
    expect(await buy('1', '50000')).toBe('0.25');
  });

  test('until its price was absent for a second', async () => {
    const { clock, say, shown, buy } = await open();
    say(whole);
    await buy('1', '50000');
    say(whole.slice(1));
    await clock.advance(999);
    say(whole);
    expect(shown()).toEqual([[50_001, 2]]);
    say(whole.slice(1));
    await clock.advance(1000);
    say(whole);
    expect(shown()).toEqual(whole);
  });

  test('or for a minute since something was last taken there', async () => {
    const { clock, say, shown, buy } = await open();
    say(whole);
    await buy('0.5', '50000');
    await clock.advance(30_000);
    say(whole);
    await buy('0.25', '50000');
    await clock.advance(59_999);
    say(whole);
    expect(shown()).toEqual([
      [50_000, 0.25],
      [50_001, 2],
    ]);
    await clock.advance(1);
    say(whole);
    expect(shown()).toEqual(whole);
  });

  test('also when the feed restarts', async () => {
    const { feed, say, shown, buy } = await open();
    say(whole);
    await buy('1', '50000');
    feed.say({ type: 'BooksReset', exchange: 'kucoin', reason: 'reconnected', at: 0 });
    say(whole);
    expect(shown()).toEqual([[50_001, 2]]);
  });

  test('a book of deltas tells the others when it is there again', async () => {
    const { clock, say, shown, buy } = await open('deltas');
    say(whole);
    await buy('1', '50000');
    expect(shown()).toEqual([[50_000, 0]]);
    await clock.advance(60_000);
    say([[50_001, 1.5]], { kind: 'delta' });
    expect(shown()).toEqual([
      [50_001, 1.5],
      [50_000, 1],
    ]);
  });

  test('a price beyond the levels that the feed shows is not absent', async () => {
    const { clock, say, shown, buy } = await open();
    const better: LevelUpdates = [
      [49_998, 1],
      [49_999, 1],
    ];
    say(whole, { depth: 2 });
    await buy('1', '50000');
    say(better, { depth: 2 });
    await clock.advance(2000);
    say(whole, { depth: 2 });
    expect(shown()).toEqual([[50_001, 2]]);
  });
});

describe('of a book of the best price alone', () => {
  test('it stays taken until that was worse for ten seconds; a better one says nothing', async () => {
    const { clock, say, shown, buy } = await open();
    const touch = (price: number) => say([[price, 1]], { depth: 1 });
    touch(50_000);
    await buy('1', '50000');
    for (const [price, ms] of [
      [50_010, 9_999],
      [50_000, 0],
      [49_990, 15_000],
    ] as const) {
      touch(price);
      await clock.advance(ms);
      touch(50_000);
      expect(shown()).toEqual([]);
    }
    touch(50_010);
    await clock.advance(10_000);
    touch(50_000);
    expect(shown()).toEqual([[50_000, 1]]);
  });
});

/** The rules once more, by a record of everything that was ever shown and taken. */
const seed = Number(process.env.TRIQUAD_SEED ?? 20_261_122);
test.each([
  ['the engine keeps', true],
  ['it keeps itself', false],
])(
  `never more is filled than the book that %s has offered less what is owed, and no money is made or lost, seed ${seed}`,
  async (_whose, isRead) => {
    const random = seededRandom(seed);
    const any = (below: number) => Math.floor(random.uniform() * below);
    for (let life = 0; life < 10; life++) {
      const { clock, exchange, say, buy } = await open('snapshots', isRead);
      const owed = new Map<number, { size: BigNumber; at: number; missing: number | null }>();
      let spent = new BigNumber(0);
      let bought = new BigNumber(0);
      for (let step = 0; step < 120; step++) {
        const asks = [0, 1, 2, 3].flatMap((tick) =>
          random.uniform() < 0.7 ? [[50_000 + tick, (1 + any(40)) / 10] as const] : [],
        );
        say(asks);
        const now = Number(clock.monotonic());
        for (const [price, debt] of owed) {
          const isThere = asks.some(([one]) => one === price);
          if (!isThere) debt.missing ??= now;
          if ((debt.missing !== null && now - debt.missing >= 1000) || now - debt.at >= 60_000) owed.delete(price);
          else if (isThere) debt.missing = null;
        }
        const limit = 50_000 + any(4);
        const wanted = new BigNumber(1 + any(30)).dividedBy(10);
        let left = wanted;
        for (const [price, size] of asks) {
          const offered = BigNumber.max(0, new BigNumber(size).minus(owed.get(price)?.size ?? 0));
          const taken = price <= limit ? BigNumber.min(left, offered) : new BigNumber(0);
          if (taken.isZero()) continue;
          left = left.minus(taken);
          spent = spent.plus(taken.multipliedBy(price));
          const size_ = taken.plus(owed.get(price)?.size ?? 0);
          owed.set(price, { size: size_, at: now, missing: null });
        }
        const filled = wanted.minus(left);
        expect({ life, step, filled: await buy(wanted.toFixed(), String(limit)) }).toEqual({
          life,
          step,
          filled: filled.toFixed(),
        });
        bought = bought.plus(filled);
        await clock.advance([0, 20, 400, 1000, 20_000][any(5)] ?? 0);
      }
      const held = await answered(clock, exchange.account.balances());
      // A tenth of a percent of what was bought is the fee.
      expect(held).toEqual({
        kind: 'balances',
        holdings: allFree({
          USDT: new BigNumber(100_000_000).minus(spent).toFixed(),
          BTC: bought.multipliedBy('0.999').plus(1000).toFixed(),
        }),
      });
    }
  },
);
