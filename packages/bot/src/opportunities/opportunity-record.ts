import type { LegRecord, OpportunityRecord } from '@triquad/core/contract';
import type { ExchangeMarkets, Market } from '../kernel/markets.ts';
import { since } from '../model/clock.ts';
import type { Stamp } from '../model/event.ts';
import { depthNear } from '../model/levels.ts';
import { isoTime } from '../model/moment.ts';
import { type RiskFacts, scoreLiquidity, scoreRisk } from '../strategy/scoring.ts';
import type { SizedLeg } from '../strategy/sizing.ts';
import type { Sized } from './opportunity.ts';

/** What the record says beyond the cycle itself. */
export type Circumstances = Pick<RiskFacts, 'volatilityPct' | 'fillRate'> &
  Stamp & { readonly executionMs: number | null };

/** How long an opportunity may live, in ms. */
export const longestLifeMs = 10_000;

/** The fields that change while an opportunity lives. */
export const changing = (sized: Sized, circumstances: Circumstances) => {
  const { cycle, sizing, usdRate, markets } = sized;
  const ownMarkets = cycle.edges.map((edge) => markets.markets[edge >> 1]).filter((market) => market !== undefined);
  const liquidity = scoreLiquidity(sizing.legs.map((leg, at) => liquidityOf(leg, ownMarkets[at])));
  const risk = scoreRisk(riskFacts(sized, ownMarkets, circumstances));
  return {
    legs: sizing.legs.map((leg, at) => legRecord(leg, ownMarkets[at])),
    profit_pct: sizing.profit_pct,
    profit_usd: sizing.profit * usdRate,
    profit_absolute: sizing.profit * usdRate,
    capital_required: sizing.capital_required * usdRate,
    liquidity_level: liquidity.level,
    risk_level: risk.level,
    risk: risk.level,
    risk_reasons: [...risk.reasons, ...liquidity.reasons],
    execution_time_ms: circumstances.executionMs,
    best_tri_pct: cycle.type === 'QUAD' ? bestTriangle(sized) : null,
  } satisfies Partial<OpportunityRecord>;
};

export const opportunityRecord = (id: string, sized: Sized, circumstances: Circumstances): OpportunityRecord => {
  const { cycle, markets } = sized;
  return {
    id,
    type: cycle.type,
    exchange: markets.exchange,
    symbols: [...cycle.symbols],
    path: [...cycle.symbols],
    markets: [...cycle.markets],
    ...changing(sized, circumstances),
    detected_at: isoTime(circumstances.at),
    expires_at: isoTime(circumstances.at + longestLifeMs),
    is_valid: true,
    lifetime_ms: null,
    decision: null,
  };
};

const legRecord = (leg: SizedLeg, market: Market | undefined): LegRecord => ({
  market: leg.market,
  side: leg.side,
  price: leg.price,
  quantity: leg.quantity,
  fee_pct: (market?.instrument.takerFee ?? 0) * 100,
});

const liquidityOf = (leg: SizedLeg, market: Market | undefined) => ({
  market: leg.market,
  quantity: leg.quantity,
  depthWithinTenthPercent: market ? depthNear(leg.side === 'buy' ? market.book.asks : market.book.bids, 0.001) : 0,
});

const riskFacts = ({ sizing }: Sized, markets: readonly Market[], circumstances: Circumstances): RiskFacts => ({
  legs: markets.length,
  profitPct: sizing.profit_pct,
  feesPct: markets.reduce((sum, { instrument }) => sum + instrument.takerFee * 100, 0),
  oldestBookMs: Math.max(...markets.map(({ book }) => since(book.receiveTime, circumstances.received))),
  volatilityPct: circumstances.volatilityPct,
  fillRate: circumstances.fillRate,
});

/** The best of the triangles through three of the four currencies, in percent after fees; null when none has its markets. */
const bestTriangle = ({ cycle, markets }: Sized): number | null => {
  const currencies = cycle.symbols.slice(0, -1);
  let best = 0;
  for (let left = 0; left < currencies.length; left++) {
    const three = currencies.filter((_, at) => at !== left);
    for (const path of [three, [...three].reverse()]) best = Math.max(best, productOf(path, markets));
  }
  return best > 0 ? (best - 1) * 100 : null;
};

const productOf = (path: readonly string[], markets: ExchangeMarkets): number => {
  const edges = path.map((from, at) => markets.edge(from, path[(at + 1) % path.length] ?? ''));
  return edges.every((edge) => edge !== null) ? markets.detector().product(edges) : 0;
};
