import { expect, test } from 'vitest';
import { scaled } from '../engine/scale.suite.ts';
import { evolvedOrder } from '../kernel/order-shape.ts';
import type { ExecutionFees, OrderReport } from '../model/exchange.ts';
import type { Order } from '../model/state.ts';
import { isTransfer, Ledger } from '../portfolio/ledger.ts';
import { seededRandom } from '../venues/simulated/simulated-random.ts';
import { filledLeg } from './execution.suite.ts';
import { factsOf } from './order-report.ts';

// The oracle counts in whole satoshis and cents: what the exchange last stood by, without code of the product.

type Execution = { readonly id: string; readonly sats: number; readonly cents: number; readonly fee: number };
type Truth = {
  readonly side: 'buy' | 'sell';
  readonly ordered: number;
  readonly executions: readonly Execution[];
  readonly byExecution: boolean;
};
const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0);
const btc = (sats: number): string => (sats / 1e8).toFixed(8);
const usdt = (cents: number): string => (cents / 100).toFixed(2);

/** What the exchange may report after its first `count` executions. */
const reportOf = (
  { side, executions, byExecution }: Truth,
  count: number,
  state: OrderReport['state'],
  lacks: { readonly amount?: boolean; readonly fees?: boolean; readonly others?: boolean } = {},
): OrderReport => {
  const done = executions.slice(0, count);
  const fee = (amount: number) => ({
    asset: side === 'buy' ? 'BTC' : 'USDT',
    amount: side === 'buy' ? btc(amount) : usdt(amount),
  });
  const named = (lacks.others ? done.slice(-1) : done).map((one): ExecutionFees & { quantity: string } => {
    return { id: one.id, quantity: btc(one.sats), fees: one.sats === 0 ? [] : [fee(one.fee)] };
  });
  const paid = lacks.amount ? 0 : sum(done.map(({ cents }) => cents));
  return {
    ...{ client_order_id: 'leg-1', exchange_order_id: 'e', symbol: 'BTC/USDT', state },
    filled_quantity: btc(sum(done.map(({ sats }) => sats))),
    filled_quote: usdt(paid),
    fees: lacks.fees || byExecution ? [] : [fee(sum(done.map((one) => one.fee)))],
    ...(byExecution && { executions: lacks.fees ? [] : named }),
  };
};

const drawn = (seed: number) => {
  const { uniform: random } = seededRandom(seed);
  const below = (most: number): number => Math.floor(random() * most);
  const shuffled = <T>(items: readonly T[]): T[] =>
    items
      .map((item) => ({ item, place: random() }))
      .sort((a, b) => a.place - b.place)
      .map(({ item }) => item);
  const [side, byExecution] = [random() < 0.5 ? 'buy' : 'sell', random() < 0.5] as const;
  const first = Array.from({ length: 1 + below(4) }, (_, place): Execution => {
    const sats = 1_000_000 + below(9_000_000);
    const cents = Math.round(sats * (0.049 + random() * 0.002));
    return { id: `t${place}`, sats, cents, fee: side === 'buy' ? Math.ceil(sats / 1000) : Math.ceil(cents / 1000) };
  });
  const ordered = sum(first.map(({ sats }) => sats)) - (random() < 0.1 ? 1_000 : 0);
  const before: Truth = { side, ordered, executions: first, byExecution };
  const fate = random();
  const changed = first.map((one, place): Execution => {
    if (place < first.length - 1 || fate > 0.5) return one;
    if (fate < 0.2 && first.length > 1) return { ...one, sats: 0, cents: 0, fee: 0 };
    const cents = Math.round(one.cents * (0.8 + random() * 0.4));
    return { ...one, cents, fee: side === 'buy' ? one.fee : Math.ceil(cents / 1000) };
  });
  const after: Truth = { ...before, executions: changed };
  const some = first.flatMap((_, place) => [
    reportOf(before, place + 1, 'open', { others: true }),
    reportOf(before, place + 1, 'open', { amount: random() < 0.5, fees: random() < 0.5 }),
  ]);
  const lack = { amount: random() < 0.7, fees: random() < 0.5 };
  const ends = [reportOf(before, first.length, 'filled', lack), reportOf(before, first.length, 'filled')];
  const all = shuffled([...some, ...some, ...ends, ...ends]).slice(below(3));
  return { all, before, after, random, isChanged: fate <= 0.5 };
};

/** The order and its ledger after these reports, one after the other. */
const booked = ({ side, ordered }: Truth, reports: readonly OrderReport[], isOverdue: () => boolean) => {
  const start = { status: 'sent', side, filled_quantity: '0', filled_quote: '0', fees: [] } as const;
  let order: Order = filledLeg(1, { ...start, quantity: btc(ordered), price: side === 'buy' ? '52000' : '48000' });
  const ledger = new Ledger();
  let seq = 0;
  const types: string[] = [];
  for (const report of reports) {
    for (const fact of factsOf(order, report, 7, () => 1, isOverdue())) {
      types.push(fact.type === 'AccountHalted' ? fact.cause : fact.type);
      if (isTransfer(fact)) ledger.post(++seq, fact);
      if (fact.type !== 'AccountHalted') order = evolvedOrder(order, fact);
    }
    expect([...ledger.imbalances()]).toEqual([]);
  }
  return { order, ledger, types };
};

/** What the order and the account are in the end, by the oracle. */
const wanted = ({ side, executions }: Truth) => {
  const [sats, cents, fee] = (['sats', 'cents', 'fee'] as const).map((what) => sum(executions.map((one) => one[what])));
  const way = side === 'buy' ? 1 : -1;
  return {
    filled: [Number(btc(sats ?? 0)), Number(usdt(cents ?? 0))],
    BTC: Number(btc(way * (sats ?? 0) - (side === 'buy' ? (fee ?? 0) : 0))),
    USDT: Number(usdt(-way * (cents ?? 0) - (side === 'sell' ? (fee ?? 0) : 0))),
  };
};
const found = ({ order, ledger }: ReturnType<typeof booked>) => ({
  filled: [Number(order.filled_quantity), Number(order.filled_quote)],
  BTC: ledger.balance('paper', 'kucoin', 'BTC').toNumber(),
  USDT: ledger.balance('paper', 'kucoin', 'USDT').toNumber(),
});

const seeds = Array.from({ length: scaled(1_000, 20_000, 1_000_000) }, (_, seed) => seed);

test('reports that are shuffled, repeated and behind are booked once: each fill with its amount and its fee', () => {
  const seen = new Set<string>();
  for (const seed of seeds) {
    const { all, before, after, random } = drawn(seed);
    const first = booked(before, [...all, reportOf(before, before.executions.length, 'filled')], () => false);
    expect({ seed, ...found(first) }).toEqual({ seed, ...wanted(before) });
    const isOver = sum(before.executions.map(({ sats }) => sats)) > before.ordered;
    expect({ seed, isOver: first.types.includes('overfilled') }).toEqual({ seed, isOver });
    // What the exchange stands by last is right, whatever came before it, and whatever amounts never came in time.
    const last = reportOf(after, after.executions.length, 'cancelled');
    const lacking = booked(after, [...all, last], () => random() < 0.3);
    expect({ seed, ...found(lacking) }).toEqual({ seed, ...wanted(after) });
    for (const type of [...first.types, ...lacking.types]) seen.add(type);
  }
  for (const type of ['FeeCharged', 'FillCorrected', 'FillRepriced', 'fill_corrected', 'fill_repriced', 'overfilled'])
    expect(seen).toContain(type);
});
