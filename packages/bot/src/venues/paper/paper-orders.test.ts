import { expect, test } from 'vitest';
import { scriptedInstruments } from '../scripted.suite.ts';
import { createPaperFunds } from './paper-funds.ts';
import { newOrder } from './paper-order.ts';
import { createPaperOrders } from './paper-orders.ts';

test('an account that trades for days keeps its open orders and the last closed ones, and no more', () => {
  const [instrument] = scriptedInstruments();
  if (instrument === undefined) throw new Error('no instrument');
  const orders = createPaperOrders(createPaperFunds());
  const keep = (id: string, state: 'open' | 'filled') => {
    const { symbol } = instrument;
    const terms = { side: 'buy', type: 'limit', time_in_force: 'GTC', quantity: '1', price: '1', deadline: 0 } as const;
    orders.keep({ ...newOrder({ client_order_id: id, symbol, ...terms }, instrument), state });
  };
  keep('open', 'open');
  for (let n = 1; n <= 2_000; n++) keep(`closed ${n}`, 'filled');
  const all = ['open', ...Array.from({ length: 2_000 }, (_, n) => `closed ${n + 1}`)];
  const kept = all.filter((id) => orders.get(id) !== undefined);
  expect([kept.length, ...kept.slice(0, 2), kept.at(-1)]).toEqual([500, 'open', 'closed 1502', 'closed 2000']);
});
