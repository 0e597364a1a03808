import type { Fact } from '../model/event.ts';
import type { OrderIntent } from '../model/order-event.ts';

/** Facts of one of `executionFacts`. */
export const factsAnExecution = 14;

const path = ['USDT', 'BTC', 'ETH', 'USDT'];
const markets = [
  ['BTC', 'USDT', 'buy'],
  ['ETH', 'BTC', 'buy'],
  ['ETH', 'USDT', 'sell'],
] as const;

/** A triangle on paper that is filled as planned, the `n`th of a long history that began at `began`. */
export function executionFacts(n: number, began: number): readonly Fact[] {
  const at = began + n;
  const id = `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`;
  const start = { exchange: 'kucoin', mode: 'paper', trigger: 'automatic', dry_run: true } as const;
  const legs = markets.map(([base, quote, side], index) => ({
    leg: index + 1,
    symbol: `${base}/${quote}`,
    side,
    from: path[index] ?? '',
    to: path[index + 1] ?? '',
    quantity: '0.01',
    price: '1',
    expected_price: '1',
    fee_pct: 0,
  }));
  const plan = {
    id,
    opportunity_id: id,
    opportunity_type: 'TRI',
    ...start,
    path,
    legs,
    start_amount: '0.01',
    expected_end: '0.01',
    usd_rate: 1,
  } as const;
  return [
    { type: 'ExecutionStarted', plan, at },
    ...markets.flatMap(([base, quote, side], index): Fact[] => {
      const order_id = `${id.slice(0, -1)}${index}-${n}`;
      const order: OrderIntent = {
        id: order_id,
        client_order_id: order_id,
        exchange: 'kucoin',
        mode: 'paper',
        symbol: `${base}/${quote}`,
        base,
        quote,
        side,
        order_type: 'limit',
        time_in_force: 'IOC',
        quantity: '0.01',
        price: '1',
        purpose: 'leg',
        execution_id: id,
        leg: index + 1,
        expected_price: '1',
        deadline: at + 5_000,
      };
      const fill = { order_id, exchange: 'kucoin', mode: 'paper', symbol: order.symbol, base, quote, side } as const;
      return [
        { type: 'OrderIntended', order, at },
        { type: 'OrderSent', order_id, at },
        { type: 'OrderFilled', ...fill, quantity: '0.01', quote_quantity: '0.01', fees: [], usd_value: 1, at },
        { type: 'OrderClosed', order_id, status: 'filled', reason: null, at: at + 5 },
      ];
    }),
    {
      type: 'ExecutionFinished',
      execution_id: id,
      status: 'completed',
      profit: '0',
      left: [],
      fees_usd: 0,
      error_message: null,
      at: at + 9,
    },
  ];
}
