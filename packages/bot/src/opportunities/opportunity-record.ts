import type { LegRecord, OpportunityRecord } from '@triquad/core/contract';
import type { Market } from '../kernel/market.ts';
import { levelsOf } from '../market/book-side.ts';
import { since } from '../model/clock.ts';
import type { Stamp } from '../model/event.ts';
import { feeOf } from '../model/instrument.ts';
import { depthNear } from '../model/levels.ts';
import { isoTime } from '../model/moment.ts';
import { type RiskFacts, scoreLiquidity, scoreRisk } from '../strategy/scoring.ts';
import type { SizedLeg } from '../strategy/sizing.ts';
import type { Dislocation } from './dislocation.ts';
import { longestLifeMs, type Sized } from './opportunity.ts';

/** What the record says beyond the cycle itself. */
export type Circumstances = Pick<RiskFacts, 'volatilityPct' | 'fillRate'> &
  Stamp & { readonly executionMs: number | null; readonly provenance: OpportunityRecord['provenance'] };

/** The dislocation it is of, and how many other cycles that made profitable. */
export type Kinship = { readonly dislocation: Pick<Dislocation, 'id' | 'edge'>; readonly alternatives: number };

/** The fields that change while an opportunity lives. */
export const changing = (sized: Sized, circumstances: Circumstances, { dislocation, alternatives }: Kinship) => {
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
    alternatives,
    moved: movedOf(sized, dislocation.edge),
    book_age_ms: oldestBookMs(ownMarkets, circumstances),
    break_even_fee_pct: breakEvenFeePct(sized, ownMarkets),
  } satisfies Partial<OpportunityRecord>;
};

/** By how much profit or size must move to be sent again: 5 %. */
const worthTelling = 0.05;

/** Whether clients are to be sent it again. */
export const hasMoved = (before: OpportunityRecord, after: OpportunityRecord): boolean =>
  differs(before.profit_pct, after.profit_pct) || differs(before.capital_required ?? 0, after.capital_required ?? 0);

const differs = (before: number, after: number): boolean => Math.abs(after - before) >= Math.abs(before) * worthTelling;

export const opportunityRecord = (
  id: string,
  sized: Sized,
  circumstances: Circumstances,
  kinship: Kinship,
): OpportunityRecord => {
  const { cycle, markets } = sized;
  return {
    id,
    provenance: circumstances.provenance,
    type: cycle.type,
    exchange: markets.exchange,
    symbols: [...cycle.symbols],
    path: [...cycle.symbols],
    markets: [...cycle.markets],
    ...changing(sized, circumstances, kinship),
    dislocation_id: kinship.dislocation.id,
    detected_at: isoTime(circumstances.at),
    expires_at: isoTime(circumstances.at + longestLifeMs),
    is_valid: true,
    lifetime_ms: null,
    decision: null,
    outcome: { outcome: 'open' },
  };
};

/** Which side of which market moved, and by how much it is better than what the other markets of the cycle make of it, before fees. */
const movedOf = ({ cycle, markets }: Sized, edge: number): OpportunityRecord['moved'] => {
  const gross = cycle.product / keptAfterFees(cycle.edges.flatMap((own) => markets.markets[own >> 1] ?? []));
  const market = markets.markets[edge >> 1]?.instrument.symbol ?? '';
  return { market, side: edge % 2 === 0 ? 'sell' : 'buy', off_pct: (gross - 1) * 100 };
};

/** The share that the fees of all legs leave. */
const keptAfterFees = (markets: readonly Market[]): number =>
  markets.reduce((kept, { instrument }) => kept * (1 - feeOf(instrument)), 1);

/** The fee on each leg at which nothing would be left of the profit at its size, in percent. */
const breakEvenFeePct = ({ sizing }: Sized, markets: readonly Market[]): number => {
  const gross = (1 + sizing.profit_pct / 100) / keptAfterFees(markets);
  return (1 - gross ** (-1 / markets.length)) * 100;
};

const oldestBookMs = (markets: readonly Market[], { received }: Circumstances): number =>
  Math.max(...markets.map(({ book }) => since(book.receiveTime, received)));

const legRecord = (leg: SizedLeg, market: Market | undefined): LegRecord => ({
  market: leg.market,
  side: leg.side,
  price: leg.price,
  quantity: leg.quantity,
  fee_pct: (market ? feeOf(market.instrument) : 0) * 100,
});

const liquidityOf = (leg: SizedLeg, market: Market | undefined) => ({
  market: leg.market,
  quantity: leg.quantity,
  depthWithinTenthPercent: market
    ? depthNear(levelsOf(leg.side === 'buy' ? market.book.asks : market.book.bids), 0.001)
    : 0,
});

const riskFacts = ({ sizing }: Sized, markets: readonly Market[], circumstances: Circumstances): RiskFacts => ({
  legs: markets.length,
  profitPct: sizing.profit_pct,
  feesPct: markets.reduce((sum, { instrument }) => sum + feeOf(instrument) * 100, 0),
  oldestBookMs: oldestBookMs(markets, circumstances),
  volatilityPct: circumstances.volatilityPct,
  fillRate: circumstances.fillRate,
});

/** The best of the triangles through three of the four currencies, in percent after fees; null when none has its markets. */
const bestTriangle = ({ cycle, markets }: Sized): number | null => {
  const currencies = cycle.symbols.slice(0, -1);
  // Looked up once for each pair: they have them in common.
  const edges = currencies.map((from) => currencies.map((to) => (from === to ? null : markets.edge(from, to))));
  const productOf = (path: readonly number[]): number => {
    const own = path.map((from, at) => edges[from]?.[path[(at + 1) % path.length] ?? 0] ?? null);
    return own.every((edge) => edge !== null) ? markets.detector().product(own) : 0;
  };
  const best = Math.max(...triangles.map(productOf));
  return best > 0 ? (best - 1) * 100 : null;
};

/** The triangles through three of four places, both ways. */
const triangles = [0, 1, 2, 3].flatMap((left) => {
  const three = [0, 1, 2, 3].filter((place) => place !== left);
  return [three, three.toReversed()];
});
