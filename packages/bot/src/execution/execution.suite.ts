import { BigNumber } from 'bignumber.js';
import type { PlannedLeg } from '../model/event.ts';
import type { Instrument } from '../model/instrument.ts';
import type { Levels } from '../model/levels.ts';
import type { Execution, Order } from '../model/state.ts';
import { scriptedInstruments } from '../venues/scripted.suite.ts';
import type { Books, StepContext } from './step.ts';
import type { Exit } from './way-back.ts';

export const levels = (...offers: readonly (readonly [price: number, size: number])[]): Levels => ({
  price: Float64Array.from(offers, ([price]) => price),
  size: Float64Array.from(offers, ([, size]) => size),
  count: offers.length,
});

const leg = (
  at: number,
  symbol: string,
  side: 'buy' | 'sell',
  from: string,
  to: string,
  quantity: string,
  price: string,
): PlannedLeg => ({
  leg: at,
  symbol,
  side,
  from,
  to,
  quantity,
  price,
  expected_price: price,
  fee_pct: 0.1,
});

/** USDT → BTC → ETH → USDT with 1,000 USDT, planned to bring 1,008.744. */
export const execution = (change: Partial<Execution> = {}): Execution => ({
  id: 'x',
  opportunity_id: 'o',
  opportunity_type: 'TRI',
  exchange: 'kucoin',
  mode: 'paper',
  dry_run: true,
  trigger: 'automatic',
  path: ['USDT', 'BTC', 'ETH', 'USDT'],
  legs: [
    leg(1, 'BTC/USDT', 'buy', 'USDT', 'BTC', '0.02', '50000'),
    leg(2, 'ETH/BTC', 'buy', 'BTC', 'ETH', '0.3996', '0.05'),
    leg(3, 'ETH/USDT', 'sell', 'ETH', 'USDT', '0.3992', '2530'),
  ],
  start_amount: '1000',
  expected_end: '1008.744',
  usd_rate: 1,
  status: 'legs',
  order_ids: [],
  unwind_reason: null,
  unwind_started_at: null,
  profit: null,
  left: [],
  fees_usd: null,
  error_message: null,
  started_at: 0,
  finished_at: null,
  ...change,
});

/** An order of a leg, wholly filled at its price with its fee unless said otherwise. */
export const filledLeg = (at: number, change: Partial<Order> = {}): Order => {
  const planned = execution().legs[at - 1];
  const { symbol = '', side = 'buy', quantity = '0', price = '0' } = planned ?? {};
  const [base = '', quote = ''] = symbol.split('/');
  const filled = new BigNumber(change.filled_quantity ?? quantity);
  const cost = filled.multipliedBy(price);
  const charged = side === 'buy' ? { asset: base, amount: filled } : { asset: quote, amount: cost };
  const fee = { asset: charged.asset, amount: charged.amount.multipliedBy('0.001').toFixed() };
  const { fees = filled.isZero() ? [] : [fee] } = change;
  return {
    id: `leg-${at}`,
    client_order_id: `leg-${at}`,
    exchange: 'kucoin',
    mode: 'paper',
    symbol,
    base,
    quote,
    side,
    order_type: 'limit',
    time_in_force: 'IOC',
    quantity,
    price,
    purpose: 'leg',
    execution_id: 'x',
    leg: at,
    expected_price: price,
    deadline: 5000,
    status: 'filled',
    exchange_order_id: null,
    filled_quantity: filled.toFixed(),
    filled_quote: cost.toFixed(),
    fees,
    ...(fees.length > 0 && { fees_known: filled.toFixed() }),
    reason: null,
    created_at: 0,
    sent_at: 0,
    updated_at: 0,
    ...change,
  };
};

const books: Readonly<Record<string, { readonly buy: Levels; readonly sell: Levels }>> = {
  'BTC/USDT': { buy: levels([50_000, 1]), sell: levels([49_990, 1]) },
  'ETH/BTC': { buy: levels([0.05, 10]), sell: levels([0.0499, 10]) },
  'ETH/USDT': { buy: levels([2531, 10]), sell: levels([2530, 10]) },
};

const booksAsPlanned: Books['levels'] = (symbol, side) => books[symbol]?.[side] ?? null;

const exitOf = (instrument: Instrument, asset: string, levels: Books['levels']): Exit => {
  const side = instrument.base === asset ? 'sell' : 'buy';
  const to = side === 'sell' ? instrument.quote : instrument.base;
  return { instrument, side, to, levels: levels(instrument.symbol, side) };
};

/** The scripted markets as ways out, with these books. */
export const exitsOf = (levels: Books['levels']): Pick<Books, 'exits' | 'exit'> => {
  const exits = (asset: string): readonly Exit[] =>
    scriptedInstruments()
      .filter(({ base, quote }) => base === asset || quote === asset)
      .map((instrument) => exitOf(instrument, asset, levels));
  return { exits, exit: (from, to) => exits(from).find((one) => one.to === to) ?? null };
};

/** Books as the plan found them, nothing halted. */
export const context = (change: Partial<StepContext> = {}): StepContext => ({
  ...exitsOf(change.levels ?? booksAsPlanned),
  now: 1000,
  trading: 'active',
  instrument: (symbol) => scriptedInstruments().find((one) => one.symbol === symbol) ?? null,
  levels: booksAsPlanned,
  price: () => null,
  maxUnwindLossPct: 1,
  held: () => new BigNumber(1_000_000),
  unwindMaxOrders: 4,
  stageMs: 0,
  ...change,
});
