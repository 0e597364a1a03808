import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { BigNumber } from 'bignumber.js';
import type { AccountState, Exchange, Holdings, OrderReport, OrderRequest } from '../model/exchange.ts';
import type { ScriptedFeed } from './scripted.suite.ts';

/** What the exchange wrote down of an order; what it holds follows from these lines alone. */
export type Line = { readonly request: OrderRequest; readonly report: OrderReport };

const funds: AccountState['balances'] = { USDT: '10000' };
const feeRate = 0.001;

/** The lines of an exchange whose state is a file: it goes on when the bot's process ends. */
export const readVenue = (file: string): readonly Line[] => {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
};

/** What an account holds after these orders, by asset. */
export const holdingsOf = (lines: readonly Line[]): Record<string, string> => {
  const sums = new Map(Object.entries(funds).map(([asset, amount]) => [asset, new BigNumber(amount)]));
  const add = (asset: string, amount: BigNumber) => sums.set(asset, amount.plus(sums.get(asset) ?? 0));
  for (const { request, report } of lines) {
    const [base = '', quote = ''] = request.symbol.split('/');
    const sign = request.side === 'buy' ? 1 : -1;
    add(base, new BigNumber(report.filled_quantity).multipliedBy(sign));
    add(quote, new BigNumber(report.filled_quote).multipliedBy(-sign));
    for (const fee of report.fees) add(fee.asset, new BigNumber(fee.amount).negated());
  }
  return Object.fromEntries([...sums].filter(([, sum]) => !sum.isZero()).map(([asset, sum]) => [asset, sum.toFixed()]));
};

/** `reached` is told of each moment at which the bot's process may end. */
export const fileVenue = (feed: ScriptedFeed, file: string, random: () => number, reached: () => void): Exchange => {
  const lines = new Map(readVenue(file).map((line) => [line.request.client_order_id, line]));
  const answer = (id: string) => {
    const line = lines.get(id);
    return line ? ({ kind: 'report', report: line.report } as const) : ({ kind: 'not-found' } as const);
  };
  return {
    market: feed,
    account: {
      ...{ id: feed.venue, venue: feed.venue, money: 'test', notFoundAfterMs: 2000 },
      place: async (request) => {
        reached();
        const chance = random();
        if (chance < 0.05) return { kind: 'refused', reason: 'too many requests' };
        const line = { request, report: filled(request, chance < 0.1 ? 0 : chance < 0.25 ? 0.5 : 1) };
        // A second order of the same id is written down too: that is what must never be.
        appendFileSync(file, `${JSON.stringify(line)}\n`);
        lines.set(request.client_order_id, line);
        reached();
        return chance > 0.9 ? { kind: 'unknown', reason: 'connection reset' } : { kind: 'report', report: line.report };
      },
      lookUp: async ({ client_order_id }) => {
        reached();
        return answer(client_order_id);
      },
      cancel: async ({ client_order_id }) => answer(client_order_id),
      balances: async () => {
        reached();
        return { kind: 'balances', holdings: allFree(holdingsOf([...lines.values()])) };
      },
      openOrders: async () => ({ kind: 'orders', orders: [] }),
      subscribe: () => () => {},
    },
  };
};

const filled = (request: OrderRequest, share: number): OrderReport => {
  const { client_order_id, symbol, side, price } = request;
  const quantity = new BigNumber(request.quantity).multipliedBy(share).decimalPlaces(4, BigNumber.ROUND_DOWN);
  const quote = quantity.multipliedBy(price ?? 0);
  const [base = '', currency = ''] = symbol.split('/');
  const fee = (side === 'buy' ? quantity : quote).multipliedBy(feeRate).toFixed();
  return {
    client_order_id,
    exchange_order_id: `venue-${client_order_id}`,
    symbol,
    state: share === 1 && quantity.isEqualTo(request.quantity) ? 'filled' : 'cancelled',
    filled_quantity: quantity.toFixed(),
    filled_quote: quote.toFixed(),
    fees: quantity.isZero() ? [] : [{ asset: side === 'buy' ? base : currency, amount: fee }],
  };
};

/** Balances of which no order locks anything. */
export const allFree = (total: Readonly<Record<string, string>>): Holdings =>
  Object.fromEntries(Object.entries(total).map(([asset, free]) => [asset, { free, locked: '0' }]));
