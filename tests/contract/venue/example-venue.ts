import {
  type BookUpdated,
  createBookMessage,
  type Exchange,
  elapsedOf,
  type FeedEvent,
  fillLevels,
  type Grid,
  gridOf,
  type LevelUpdates,
  type OrderReport,
  type PlaceAnswer,
  type Unknown,
} from '@triquad/bot/venue';
import { WebSocket } from 'ws';
import type { ExampleOrder } from './server.ts';

const states = { NEW: 'open', FILLED: 'filled', CANCELED: 'cancelled' } as const;
const reportOf = ({ id, symbol, status, executed, cost, fees }: ExampleOrder): OrderReport => ({
  client_order_id: id,
  exchange_order_id: id,
  symbol,
  state: states[status],
  filled_quantity: executed,
  filled_quote: cost,
  fees: Object.entries(fees).map(([asset, amount]) => ({ asset, amount })),
});

/** A book, or what changed of it, as its server writes it. */
type Told = { symbol?: string; sequence: number; bids: LevelUpdates; asks: LevelUpdates };

/** An example of a venue: a REST interface with orders, and a socket with numbered books and the account's orders. */
export const createExampleVenue = (host: string): Exchange => {
  const name = 'example';
  const listeners = new Set<(event: FeedEvent) => void>();
  const watchers = new Set<(report: OrderReport) => void>();

  /** The answer's body, or why there is none: after `timeoutMs` it is no longer awaited. */
  const call = async (method: string, path: string, timeoutMs: number, body?: object) => {
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const response = await fetch(`http://${host}/${path}`, {
        method,
        signal,
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: await response.json(), retryAfter: response.headers.get('Retry-After') };
    } catch (error) {
      return { status: 0, body: { message: String(error) }, retryAfter: null };
    }
  };
  type Called = Awaited<ReturnType<typeof call>>;
  const unknown = ({ status, body }: Called): Unknown => ({
    kind: 'unknown',
    reason: `${status} ${body.message ?? ''}`,
  });
  const throttled = ({ retryAfter }: Called) =>
    ({ kind: 'throttled', retryAfterMs: Number(retryAfter ?? 1) * 1000 }) as const;
  const orderBy = async (method: string, id: string, timeoutMs: number) => {
    const called = await call(method, `orders/${id}`, timeoutMs);
    if (called.status === 429) return throttled(called);
    if (called.status === 404) return { kind: 'not-found' } as const;
    return called.status === 200 ? ({ kind: 'report', report: reportOf(called.body) } as const) : unknown(called);
  };

  const emit = (event: FeedEvent): void => {
    for (const listener of listeners) listener(event);
  };
  const stamp = () => ({ at: Date.now(), received: elapsedOf(performance.now()) });
  const grids = new Map<string, Grid>();
  const book = createBookMessage(name);
  const emitBook = (kind: BookUpdated['kind'], { symbol = 'BTC/USDT', sequence, bids, asks }: Told): void => {
    const grid = grids.get(symbol);
    if (grid === undefined) return;
    Object.assign(book, { symbol, kind, grid, sequence, ...stamp() });
    fillLevels(book.bids, grid, bids);
    fillLevels(book.asks, grid, asks);
    emit(book);
  };
  const read = (text: string): void => {
    const message = JSON.parse(text);
    if (message.channel === 'book') emitBook('snapshot', message);
    else if (message.channel === 'change') emitBook('delta', message);
    else for (const watcher of watchers) watcher(reportOf(message.order));
  };

  return {
    name,
    source: 'exchange',
    books: {
      kind: 'numbered',
      resync: async (symbol) => emitBook('snapshot', { symbol, ...(await call('GET', 'book', 5000)).body }),
    },
    account: { kind: 'live', money: 'test', notFoundAfterMs: 5000 },
    instruments: async (timeoutMs) => {
      const { status, body } = await call('GET', 'markets', timeoutMs);
      if (status !== 200) throw new Error(`markets: ${status}`);
      return body.map(({ symbol, tick, lot, minimum, fee }: Record<string, string>) => {
        const [base = '', quote = ''] = symbol?.split('/') ?? [];
        const rules = { tickSize: Number(tick), lotStep: Number(lot), minQuantity: 0, minNotional: Number(minimum) };
        grids.set(symbol ?? '', gridOf(rules));
        return { exchange: name, symbol, base, quote, ...rules, takerFee: Number(fee), feeCurrency: 'received' };
      });
    },
    subscribe: (listener) => {
      listeners.add(listener);
      const socket = new WebSocket(`ws://${host}`);
      const status = (status: 'live' | 'down', detail: string) =>
        emit({ type: 'FeedStatusChanged', exchange: name, status, detail, at: Date.now() });
      socket.on('open', () => status('live', 'connected'));
      socket.on('message', (data) => read(String(data)));
      socket.on('error', (error) => status('down', error.message));
      socket.on('close', () =>
        emit({ type: 'BooksReset', exchange: name, reason: 'the socket closed', at: Date.now() }),
      );
      return () => {
        listeners.delete(listener);
        socket.terminate();
      };
    },
    watchOrders: (listener) => {
      watchers.add(listener);
      return () => watchers.delete(listener);
    },
    place: async ({ client_order_id: id, ...request }, timeoutMs): Promise<PlaceAnswer> => {
      const called = await call('POST', 'orders', timeoutMs, { id, ...request });
      if (called.status === 400) return { kind: 'refused', reason: called.body.message, scope: 'market' };
      if (called.status === 429) return throttled(called);
      if (called.status !== 200) return unknown(called);
      const report = reportOf(called.body);
      const isAcknowledged = report.state === 'open' && Number(report.filled_quantity) === 0;
      return isAcknowledged ? { kind: 'acknowledged', exchange_order_id: id } : { kind: 'report', report };
    },
    lookUp: (_symbol, id, timeoutMs) => orderBy('GET', id, timeoutMs),
    cancel: (_symbol, id, timeoutMs) => orderBy('DELETE', id, timeoutMs),
    balances: async (timeoutMs) => {
      const called = await call('GET', 'balances', timeoutMs);
      return called.status === 200 ? { kind: 'balances', total: called.body } : unknown(called);
    },
    openOrders: async (timeoutMs) => {
      const called = await call('GET', 'orders', timeoutMs);
      return called.status === 200 ? { kind: 'orders', orders: called.body.map(reportOf) } : unknown(called);
    },
  };
};
