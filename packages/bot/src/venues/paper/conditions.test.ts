import { describe, expect, test } from 'vitest';
import { type Told, toldOf } from '../../market/message.suite.ts';
import { createVirtualClock } from '../../model/clock.ts';
import type { PaperTerms, PlaceAnswer } from '../../model/exchange.ts';
import { later } from '../../model/moment.ts';
import { answered, refTo, request } from '../exchange.suite.ts';
import { scriptedFeed } from '../scripted.suite.ts';
import { seededRandom } from '../simulated/simulated-random.ts';
import { drawDelay, drawTrip, type Trip } from './chance.ts';
import { conditionsInWords, conditionsOf } from './conditions.ts';
import { createPaperExchange } from './paper.ts';

const seed = Number(process.env.TRIQUAD_SEED ?? 20_261_122);
const realistic = conditionsOf('kucoin', undefined, 'realistic');
const practice = conditionsOf('kucoin', undefined, 'practice');
const draws = 40_000;
const trips = (conditions: typeof realistic, speed = 1): readonly Trip[] => {
  const random = seededRandom(seed);
  return Array.from({ length: draws }, () => drawTrip(conditions, speed, random));
};
const rate = (all: readonly Trip[], is: (trip: Trip) => boolean): number => all.filter(is).length / all.length;

describe(`what an order meets, seed ${seed}`, () => {
  test('delays have the median and the 99th percentile that they are said to have', () => {
    const random = seededRandom(seed);
    const drawn = Array.from({ length: draws }, () => drawDelay({ median_ms: 40, p99_ms: 250 }, random)).sort(
      (a, b) => a - b,
    );
    expect(Math.abs((drawn[draws / 2] ?? 0) / 40 - 1)).toBeLessThan(0.03);
    expect(Math.abs((drawn[draws * 0.99] ?? 0) / 250 - 1)).toBeLessThan(0.08);
    expect(drawDelay({ median_ms: 25, p99_ms: 25 }, random)).toBe(25);
    expect(drawDelay({ median_ms: 0, p99_ms: 0 }, random)).toBe(0);
  });

  test('in practice an order is 25 ms on its way and so is its answer, and nothing ever happens to it', () => {
    expect(new Set(trips(practice).map((trip) => JSON.stringify(trip)))).toEqual(
      new Set([JSON.stringify({ outMs: 25, backMs: 25, fault: null, isLate: false })]),
    );
  });

  test('a delay of the feed makes the order later, not its answer', () => {
    const still = (median_ms: number) => ({ median_ms, p99_ms: median_ms });
    const delayed = { ...practice, feedDelay: still(10), orderDelay: still(30) };
    expect(trips(delayed)[0]).toMatchObject({ outMs: 40, backMs: 20 });
  });

  test('a hurried market hurries the delays', () => {
    expect(trips(practice, 5)[0]).toMatchObject({ outMs: 5, backMs: 5 });
    expect(trips(practice, Number.POSITIVE_INFINITY)[0]).toMatchObject({ outMs: 0, backMs: 0 });
    const sum = (all: readonly Trip[]) => all.reduce((ms, { outMs }) => ms + outMs, 0);
    expect(sum(trips(realistic)) / sum(trips(realistic, 10))).toBeCloseTo(10, 0);
  });

  test('no request is longer under way than its deadline lasts', () => {
    const slow = { ...realistic, orderDelay: { median_ms: 2000, p99_ms: 4000 } };
    expect(Math.max(...trips(slow).map(({ outMs }) => outMs))).toBe(4500);
  });

  test('somebody else is first in the share of cycles of three legs that is said', () => {
    const all = trips(realistic);
    const cycles = Array.from({ length: Math.floor(draws / 3) }, (_, at) => all.slice(3 * at, 3 * at + 3));
    const beaten = cycles.filter((legs) => legs.some(({ isLate }) => isLate)).length / cycles.length;
    expect(Math.abs(beaten - 0.25)).toBeLessThan(0.02);
    expect(rate(trips({ ...realistic, taken: 1 }), ({ isLate }) => isLate)).toBe(1);
  });

  test('orders fail as often as is said', () => {
    const often = trips({ ...realistic, rejected: 0.2, rateLimited: 0.1, timedOut: 0.4 });
    const near = (fault: Trip['fault'], share: number) =>
      expect(Math.abs(rate(often, (trip) => trip.fault === fault) - share)).toBeLessThan(0.02);
    near('rejected', 0.2);
    near('rate-limited', 0.1);
    near('lost', 0.2);
    near('unanswered', 0.2);
  });

  test('is the same for the same seed', () => {
    expect(trips(realistic)).toEqual(trips(realistic));
  });
});

