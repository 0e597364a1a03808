import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LevelUpdates, OrderBehaviour, VenueServer } from '@triquad/bot/venue';
import { type WebSocket, WebSocketServer } from 'ws';

/** An order as the example's exchange writes it. */
export type ExampleOrder = {
  readonly id: string;
  readonly symbol: string;
  status: 'NEW' | 'FILLED' | 'CANCELED';
  executed: string;
  cost: string;
  fees: Record<string, string>;
};

/** A small exchange of its own on this machine, told by a test how it treats orders. */
export const startServer = async (): Promise<VenueServer & { readonly url: string; close(): Promise<void> }> => {
  const orders = new Map<string, ExampleOrder>();
  const sockets = new Set<WebSocket>();
  let behaviour: OrderBehaviour = 'fill';
  let book = { sequence: 0, bids: [] as LevelUpdates, asks: [] as LevelUpdates };

  const publish = (message: object): void => {
    for (const socket of sockets) socket.send(JSON.stringify(message));
  };
  const change = (): object => {
    book = { ...book, sequence: book.sequence + 1 };
    return { channel: 'change', symbol: 'BTC/USDT', sequence: book.sequence, bids: [], asks: [] };
  };
  const later = (ms: number, order: ExampleOrder, task: () => void) =>
    setTimeout(() => {
      task();
      publish({ channel: 'order', order });
    }, ms).unref();
  const fill = (
    order: ExampleOrder,
    quantity: number,
    price: number,
    fees = { BTC: String(quantity / 1000) },
  ): void => {
    Object.assign(order, { executed: String(quantity), cost: String(quantity * price), fees });
  };

  const place = (text: string, response: ServerResponse): void => {
    const { id, symbol, quantity, price } = JSON.parse(text);
    const order: ExampleOrder = { id, symbol, status: 'NEW', executed: '0', cost: '0', fees: {} };
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
    else if (now === 'acknowledge')
      later(100, order, () => {
        fill(order, whole, Number(price));
        order.status = 'FILLED';
      });
    else {
      fill(order, whole, Number(price), now === 'late-fee' ? { BTC: '0' } : undefined);
      order.status = 'FILLED';
      if (now === 'late-fee') later(200, order, () => fill(order, whole, Number(price)));
    }
    if (now === 'reset') response.destroy();
    else if (now !== 'silence') answer(response, 200, order);
  };

  const route = (request: IncomingMessage, response: ServerResponse, text: string): void => {
    const [, path = '', id = ''] = (request.url ?? '').split('/');
    const order = orders.get(id);
    if (path === 'markets')
      answer(response, 200, [{ symbol: 'BTC/USDT', tick: '0.1', lot: '0.0001', minimum: '5', fee: '0.001' }]);
    else if (path === 'book') answer(response, 200, book);
    else if (path === 'balances') answer(response, 200, { USDT: '100000', BTC: '1' });
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
    }
  };

  const http = createServer((request, response) => {
    let text = '';
    request.on('data', (part) => (text += part));
    request.on('end', () => route(request, response, text));
  });
  const ws = new WebSocketServer({ server: http });
  ws.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  return {
    url: `127.0.0.1:${port}`,
    book: (bids, asks) => {
      book = { sequence: book.sequence + 1, bids, asks };
      publish({ channel: 'book', symbol: 'BTC/USDT', ...book });
      publish(change());
    },
    loseChange: () => {
      change();
      publish(change());
    },
    next: (next) => {
      behaviour = next;
      return true;
    },
    close: async () => {
      for (const socket of sockets) socket.terminate();
      ws.close();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
};

const answer = (response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void => {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
};
