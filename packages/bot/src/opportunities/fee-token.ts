import { BigNumber } from 'bignumber.js';
import { freeOf } from '../kernel/balances.ts';
import type { Core } from '../kernel/core.ts';
import type { ExchangeMarkets } from '../kernel/exchange-markets.ts';
import type { ExecutionPlan } from '../model/event.ts';
import type { Cycle } from '../strategy/cycle.ts';

type Needs = Pick<Core, 'markets' | 'recorder' | 'valuation'>;

/** It is assumed to pay only while so many times what it pays is free. */
const cover = 2;
/** It begins to be assumed when a little more is free, so that it does not change with every price. */
const margin = 1.2;
const mostLegs = 4;

/** The orders of a cycle and those that may unwind what each leg but the last brings. */
const ordersOf = (legs: number): number => 2 * legs - 1;

/** Whether so much of the token is free that it may be assumed to pay for the largest execution at an exchange. */
export const coversFees = (needs: Needs, markets: ExchangeMarkets, isAssumed: boolean): boolean => {
  const { recorder, valuation } = needs;
  const payer = markets.feePayer();
  const rate = payer && valuation.rate(markets.exchange, payer.asset);
  if (payer === null || rate === null) return false;
  const needed = cover * ordersOf(mostLegs) * recorder.state.parameters.max_capital_per_route * payer.takerFee;
  const free = freeOf(needs, markets.exchange, payer.asset).multipliedBy(rate);
  return free.isGreaterThanOrEqualTo(isAssumed ? needed : needed * margin);
};

/**
 * What is to be reserved of the token for an execution of so much capital, in USD; null where the whole fee has to be reckoned with: too
 * little is free, it has no price, or the cycle trades the token itself.
 */
export const feeReserve = (
  needs: Needs,
  markets: ExchangeMarkets,
  { edges, symbols }: Pick<Cycle, 'edges' | 'symbols'>,
  capitalUsd: number,
): NonNullable<ExecutionPlan['fee_token']> | null => {
  const { valuation } = needs;
  const own = edges.flatMap((edge) => markets.markets[edge >> 1]?.instrument ?? []);
  const asset = own.find(({ tokenFee }) => tokenFee !== undefined)?.feeToken?.asset;
  const rate = asset === undefined ? null : valuation.rate(markets.exchange, asset);
  if (asset === undefined || rate === null || symbols.includes(asset)) return null;
  const most = Math.max(...own.map(({ takerFee }) => takerFee));
  const amount = new BigNumber(cover * ordersOf(edges.length) * capitalUsd * most).dividedBy(rate).decimalPlaces(8);
  return amount.isGreaterThan(freeOf(needs, markets.exchange, asset)) ? null : { asset, amount: amount.toFixed() };
};

/** An asset that pays fees of the cycle and has no known price: without it the profit is unknown. */
export const unpricedToken = ({ valuation }: Pick<Core, 'valuation'>, markets: ExchangeMarkets, { edges }: Cycle) =>
  edges
    .flatMap((edge) => markets.markets[edge >> 1]?.instrument.feeToken?.asset ?? [])
    .find((asset) => valuation.rate(markets.exchange, asset) === null) ?? null;

/** Whether a token is assumed to pay fees of the cycle. */
export const isPaidInToken = ({ markets }: ExchangeMarkets, { edges }: Cycle): boolean =>
  edges.some((edge) => markets[edge >> 1]?.instrument.tokenFee !== undefined);
