import {
  type AccountEvent,
  type BookUpdated,
  type Clock,
  createBookMessage,
  type Exchange,
  type FeedEvent,
  fillLevels,
  type Grid,
  gridOf,
  type Holdings,
  type Instrument,
  type ThrottleScope,
} from '@triquad/bot/venue';
import { createHttp, faultOf, instrumentOf, name, reportOf, type Told } from './messages.ts';
import type { ExampleOrder } from './server.ts';
import { keepOpen } from './socket.ts';

/** An example of a venue: a REST interface with orders, and a socket with numbered books, heartbeats and the account's orders. */
export const createExampleVenue = (host: string, clock: Clock): Exchange => {
  const listeners = new Set<(event: FeedEvent) => void>();
  const watchers = new Set<(event: AccountEvent) => void>();
  const call = createHttp(host, clock);
  const emit = (event: FeedEvent): void => {
    for (const listener of listeners) listener(event);
  };
  const stamp = () => ({ at: clock.now(), received: clock.monotonic() });

  const grids = new Map<string, Grid>();
  const book = createBookMessage(name);
  const emitBook = (kind: BookUpdated['kind'], { symbol, sequence, bids, asks }: Told): void => {
    const grid = grids.get(symbol);
    if (grid === undefined) return;
    Object.assign(book, { symbol, kind, grid, sequence, ...stamp() });
    fillLevels(book.bids, grid, bids);
    fillLevels(book.asks, grid, asks);
    emit(book);
  };
  const read = (text: string): void => {
    const { channel, symbol, time, ...message } = JSON.parse(text);
    if (channel === 'heartbeat') emit({ type: 'HeartbeatReceived', exchange: name, exchange_time: time, ...stamp() });
    else if (channel === 'subscribed') emit({ type: 'MarketSubscribed', exchange: name, symbol, at: clock.now() });
    else if (channel === 'order')
      for (const watcher of watchers) watcher({ kind: 'report', report: reportOf(message.order) });
    else emitBook(channel === 'book' ? 'snapshot' : 'delta', { symbol, ...message });
  };

  const status = (status: 'live' | 'down', detail: string) =>
    emit({ type: 'FeedStatusChanged', exchange: name, status, detail, at: clock.now() });
  const order = async (method: 'GET' | 'DELETE', id: string, timeoutMs: number) => {
    const called = await call(method, `orders/${id}`, timeoutMs);
    if (called.status === 404) return { kind: 'not-found' } as const;
    if (called.status === 200) return { kind: 'report', report: reportOf(called.body) } as const;
    return faultOf(called, method === 'GET' ? 'account' : 'orders');
  };
  /** An answer to a question: what `answer` makes of its body. */
  const ask = async <T>(path: string, scope: ThrottleScope, timeoutMs: number, answer: (body: never) => T) => {
    const called = await call('GET', path, timeoutMs);
    return called.status === 200 ? answer(called.body as never) : faultOf(called, scope);
  };

  return {
    market: {
      ...{ venue: name, source: 'exchange', heartbeatMs: 500 },
      books: {
        kind: 'numbered',
        resync: async (symbol) => emitBook('snapshot', { symbol, ...(await call('GET', 'book', 5000)).body }),
      },
      instruments: async (timeoutMs) => {
        const { status, body } = await call('GET', 'markets', timeoutMs);
        if (status !== 200) throw new Error(`markets: ${status}`);
        const instruments: Instrument[] = body.map(instrumentOf);
        for (const one of instruments) grids.set(one.symbol, gridOf(one));
        return instruments;
      },
      subscribe: (listener) => {
        listeners.add(listener);
        const end = keepOpen(`ws://${host}`, { subscribe: 'BTC/USDT' }, { clock, status, read });
        return () => {
          listeners.delete(listener);
          end();
        };
      },
      readBook: (_symbol, ms) => ask('book', 'data', ms, (body: Told) => ({ kind: 'book', ...body })),
      serverTime: (ms) => ask('time', 'data', ms, ({ time }: { time: number }) => ({ kind: 'time', at: time })),
    },
    account: {
      ...{ id: name, venue: name, money: 'test', notFoundAfterMs: 5000 },
      budget: { limits: [{ of: 'orders', most: 50, windowMs: 10_000 }] },
      subscribe: (listener) => {
        watchers.add(listener);
        return () => watchers.delete(listener);
      },
      place: async ({ client_order_id: id, ...request }, timeoutMs) => {
        const called = await call('POST', 'orders', timeoutMs, { id, ...request });
        if (called.status === 400) return { kind: 'refused', reason: called.body.message, scope: 'market' };
        if (called.status !== 200) return faultOf(called, 'orders');
        const isNew = called.body.status === 'NEW' && Number(called.body.executed) === 0;
        return isNew
          ? { kind: 'acknowledged', exchange_order_id: id }
          : { kind: 'report', report: reportOf(called.body) };
      },
      lookUp: ({ client_order_id }, timeoutMs) => order('GET', client_order_id, timeoutMs),
      cancel: ({ client_order_id }, timeoutMs) => order('DELETE', client_order_id, timeoutMs),
      balances: (ms) => ask('balances', 'account', ms, (holdings: Holdings) => ({ kind: 'balances', holdings })),
      openOrders: (ms) =>
        ask('orders', 'account', ms, (all: ExampleOrder[]) => ({ kind: 'orders', orders: all.map(reportOf) })),
    },
  };
};
