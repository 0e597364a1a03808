import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock, FeedTrouble, LevelUpdates, OrderBehaviour, VenueServer } from '@triquad/bot/venue';
import { type WebSocket, WebSocketServer } from 'ws';

/** An order as the example's exchange writes it. */
export type ExampleOrder = {
  readonly id: string;
  readonly symbol: string;
  status: 'NEW' | 'FILLED' | 'CANCELED';
  executed: string;
  cost: string;
  fees: Record<string, string>;
  /** The one execution that has filled it. */
  trade: string | null;
};

/** A small exchange of its own on this machine, told by a test how it treats orders. */
export const startServer = async (
  clock: Clock,
): Promise<VenueServer & { readonly url: string; close(): Promise<void> }> => {
  const orders = new Map<string, ExampleOrder>();
  /** What fills them all the same once they are cancelled. */
  const cancelled = new Map<string, () => void>();
  const sockets = new Set<WebSocket>();
  /** Those that get the book, once they have asked for it. */
  const subscribed = new Set<WebSocket>();
  let behaviour: OrderBehaviour = 'fill';
  let book = { sequence: 0, bids: [] as LevelUpdates, asks: [] as LevelUpdates };

  const troubles = new Set<FeedTrouble>();

  const publish = (message: object, to = sockets): void => {
    for (const socket of to) socket.send(JSON.stringify(message));
  };
  const publishBook = (message: object): void => {
    if (!troubles.has('dropped')) publish(message, subscribed);
  };
  const now = (): number => clock.now() + (troubles.has('skew') ? 5000 : 0);
  const beat = (): void => {
    publish({ channel: 'heartbeat', time: now() - (troubles.has('late') ? 30_000 : 0) });
    stopBeating = clock.after(200, beat);
  };
  let stopBeating = clock.after(200, beat);
  /** How the server treats each market: it confirms the subscription, then sends the book. */
  const subscribe = (socket: WebSocket): void => {
    const symbol = 'BTC/USDT';
    subscribed.add(socket);
    socket.send(JSON.stringify({ channel: 'subscribed', symbol }));
    if (troubles.delete('unsent')) return;
    if (book.sequence > 0) socket.send(JSON.stringify({ channel: 'book', symbol, ...book }));
  };
  const change = (): object => {
    book = { ...book, sequence: book.sequence + 1 };
    return { channel: 'change', symbol: 'BTC/USDT', sequence: book.sequence, bids: [], asks: [] };
  };
  const later = (ms: number, order: ExampleOrder, task: () => void) =>
    clock.after(ms, () => {
      task();
      publish({ channel: 'order', order });
    });
  const fill = (
    order: ExampleOrder,
    quantity: number,
    price: number,
    fees: Record<string, string> = { BTC: String(quantity / 1000) },
  ): void => {
    Object.assign(order, { executed: String(quantity), cost: String(quantity * price), fees, trade: `t-${order.id}` });
  };

  const place = (text: string, response: ServerResponse): void => {
    const { id, symbol, quantity, price } = JSON.parse(text);
    const order: ExampleOrder = { id, symbol, status: 'NEW', executed: '0', cost: '0', fees: {}, trade: null };
    const [now, whole] = [behaviour, Number(quantity)];
    behaviour = 'fill';
    if (now === 'refuse') {
      answer(response, 400, { message: 'quantity is too small' });
      return;
    }
    if (now === 'too-many') {
      answer(response, 429, {}, { 'Retry-After': '2' });
      return;
    }
    orders.set(id, order);
    if (now === 'part') fill(order, whole / 2, Number(price));
    else if (now === 'late-fill') cancelled.set(id, () => fill(order, whole / 2, Number(price)));
    else if (now === 'acknowledge')
      later(100, order, () => {
        fill(order, whole, Number(price));
        order.status = 'FILLED';
      });
    else {
      const fees = { 'late-fee': { BTC: '0' }, 'token-fee': { EXM: '0.25' } };
      fill(order, whole, Number(price), now === 'late-fee' || now === 'token-fee' ? fees[now] : undefined);
      order.status = 'FILLED';
      if (now === 'correct') later(200, order, () => fill(order, whole / 2, Number(price)));
      if (now === 'late-fee') later(200, order, () => fill(order, whole, Number(price)));
    }
    if (now === 'reset') response.destroy();
    else if (now !== 'silence') answer(response, 200, order);
  };

  const route = (request: IncomingMessage, response: ServerResponse, text: string): void => {
    const [, path = '', id = ''] = (request.url ?? '').split('/');
    const order = orders.get(id);
    if (path === 'markets') answer(response, 200, troubles.has('delisted') ? [] : [market]);
    else if (path === 'time') answer(response, 200, { time: now() });
    else if (path === 'book') answer(response, 200, book);
    else if (path === 'balances')
      answer(response, 200, { USDT: { free: '100000', locked: '0' }, BTC: { free: '1', locked: '0' } });
    else if (request.method === 'POST') place(text, response);
    else if (path === 'orders' && id === '')
      answer(
        response,
        200,
        [...orders.values()].filter(({ status }) => status === 'NEW'),
      );
    else if (!order) answer(response, 404, {});
    else {
      if (request.method === 'DELETE' && order.status === 'NEW') order.status = 'CANCELED';
      answer(response, 200, order);
      const fillLate = request.method === 'DELETE' ? cancelled.get(id) : undefined;
      if (fillLate) later(200, order, fillLate);
    }
  };

  const http = createServer((request, response) => {
    let text = '';
    request.on('data', (part) => (text += part));
    request.on('end', () => route(request, response, text));
  });
  const ws = new WebSocketServer({ server: http });
  ws.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('message', () => subscribe(socket));
    socket.on('close', () => {
      sockets.delete(socket);
      subscribed.delete(socket);
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  return {
    url: `127.0.0.1:${port}`,
    book: (bids, asks) => {
      book = { sequence: book.sequence + 1, bids, asks };
      publishBook({ channel: 'book', symbol: 'BTC/USDT', ...book });
      publishBook(change());
    },
    loseChange: () => {
      change();
      publish(change(), subscribed);
    },
    next: (next) => {
      behaviour = next;
      return true;
    },
    trouble: (kind) => {
      troubles.add(kind);
      if (kind === 'reset' || kind === 'unsent') for (const socket of sockets) socket.terminate();
      if (kind === 'dropped') book = { ...book, asks: book.asks.map(([price, size]) => [price * 1.01, size]) };
      return true;
    },
    close: async () => {
      stopBeating();
      for (const socket of sockets) socket.terminate();
      ws.close();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
};

const market = { symbol: 'BTC/USDT', tick: '0.1', lot: '0.0001', minimum: '5', fee: '0.001' };

const answer = (response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void => {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
};
