import { type Exchange, type VenueBench, venueChecks } from '@triquad/bot/venue';
import { describe, expect, test } from 'vitest';
import { realClock } from '../../packages/bot/src/model/clock.ts';
import { createPaperExchange } from '../../packages/bot/src/venues/paper/paper.ts';
import { scriptedFeed } from '../../packages/bot/src/venues/scripted.suite.ts';
import { createExampleVenue } from './venue/example-venue.ts';
import { startServer } from './venue/server.ts';

const order = { symbol: 'BTC/USDT', quantity: '0.02', price: '50000' } as const;

/** The example venue, with what a test changes in it. */
const example = async (change: (exchange: Exchange) => Partial<Exchange> = () => ({})): Promise<VenueBench> => {
  const server = await startServer();
  const exchange = createExampleVenue(server.url);
  return { exchange: { ...exchange, ...change(exchange) }, server, order, close: server.close };
};

/** The paper exchange over a scripted market: it fills by the book, and does nothing of what goes wrong. */
const paper = async (): Promise<VenueBench> => {
  const feed = scriptedFeed(realClock);
  const exchange = createPaperExchange(feed, realClock);
  const subscribe: Exchange['subscribe'] = (listener) => {
    const stop = exchange.subscribe(listener);
    const at = realClock.now();
    queueMicrotask(() => feed.say({ type: 'FeedStatusChanged', exchange: 'kucoin', status: 'live', detail: '', at }));
    return stop;
  };
  const bound = (key: string | symbol) => (key === 'subscribe' ? subscribe : Reflect.get(exchange, key));
  const proxy = new Proxy(exchange, {
    get: (_, key) => (typeof bound(key) === 'function' ? bound(key).bind(exchange) : bound(key)),
  });
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
  return { exchange: proxy, server, order, close: async () => {} };
};

describe.each(Object.entries({ 'the example venue': example, 'the paper exchange': paper }))('%s', (name, open) => {
  test.each(venueChecks.map((check) => [check.name, check] as const))('%s', async (_, check) => {
    const outcome = await check.run(() => open());
    if (name === 'the example venue') expect(outcome).toBe('passed');
  });
});

/** What each of these adapters does wrong is found by the check whose name has these words. */
const wrong: readonly (readonly [string, (exchange: Exchange) => Partial<Exchange>, string])[] = [
  ['bears another name', () => ({ name: 'other' }), 'under its own name'],
  ['takes a refusal for a fault', () => ({ place: async () => ({ kind: 'unknown', reason: '400' }) }), 'was refused'],
  ['never sends a book anew', () => ({ books: { kind: 'numbered', resync: () => {} } }), 'a book anew'],
  [
    'does not know what it was never given',
    (one) => ({
      lookUp: (symbol, _id, ms) => one.lookUp(symbol, 'check', ms).then(() => ({ kind: 'unknown', reason: '' })),
    }),
    'never placed',
  ],
  ['waits for ever', (one) => ({ place: (request) => one.place(request, 60_000) }), 'after its time-out'],
  [
    'forgets orders that rest',
    () => ({ openOrders: async () => ({ kind: 'orders', orders: [] }) }),
    'an order that rests',
  ],
  ['sends no reports', () => ({ watchOrders: () => () => {} }), 'only acknowledged'],
];

test.each(wrong)('an adapter that %s does not pass', async (_, change, words) => {
  const check = venueChecks.find(({ name }) => name.includes(words));
  const outcome = await check?.run(() => example(change)).then(String, () => 'failed');
  expect(outcome).toBe('failed');
});
