import {
  atExchange,
  type BalancesRecord,
  type ExchangeBalancesRecord,
  type Provenance,
  type TradingMode,
} from '@triquad/core/contract';
import { BigNumber } from 'bignumber.js';
import type { Holding } from '../model/equity-event.ts';
import { isoTime } from '../model/moment.ts';
import type { Ledger } from './ledger.ts';
import { dollarTokens, type UsdPrices } from './usd-prices.ts';

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
  readonly provenance: Provenance | null;
  /** UTC milliseconds. */
  readonly at: number;
};

/** The wallets as the ledger has them. What has no price has no value: null, never 0. */
export function walletBalances(input: BalancesInput): BalancesRecord {
  const exchanges = input.exchanges.map((exchange) => exchangeBalances(exchange, input));
  return {
    provenance: input.provenance,
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
  const provenance = input.provenance && atExchange(input.provenance, exchange);
  return { exchange, provenance, total_usd: total, error: input.errors.get(exchange) ?? null, balances };
}

const amountIn = (holdings: readonly Holding[], exchange: string, asset: string): BigNumber =>
  holdings
    .filter((one) => one.exchange === exchange && one.asset === asset)
    .reduce((sum, { amount }) => sum.plus(amount), new BigNumber(0));

function sumKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : BigNumber.sum(...known).toNumber();
}
