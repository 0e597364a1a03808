import {
  type Account,
  type Clock,
  type Exchange,
  type MarketData,
  type VenueBench,
  venueChecks,
} from '@triquad/bot/venue';
import { describe, expect, test } from 'vitest';
import { createPaperExchange } from '../../packages/bot/src/venues/paper/paper.ts';
import { openRecording } from '../../packages/bot/src/venues/recorded/recorded.ts';
import { scriptedFeed } from '../../packages/bot/src/venues/scripted.suite.ts';
import { simulatedMarket } from '../../packages/bot/src/venues/simulated/simulated.ts';
import { every } from '../harness/exchanges/every.ts';
import { createLocalTime } from '../harness/exchanges/time.ts';
import { createExampleVenue } from './venue/example-venue.ts';
import { startServer } from './venue/server.ts';

const order = { symbol: 'BTC/USDT', quantity: '0.02', price: '50000' } as const;

type Change = (
  exchange: Exchange,
  clock: Clock,
) => { readonly market?: Partial<MarketData>; readonly account?: Partial<Account> };

/** The example venue, with what a test changes in it. */
const example = async (clock: Clock, change: Change = () => ({})): Promise<VenueBench> => {
  const server = await startServer(clock);
  const exchange = createExampleVenue(server.url, clock);
  const { market, account } = change(exchange, clock);
  return {
    exchange: { market: { ...exchange.market, ...market }, account: { ...exchange.account, ...account } },
    ...{ server, order, clock, close: server.close },
  };
};

/** The paper exchange over a scripted market: it fills by the book, and does nothing of what goes wrong. */
const paper = async (clock: Clock): Promise<VenueBench> => {
  const feed = { ...scriptedFeed(clock), heartbeatMs: 200 };
  const exchange = createPaperExchange(feed, clock);
  const beat = (): void => {
    const [at, received] = [clock.now(), clock.monotonic()];
    feed.say({ type: 'HeartbeatReceived', exchange: 'kucoin', exchange_time: at, at, received });
  };
  const stopBeating = every(clock, 200, beat);
  const subscribe: MarketData['subscribe'] = (listener) => {
    const stop = exchange.market.subscribe(listener);
    const at = clock.now();
    queueMicrotask(() => {
      feed.say({ type: 'FeedStatusChanged', exchange: 'kucoin', status: 'live', detail: '', at });
      feed.say({ type: 'MarketSubscribed', exchange: 'kucoin', symbol: order.symbol, at });
    });
    return stop;
  };
  let thin = false;
  const quote = (size: number) => feed.book(order.symbol, [[49_500, size]], [[50_000, size]]);
  const server: VenueBench['server'] = {
    book: () => quote(1000),
    loseChange: () => {},
    next: (behaviour) => {
      thin = behaviour === 'part';
      if (thin) quote(0.01);
      return behaviour === 'fill' || thin;
    },
  };
  return {
    exchange: { ...exchange, market: { ...exchange.market, subscribe } },
    ...{ server, order, clock, close: async () => stopBeating() },
  };
};

/** A market that this process makes or plays, behind the paper exchange: the test has no hand in its book. */
const onPaper = (clock: Clock, feed: MarketData, price: string): VenueBench => ({
  exchange: createPaperExchange(feed, clock),
  server: { book: () => {}, loseChange: () => {}, next: (behaviour) => behaviour === 'fill' },
  order: { ...order, price },
  clock,
  close: async () => {},
});

const simulated = async (clock: Clock): Promise<VenueBench> => {
  const [feed] = simulatedMarket({ clock, seed: 7 });
  return feed ? onPaper(clock, feed, '900000') : expect.unreachable('no simulated exchange');
};

const recorded = async (clock: Clock): Promise<VenueBench> => {
  const quote = { session: 1, symbol: order.symbol, bid: 49_500, bidSize: 3.0001, ask: 50_000, askSize: 3.0001 };
  const quotes = Array.from({ length: 500 }, (_, place) => ({ ...quote, timeMs: 1_000 + 20 * place }));
  const opened = await openRecording({
    exchange: 'kucoin',
    clock,
    read: async function* () {
      yield quotes;
    },
  });
  return opened.ok ? onPaper(clock, opened.feed, order.price) : expect.unreachable(opened.message);
};

