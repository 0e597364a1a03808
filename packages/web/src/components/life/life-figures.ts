import type { Life, Trade } from '@triquad/core/contract';
import { cents } from '../money-steps.ts';

export type Step = {
  readonly kind: 'found' | 'decided' | 'leg' | 'unwinding' | 'ended';
  readonly leg: number | null;
  /** Milliseconds since it was found; `acknowledged` null where it is not known. */
  readonly from: number;
  readonly to: number;
  readonly acknowledged: number | null;
};

/** Steps by the facts of the journal; only the finding if there are no facts. */
export const traceOf = ({ found, facts, trade }: Life): readonly Step[] => {
  const start = Date.parse(found?.at ?? trade?.entry_time ?? '');
  if (Number.isNaN(start)) return [];
  const since = (at: string | null): number => Math.max(0, Date.parse(at ?? '') - start || 0);
  const at = (type: string) => facts.find((fact) => fact.type === type)?.at ?? null;
  const point = (kind: Step['kind'], moment: string | null): Step[] =>
    moment === null ? [] : [{ kind, leg: null, from: since(moment), to: since(moment), acknowledged: null }];
  const orders = [...new Set(facts.flatMap(({ order_id }) => order_id ?? []))];
  const legs = orders.map((id): Step => {
    const own = facts.filter(({ order_id }) => order_id === id);
    const [first] = own;
    const ended = own.findLast(({ type }) => type === 'OrderClosed') ?? own.at(-1);
    const acknowledged = own.find(({ type }) => type === 'OrderAcknowledged')?.at ?? null;
    return {
      kind: first?.says.purpose === 'unwind' ? 'unwinding' : 'leg',
      leg: first?.leg ?? null,
      from: since(first?.at ?? null),
      to: since(ended?.at ?? null),
      acknowledged: acknowledged === null ? null : since(acknowledged),
    };
  });
  return [
    ...point('found', new Date(start).toISOString()),
    ...point('decided', at('ExecutionStarted')),
    ...legs,
    ...point('ended', at('ExecutionFinished')),
  ];
};

type Leg = Trade['legs'][number];

/** By how much the price of a leg was better or worse than planned, in USD of the capital; null before it was filled. */
export const priceEffect = (leg: Leg, capital: number | null): number | null => {
  const { price, expected_price, side, unwind } = leg;
  if (capital === null || unwind || !price || !expected_price) return null;
  return capital * ((side === 'buy' ? expected_price / price : price / expected_price) - 1);
};

/** Value of the remainders at the prices of the fills, in USD; null without remainders, or if a fill states no price. */
export const worthOfLeft = ({ left, facts }: Pick<Life, 'left' | 'facts'>): number | null => {
  const priceOf = (asset: string): number => {
    for (const { says } of facts) {
      const [base, quote] = String(says.symbol ?? '').split('/');
      const amount = asset === base ? says.quantity : asset === quote ? says.quote_quantity : undefined;
      if (says.usd_value !== undefined && amount !== undefined) return Number(says.usd_value) / Number(amount);
    }
    return Number.NaN;
  };
  const worth = left.reduce((sum, { asset, amount }) => sum + Number(amount) * priceOf(asset), 0);
  return left.length > 0 && Number.isFinite(worth) ? worth : null;
};

export type Part = {
  readonly kind: 'shown' | 'plan' | 'leg' | 'rest' | 'unwind' | 'result';
  readonly leg: number | null;
  /** USD: of a total what it is, of a step by how much it changes it. */
  readonly amount: number;
  /** Start of its bar in USD; `to` is its end. */
  readonly from: number;
  readonly to: number;
};

/** By how much it came to more or less than was shown, in cents: the difference of both as they are written. */
export const againstOf = (shown: number | null, result: number | null): number | null =>
  shown === null || result === null ? null : cents(cents(result) - cents(shown));

/** Waterfall from the expected to the actual profit; all bars share one axis with its zero. */
export const waterfallOf = (shown: number | null, trade: Trade | null): readonly Part[] => {
  if (shown === null || trade === null || trade.profit === null) return [];
  const [first, result] = [cents(shown), cents(trade.profit)];
  const parts: Part[] = [{ kind: 'shown', leg: null, amount: first, from: 0, to: first }];
  let level = first;
  const step = (kind: Part['kind'], leg: number | null, usd: number): void => {
    const [amount, to] = [cents(usd), cents(level + cents(usd))];
    parts.push({ kind, leg, amount, from: level, to });
    level = to;
  };
  const planned = trade.expected_profit === null ? 0 : cents(trade.expected_profit - level);
  if (planned !== 0) step('plan', null, planned);
  for (const leg of trade.legs) {
    const effect = priceEffect(leg, trade.capital);
    if (effect !== null) step('leg', leg.leg, effect);
  }
  step(trade.legs.some(({ unwind }) => unwind) ? 'unwind' : 'rest', null, result - level);
  parts.push({ kind: 'result', leg: null, amount: result, from: 0, to: result });
  return parts;
};

/** Share of `amount` in `whole`, in percent; null where that says nothing. */
export const shareOf = (amount: number | null, whole: number | null): number | null =>
  amount === null || whole === null || whole <= 0 ? null : (amount / whole) * 100;
