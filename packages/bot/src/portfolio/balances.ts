import type { BalancesRecord, ExchangeBalancesRecord, TradingMode } from '@triquad/core/contract';
import { BigNumber } from 'bignumber.js';
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

type Hop = { readonly to: string; readonly rate: number; readonly cost: number };

/** From each asset, the assets it prices: `rate` is the price of `to` in units of the asset. */
function marketsByAsset(quotes: Iterable<Quote>): ReadonlyMap<string, readonly Hop[]> {
  const hops = new Map<string, Hop[]>();
  const add = (from: string, hop: Hop) => {
    const known = hops.get(from);
    if (known) known.push(hop);
    else hops.set(from, [hop]);
  };
  for (const { base, quote, bid, ask } of quotes) {
    const mid = (bid + ask) / 2;
    const cost = Math.log(ask / bid);
    add(quote, { to: base, rate: mid, cost });
    add(base, { to: quote, rate: 1 / mid, cost });
  }
  return hops;
}

function spread(markets: ReadonlyMap<string, readonly Hop[]>, known: UsdPrices): UsdPrices {
  const settled = new Map<string, number>();
  const open = new Map<string, Reached>([...known].map(([asset, price]) => [asset, { price, cost: 0 }]));
  for (let asset = nearest(open); asset !== null; asset = nearest(open)) {
    const { price, cost } = open.get(asset) as Reached;
    open.delete(asset);
    settled.set(asset, price);
    for (const hop of markets.get(asset) ?? []) {
      const total = cost + hop.cost;
      const reached = open.get(hop.to);
      if (settled.has(hop.to) || (reached && reached.cost <= total)) continue;
      open.set(hop.to, { price: price * hop.rate, cost: total });
    }
  }
  return settled;
}

type Reached = { readonly price: number; readonly cost: number };

/** The first of those that cost least. */
function nearest(open: ReadonlyMap<string, Reached>): string | null {
  let best: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const [asset, { cost }] of open) {
    if (best !== null && cost >= least) continue;
    best = asset;
    least = cost;
  }
  return best;
}

export type BalancesInput = {
  readonly ledger: Ledger;
  readonly mode: TradingMode;
  readonly exchanges: readonly string[];
  /** What running orders and executions hold back of the asset at the exchange, zero when nothing. */
  readonly reserved: (exchange: string, asset: string) => BigNumber;
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
    last_updated: new Date(input.at).toISOString(),
  };
}

function exchangeBalances(exchange: string, input: BalancesInput): ExchangeBalancesRecord {
  const balances: ExchangeBalancesRecord['balances'] = {};
  for (const [asset, total] of input.ledger.holdings(input.mode, exchange)) {
    const reserved = input.reserved(exchange, asset);
    const price = total.isZero() ? 0 : input.prices.get(asset);
    balances[asset] = {
      total: total.toNumber(),
      free: total.minus(reserved).toNumber(),
      reserved: reserved.toNumber(),
      value_usd: price === undefined ? null : total.multipliedBy(price).toNumber(),
    };
  }
  const total = sumKnown(Object.values(balances).map(({ value_usd }) => value_usd));
  return { exchange, total_usd: total, error: input.errors.get(exchange) ?? null, balances };
}

function sumKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : BigNumber.sum(...known).toNumber();
}