const benches = {
  'the example venue': example,
  'the paper exchange': paper,
  'the simulated market': simulated,
  'a recording': recorded,
};

describe.each(Object.entries(benches))('%s', (name, open) => {
  test.each(venueChecks.map((check) => [check.name, check] as const))('%s', async (_, check) => {
    const { clock, during } = createLocalTime();
    const outcome = await during(check.run(() => open(clock)));
    if (name === 'the example venue') expect(outcome).toBe('passed');
  });
});

/** What each of these adapters does wrong is found by the check whose name has these words. */
const wrong: readonly (readonly [string, Change, string])[] = [
  ['bears another name', () => ({ market: { venue: 'other' } }), 'under its own name'],
  [
    'takes a refusal for a fault',
    () => ({ account: { place: async () => ({ kind: 'unknown', reason: '400' }) } }),
    'was refused',
  ],
  ['never sends a book again', () => ({ market: { books: { kind: 'numbered', resync: () => {} } } }), 'a book again'],
  [
    'does not know what it was never given',
    (one) => ({
      account: { lookUp: (ref, ms) => one.account.lookUp(ref, ms).then(() => ({ kind: 'unknown', reason: '' })) },
    }),
    'never placed',
  ],
  [
    'waits for ever',
    (one) => ({ account: { place: (request) => one.account.place(request, 60_000) } }),
    'after its time-out',
  ],
  [
    'forgets orders that rest',
    () => ({ account: { openOrders: async () => ({ kind: 'orders', orders: [] }) } }),
    'an order that rests',
  ],
  ['has no heartbeats', () => ({ market: { heartbeatMs: undefined as never } }), 'connection is heard'],
  [
    'says that late data are made now',
    ({ market }) => ({
      market: {
        subscribe: (listener) =>
          market.subscribe((event) =>
            listener(event.type === 'HeartbeatReceived' ? { ...event, exchange_time: event.at } : event),
          ),
      },
    }),
    'data come late',
  ],
  [
    'reads the book that it has already',
    () => ({ market: { readBook: async () => ({ kind: 'book', bids: [[49_500, 1000]], asks: [[50_000, 1000]] }) } }),
    'subscription was dropped',
  ],
  [
    'acknowledges nothing',
    ({ market }) => ({
      market: {
        subscribe: (listener) =>
          market.subscribe((event) => {
            if (event.type !== 'MarketSubscribed') listener(event);
          }),
      },
    }),
    'is acknowledged',
  ],
  [
    'takes its own clock for that of the exchange',
    (_, clock) => ({ market: { serverTime: async () => ({ kind: 'time', at: clock.now() }) } }),
    'tells the clock',
  ],
  [
    'keeps to the totals that it has seen',
    (one) => {
      const seen = new Map<string, Awaited<ReturnType<Account['lookUp']>>>();
      const lookUp: Account['lookUp'] = async (ref, ms) => {
        const known = seen.get(ref.client_order_id) ?? (await one.account.lookUp(ref, ms));
        seen.set(ref.client_order_id, known);
        return known;
      };
      return { account: { lookUp } };
    },
    'taken back',
  ],
  [
    'names an execution otherwise each time',
    (one) => {
      let told = 0;
      const lookUp: Account['lookUp'] = async (ref, ms) => {
        const answer = await one.account.lookUp(ref, ms);
        if (answer.kind !== 'report') return answer;
        const executions = answer.report.executions?.map((execution) => ({ ...execution, id: `t${++told}` })) ?? [];
        return { ...answer, report: { ...answer.report, executions } };
      };
      return { account: { lookUp } };
    },
    'the same id',
  ],
  ['sends no reports', () => ({ account: { subscribe: () => () => {} } }), 'only acknowledged'],
];

test.each(wrong)('an adapter that %s does not pass', async (_, change, words) => {
  const check = venueChecks.find(({ name }) => name.includes(words));
  const { clock, during } = createLocalTime();
  const outcome = await during(
    check?.run(() => example(clock, change)).then(String, () => 'failed') ?? expect.unreachable(words),
  );
  expect(outcome).toBe('failed');
});