const open = async (paper: PaperTerms['paper']) => {
  const clock = createVirtualClock(0);
  const feed = scriptedFeed(clock);
  const exchange = createPaperExchange(feed, clock, { seed });
  await exchange.market.instruments(1000);
  exchange.account.paper.restore({ balances: { USDT: '1000000' }, open: [] });
  exchange.account.paper.configure?.({ paper });
  const heard: Told[] = [];
  exchange.market.subscribe((event) => heard.push(toldOf(event)));
  const offer = () =>
    feed.book(
      'BTC/USDT',
      [[49_990, 1]],
      [
        [50_000, 0.1],
        [50_001, 0.04],
        [50_010, 5],
      ],
    );
  offer();
  return { clock, feed, exchange, heard, offer };
};

describe('a paper order', () => {
  test('finds what somebody else has left, who came first and wanted as much', async () => {
    const { clock, exchange, heard } = await open({ taken_pct: 100 });
    const placed = await answered(clock, exchange.account.place(request({ quantity: '0.1', price: '50001' })));
    expect(placed).toMatchObject({ report: { state: 'cancelled', filled_quantity: '0.04', filled_quote: '2000.04' } });
    const shown = heard.flatMap((event) => (event.type === 'BookUpdated' ? [event.asks] : []));
    expect(shown.slice(1)).toEqual([
      [
        [50_001, 0.04],
        [50_010, 5],
      ],
      [[50_010, 5]],
    ]);
  });

  test('is refused now and then, and nothing comes of it', async () => {
    const { clock, exchange } = await open({ rejected_pct: 100 });
    const order = request();
    expect(await answered(clock, exchange.account.place(order))).toEqual({
      kind: 'refused',
      reason: 'the exchange refused it, as it does now and then',
    });
    expect(await answered(clock, exchange.account.lookUp(refTo(order.client_order_id)))).toEqual({
      kind: 'not-found',
    });
    expect(await answered(clock, exchange.account.balances())).toMatchObject({
      holdings: { USDT: { free: '1000000' } },
    });
  });

  test('may meet a rate limit', async () => {
    const { clock, exchange } = await open({ rate_limited_pct: 100 });
    expect(await answered(clock, exchange.account.place(request()))).toMatchObject({ kind: 'throttled' });
  });

  test('without an answer has arrived or is lost, and the exchange knows which', async () => {
    const { clock, exchange, offer } = await open({ timed_out_pct: 100 });
    const outcomes = new Set<string>();
    for (let round = 0; round < 40; round++) {
      await clock.advance(60_000);
      offer();
      const order = request({ quantity: '0.01' });
      const answer: PlaceAnswer = await answered(clock, exchange.account.place(order));
      expect(answer.kind).toBe('unknown');
      const found = await answered(clock, exchange.account.lookUp(refTo(order.client_order_id)));
      outcomes.add(found.kind === 'report' ? found.report.state : found.kind);
    }
    expect([...outcomes].sort()).toEqual(['filled', 'not-found']);
  });

  test('reaches the book when its delay since the intent is over, but not before it was sent', async () => {
    const { clock, exchange, feed } = await open(undefined);
    const arrival = async (sentAfterMs: number): Promise<number> => {
      await clock.advance(60_000);
      feed.book('BTC/USDT', [[49_990, 1]], [[50_000, 5]]);
      const began = Number(clock.monotonic());
      const intended = clock.monotonic();
      await clock.advance(sentAfterMs);
      let arrived = Number.NaN;
      const stop = exchange.market.subscribe((event) => {
        if (event.type === 'BookUpdated' && event.exchange_time === null) arrived = Number(clock.monotonic()) - began;
      });
      await answered(clock, exchange.account.place({ ...request({ quantity: '0.01' }), intended: later(intended, 0) }));
      stop();
      return arrived;
    };
    expect([await arrival(0), await arrival(3), await arrival(50)]).toEqual([25, 25, 50]);
  });
});

test('the conditions are told in words', () => {
  expect(conditionsInWords(practice)).toBe(
    'practice: an order takes 25 ms to its exchange and its answer as long, quotes reach the bot after 0 ms; no competitor takes what is offered; no order fails by itself',
  );
  expect(conditionsInWords(realistic, 10)).toBe(
    'realistic: an order takes 40 ms (250 ms in one case of a hundred) to its exchange and its answer as long, quotes reach the bot after 15 ms (100 ms in one case of a hundred), all 10 times faster as the market is; in 25 % of cycles a competitor is first; 0.2 % of orders are refused, 0.1 % get no answer, 0.1 % meet a rate limit',
  );
});

test('the configuration changes single values, and delays of single exchanges', () => {
  const order_delay = { median_ms: 5, p99_ms: 9 };
  const settings = { conditions: 'realistic', taken_pct: 40, exchanges: { okx: { order_delay } } } as const;
  expect(conditionsOf('okx', settings, 'practice')).toEqual({
    ...realistic,
    taken: 0.4,
    orderDelay: order_delay,
  });
  expect(conditionsOf('kucoin', settings, 'practice')).toEqual({ ...realistic, taken: 0.4 });
});
