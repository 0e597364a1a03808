import type { BalancesRecord, ExchangeBalancesRecord, TradingMode } from '@triquad/core/contract';
import { BigNumber } from 'bignumber.js';
import type { Holding } from '../model/equity-event.ts';
import { isoTime } from '../model/moment.ts';
import type { Ledger } from './ledger.ts';

/** The best prices of a market, quote per base; both greater than zero, not crossed. */
export type Quote = { readonly base: string; readonly quote: string; readonly bid: number; readonly ask: number };

/** USD for one unit of an asset; an asset without a way to USD is absent. */
export type UsdPrices = ReadonlyMap<string, number>;

/** Held at USD 1 where no market leads from them to USD. */
const dollarTokens = ['USDT', 'USDC'];

/**
 * Prices every asset in USD by the mid prices of the quotes, along the way that loses least to spreads (Dijkstra over
 * ln(ask/bid)), so that a wide or illiquid market never prices what a tight one can.
 */
export function usdPrices(quotes: Iterable<Quote>): UsdPrices {
  const markets = marketsByAsset(quotes);
  const prices = spread(markets, new Map([['USD', 1]]));
  const unreached = dollarTokens.filter((token) => !prices.has(token));
  if (unreached.length === 0) return prices;
  return spread(markets, new Map([...prices, ...unreached.map((token) => [token, 1] as const)]));
}

/** The way from one asset to another: `rate` is the price of `to` in units of the first. */
type Hop = { readonly to: Node; readonly rate: number; readonly cost: number };
/** An asset with what it prices, and how far the search has come with it. */
type Node = { readonly asset: string; readonly hops: Hop[]; price: number; cost: number; isSettled: boolean };

function marketsByAsset(quotes: Iterable<Quote>): ReadonlyMap<string, Node> {
  const nodes = new Map<string, Node>();
  const node = (asset: string): Node => {
    const known = nodes.get(asset);
    if (known) return known;
    const fresh: Node = { asset, hops: [], price: 0, cost: 0, isSettled: false };
    nodes.set(asset, fresh);
    return fresh;
  };
  for (const { base, quote, bid, ask } of quotes) {
    const mid = (bid + ask) / 2;
    const cost = Math.log(ask / bid);
    const [from, to] = [node(quote), node(base)];
    from.hops.push({ to, rate: mid, cost });
    to.hops.push({ to: from, rate: 1 / mid, cost });
  }
  return nodes;
}

function spread(markets: ReadonlyMap<string, Node>, known: UsdPrices): UsdPrices {
  const settled = new Map<string, number>();
  for (const node of markets.values()) node.isSettled = false;
  const open = new Set<Node>();
  for (const [asset, price] of known) {
    const node = markets.get(asset);
    if (node === undefined) settled.set(asset, price);
    else open.add(Object.assign(node, { price, cost: 0 }));
  }
  for (let node = nearest(open); node !== null; node = nearest(open)) {
    open.delete(node);
    node.isSettled = true;
    settled.set(node.asset, node.price);
    for (const { to, rate, cost } of node.hops) {
      const total = node.cost + cost;
      if (to.isSettled || (open.has(to) && to.cost <= total)) continue;
      to.price = node.price * rate;
      to.cost = total;
      open.add(to);
    }
  }
  return settled;
}

/** The first of those that cost least. */
function nearest(open: ReadonlySet<Node>): Node | null {
  let best: Node | null = null;
  for (const node of open) if (best === null || node.cost < best.cost) best = node;
  return best;
}

/** What one execution, order or difference holds of an asset, or what the exchange may yet take as the fee of an order (`id` is the order's). */
export type ReservedShare = {
  readonly kind: 'execution' | 'order' | 'difference' | 'fee';
  readonly id: string;
  readonly amount: BigNumber;
};

export type BalancesInput = {
  readonly ledger: Ledger;
  readonly mode: TradingMode;
  readonly exchanges: readonly string[];
  /** What of the asset at the exchange nothing else may spend. */
  readonly reserved: (exchange: string, asset: string) => readonly ReservedShare[];
  /** What the holding cost in USD; null where that is not known. */
  readonly cost: (exchange: string, asset: string) => number | null;
  /** What executions left that can be sold, and what is too little for it. */
  readonly residual: readonly Holding[];
  readonly dust: readonly Holding[];
  readonly prices: UsdPrices;
  /** Why the balances of an exchange cannot be trusted now, by exchange. */
  readonly errors: ReadonlyMap<string, string>;
  /** UTC milliseconds. */
  readonly at: number;
};

/** The wallets as the ledger has them. What has no price has no value: null, never 0. */
export function walletBalances(input: BalancesInput): BalancesRecord {
  const exchanges = input.exchanges.map((exchange) => exchangeBalances(exchange, input));
  return {
    exchanges,
    total_usd: sumKnown(exchanges.map(({ total_usd }) => total_usd)),
    last_updated: isoTime(input.at),
  };
}

function exchangeBalances(exchange: string, input: BalancesInput): ExchangeBalancesRecord {
  const balances: ExchangeBalancesRecord['balances'] = {};
  for (const [asset, total] of input.ledger.holdings(input.mode, exchange)) {
    const shares = input.reserved(exchange, asset);
    const reserved = shares.reduce((sum, { amount }) => sum.plus(amount), new BigNumber(0));
    const price = total.isZero() ? 0 : input.prices.get(asset);
    const residual = amountIn(input.residual, exchange, asset);
    const dust = amountIn(input.dust, exchange, asset);
    const left = residual.plus(dust);
    balances[asset] = {
      total: total.toNumber(),
      free: total.minus(reserved).toNumber(),
      reserved: reserved.toNumber(),
      reserved_by: shares.map(({ kind, id, amount }) => ({ kind, id, amount: amount.toNumber() })),
      value_usd: price === undefined ? null : total.multipliedBy(price).toNumber(),
      // A dollar is what cost is counted in.
      cost_usd: asset === 'USD' || dollarTokens.includes(asset) ? null : input.cost(exchange, asset),
      residual: residual.toNumber(),
      dust: dust.toNumber(),
      ...(price !== undefined && { usd: left.multipliedBy(price).toNumber() }),
    };
  }
  const total = sumKnown(Object.values(balances).map(({ value_usd }) => value_usd));
  return { exchange, total_usd: total, error: input.errors.get(exchange) ?? null, balances };
}

const amountIn = (holdings: readonly Holding[], exchange: string, asset: string): BigNumber =>
  holdings
    .filter((one) => one.exchange === exchange && one.asset === asset)
    .reduce((sum, { amount }) => sum.plus(amount), new BigNumber(0));

function sumKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : BigNumber.sum(...known).toNumber();
}
