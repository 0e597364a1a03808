import { BigNumber } from 'bignumber.js';
import { planLegs } from '../execution/plan.ts';
import { unpricedAsset } from '../guards/equity-watch.ts';
import { freeOf } from '../kernel/balances.ts';
import type { Core, Settings, Venues } from '../kernel/core.ts';
import type { ExchangeMarkets } from '../kernel/exchange-markets.ts';
import { exposureOf, growthOf } from '../kernel/exposure.ts';
import { trippedReason } from '../kernel/fold-breakers.ts';
import type { Market } from '../kernel/market.ts';
import { levelsOf } from '../market/book-side.ts';
import { paidInFull } from '../market/fees.ts';
import { since } from '../model/clock.ts';
import type { DecisionReason, ExecutionPlan, NextBest, WhenFound } from '../model/event.ts';
import type { Instrument } from '../model/instrument.ts';
import { ticksIn } from '../model/steps.ts';
import { usd } from '../model/usd.ts';
import { judgeRoute, type Refusal } from '../risk/limits.ts';
import type { Cycle } from '../strategy/cycle.ts';
import { type Effort, type Sizing, type SizingLimits, sizeInLots, type Unsized } from '../strategy/sizing.ts';
import { conditionsOf } from './conditions.ts';
import type { Doubted, Doubts } from './doubts.ts';
import { feeReserve, isPaidInToken, unpricedToken } from './fee-token.ts';
import { offGrid, overBudget, quietness, quietOf, scanOnlyOf, staleness } from './obstacles.ts';
import type { Candidate, Opportunity, Sized } from './opportunity.ts';
import type { RouteMemory } from './route-memory.ts';

/** What an execution would be, or why there is none. */
export type Planning =
  | { readonly ok: true; readonly plan: ExecutionPlan }
  | {
      readonly ok: false;
      readonly reason: DecisionReason;
      readonly detail: string;
      /** The market at fault, where no order in it would be taken. */
      readonly market?: string;
      /** Those that are read again first: their books have not changed for long. */
      readonly quiet?: readonly Market[];
      /** Its profit is doubted: the books are read again first; null while they are being read. */
      readonly doubted?: Doubted | null;
    };

/** What planning takes of the engine. */
export type PlanningNeeds = Settings & Venues & Pick<Core, 'clock' | 'ids' | 'recorder'>;

export type PlanRequest = {
  readonly opportunity: Opportunity;
  /** It was sized in this turn, by the books as they are: where that size fits, it is planned with. */
  readonly isSizedNow?: boolean;
  /** In USD; null for the capital of a route. */
  readonly amount: number | null;
  readonly trigger: ExecutionPlan['trigger'];
  readonly dry_run: boolean;
  /** Left out, the bot's own threshold, in percent. */
  readonly threshold?: number;
  /** It is only shown what would be done: books that have not changed for long are good enough. */
  readonly isShown?: boolean;
  /** Left out, no profit is doubted. */
  readonly doubts?: Pick<Doubts, 'reading' | 'of'>;
};

/** The markets with the fees that are reckoned with. */
type Fees = (instrument: Instrument) => Instrument;

/** The best size of a cycle by the books as they are, in its start currency. */
const sizeCycle = (
  markets: ExchangeMarkets,
  cycle: Cycle,
  { fees, ...limits }: SizingLimits & { readonly fees?: Fees },
  effort?: Effort,
): Sizing => {
  const route = cycle.edges.flatMap((edge) => {
    const market = markets.markets[edge >> 1];
    if (!market || markets.trust(market) !== 'trusted') return [];
    const side = edge % 2 === 0 ? ('sell' as const) : ('buy' as const);
    return [
      {
        instrument: fees ? fees(market.instrument) : market.instrument,
        side,
        levels: levelsOf(side === 'sell' ? market.book.bids : market.book.asks),
      },
    ];
  });
  return route.length === cycle.edges.length ? sizeInLots(route, limits, effort) : { ok: false, reason: 'no-depth' };
};

/** Why a cycle found at the top of the books cannot be offered. */
export type Miss = Unsized | 'below-threshold' | 'no-valuation';

/** The cycle with its best size within the capital of one route, whatever is free. */
export const sizeForRoute = (
  { valuation, recorder }: Pick<Core, 'valuation' | 'recorder'>,
  { markets, cycle }: Candidate,
  effort?: Effort,
): Sized | Miss => {
  const usdRate = valuation.rate(markets.exchange, cycle.symbols[0] ?? '');
  if (usdRate === null) return 'no-valuation';
  const maxCapital = recorder.state.parameters.max_capital_per_route / usdRate;
  const sizing = sizeCycle(markets, cycle, { maxCapital, freeBalance: Number.POSITIVE_INFINITY }, effort);
  return sizing.ok ? { markets, cycle, sizing, usdRate } : sizing.reason;
};

/** Checks all that must hold before the first leg, and plans every leg by the books as they are now. */
export const planExecution = (core: PlanningNeeds, memory: RouteMemory, request: PlanRequest): Planning => {
  const { opportunity, isSizedNow = false } = request;
  const { markets, cycle } = opportunity;
  const watched = scanOnlyOf(opportunity);
  if (watched !== null) return refused('scan_only', watched);
  const awaited = core.parameters().enabled_exchanges.filter((name) => core.markets.get(name)?.awaitsBooks());
  if (awaited.length > 0)
    return refused('stale_book', `since the clock jumped, new books of ${awaited.join(', ')} are awaited`);
  const throttled = core.throttles.obstacle(markets.exchange);
  if (throttled !== null) return refused('throttled', throttled);
  const spent = request.isShown ? null : overBudget(core, markets.exchange, cycle.edges.length);
  if (spent !== null) return refused('request_budget', spent);
  const stale = cycle.edges
    .flatMap((edge) => markets.markets[edge >> 1] ?? [])
    .find((market) => markets.trust(market) !== 'trusted');
  if (stale) return refused('stale_book', staleness(core, markets, stale));
  const quiet = request.isShown ? [] : quietOf(opportunity);
  if (quiet[0]) return { ...refused('stale_book', quietness(core, markets, quiet[0])), quiet };
  const reading = request.doubts?.reading(opportunity);
  if (reading) return { ...refused('doubted_profit', reading.detail), doubted: null };
  const odd = cycle.edges.flatMap((edge) => offGrid(markets, edge))[0];
  if (odd) return { ...refused('lots_or_minimum', odd.detail), market: odd.symbol };
  const unpaid = unpricedToken(core, markets, cycle);
  if (unpaid !== null) return refused('no_valuation', `${unpaid}, which pays the fees, has no price in USD`);
  const verdict = judge(core, memory, request);
  if (!verdict.ok) return refused(verdict.reason, verdict.detail);
  const { usd_rate, capital_usd, free, bound } = verdict;
  const capital = capital_usd / usd_rate;
  const feeToken = feeReserve(core, markets, cycle, capital_usd);
  // Where the token does not suffice for this one, the whole fee decides.
  const isDearer = feeToken === null && isPaidInToken(markets, cycle);
  const fits = isSizedNow && !isDearer && opportunity.sizing.capital_required <= capital;
  const fees = isDearer ? { fees: paidInFull } : {};
  const sizing = fits
    ? opportunity.sizing
    : sizeCycle(markets, cycle, { maxCapital: capital, freeBalance: free, ...fees });
  if (!sizing.ok) return tooSmall(sizing.reason, capital_usd, bound);
  const beyond = sizing.legs.flatMap(({ price }, at) => offGrid(markets, cycle.edges[at] ?? 0, price))[0];
  if (beyond) return { ...refused('lots_or_minimum', beyond.detail), market: beyond.symbol };
  const threshold = request.threshold ?? core.recorder.state.parameters.min_profit_threshold;
  if (sizing.profit_pct < threshold) {
    const detail = `${sizing.profit_pct.toFixed(3)} % with ${usd(capital_usd)} in whole lots, the threshold is ${threshold} %`;
    return refused('below_threshold_after_lots', detail);
  }
  const doubt = request.doubts?.of({ markets, cycle, sizing });
  if (doubt) return { ...refused('doubted_profit', doubt.detail), doubted: { markets, cycle, sizing } };
  return { ok: true, plan: planOf(core, request, { sizing, usd_rate, feeToken }) };
};

const refused = (reason: DecisionReason, detail: string) => ({ ok: false, reason, detail }) as const;

/** Where a limit has left too little, the limit is the reason. */
const tooSmall = (reason: Unsized, capital: number, bound: Refusal | null): Planning => {
  if (reason === 'no-depth') return refused('gone', 'a book of it is empty');
  const left = `${usd(capital)} buys nothing in whole lots`;
  if (bound) return refused(bound.reason, `${bound.detail}; ${left}`);
  return reason === 'below-minimum'
    ? refused('lots_or_minimum', `a leg of ${usd(capital)} is below what the exchange takes`)
    : refused('gone', left);
};

type Approved = {
  readonly ok: true;
  readonly usd_rate: number;
  readonly capital_usd: number;
  readonly free: number;
  readonly bound: Refusal | null;
};

const judge = (
  core: PlanningNeeds,
  memory: RouteMemory,
  { opportunity, amount }: PlanRequest,
): Approved | ({ ok: false } & Refusal) => {
  const { exchange } = opportunity.markets;
  const { path } = opportunity.record;
  const start = path[0] ?? '';
  const { state } = core.recorder;
  const config = core.config();
  const usd_rate = core.valuation.rate(exchange, start);
  const free = freeOf(core, exchange, start).toNumber();
  const exposure = exposureOf(core);
  const { markets, cycle } = opportunity;
  const feesPct = cycle.edges.map((edge) => (markets.markets[edge >> 1]?.instrument.takerFee ?? 0) * 100);
  const verdict = judgeRoute({
    halted: state.halted?.reason ?? state.halted_accounts.get(exchange)?.reason ?? null,
    unverified: core.comparisons.obstacle(exchange),
    reducing: trippedReason(state),
    path,
    usd_rate,
    asked_usd: amount,
    max_capital_per_route: state.parameters.max_capital_per_route,
    total_capital: config.total_capital,
    at_work_usd: exposure.atWork(),
    unpriced: unpricedAsset(core),
    free_usd: free * (usd_rate ?? 0),
    running: exposure.running.filter((one) => one.exchange === exchange),
    running_in_all: exposure.running.length,
    max_concurrent: config.max_concurrent_orders,
    cooldown_left_ms: memory.cooldownLeft(exchange, opportunity.record.markets),
    cooldown_ms: config.cooldown_after_failure_seconds * 1000,
    residuals: [...(state.residuals.get(exchange)?.keys() ?? [])],
    limits: config.assets,
    growth: growthOf(opportunity.cycle.product, feesPct),
    positionUsd: exposure.position,
    volumeUsd: exposure.volume,
  });
  if (!verdict.ok || usd_rate === null) return verdict.ok ? noPrice(start) : verdict;
  return { ...verdict, usd_rate, free };
};

const noPrice = (asset: string) => ({
  ok: false as const,
  reason: 'no_valuation' as const,
  detail: `${asset} has no price in USD`,
});

type Priced = {
  readonly sizing: Extract<Sizing, { ok: true }>;
  readonly usd_rate: number;
  /** What is reserved of the token that pays; null where the whole fee is reckoned with. */
  readonly feeToken: ExecutionPlan['fee_token'] | null;
};

const planOf = (core: PlanningNeeds, request: PlanRequest, { sizing, usd_rate, feeToken }: Priced): ExecutionPlan => {
  const { opportunity, trigger, dry_run } = request;
  const { markets, cycle } = opportunity;
  const sized = sizing.legs.flatMap(({ side, lots, price }, at) => {
    const market = markets.markets[(cycle.edges[at] ?? 0) >> 1];
    const ticks = market ? ticksIn(market.instrument, price) : null;
    if (!market || lots === undefined || ticks === null) return [];
    return [
      {
        instrument: feeToken ? market.instrument : paidInFull(market.instrument),
        side,
        lots,
        ticks,
        levels: levelsOf(side === 'sell' ? market.book.bids : market.book.asks),
      },
    ];
  });
  const { legs, start_amount } = planLegs(cycle.symbols, sized, freeOf(core, markets.exchange, cycle.symbols[0] ?? ''));
  const { max_slippage_pct } = core.config();
  const config_version = core.recorder.state.config?.version;
  return {
    id: core.ids(),
    opportunity_id: opportunity.record.id,
    opportunity_type: cycle.type,
    exchange: markets.exchange,
    mode: core.recorder.state.mode,
    dry_run,
    trigger,
    path: cycle.symbols,
    legs,
    start_amount,
    expected_end: new BigNumber(start_amount).plus(new BigNumber(sizing.profit.toPrecision(15))).toFixed(),
    usd_rate,
    found: whenFound(core, opportunity, request.threshold),
    ...(feeToken ? { fee_token: feeToken } : {}),
    conditions: conditionsOf(
      core,
      markets.exchange,
      sized.map(({ instrument }) => instrument),
    ),
    ...(max_slippage_pct === undefined ? {} : { max_slippage_pct }),
    ...(config_version === undefined ? {} : { config_version }),
  };
};

/** What is remembered of the opportunity for as long as the journal is. */
const whenFound = ({ clock, recorder }: PlanningNeeds, opportunity: Opportunity, threshold?: number): WhenFound => {
  const { record, markets, cycle, next } = opportunity;
  const { dislocation_id, alternatives, break_even_fee_pct, detected_at, profit_pct, profit_usd } = record;
  const books = cycle.edges.flatMap((edge) => markets.markets[edge >> 1]?.book ?? []);
  return {
    at: Date.parse(detected_at),
    profit_pct,
    profit_usd,
    capital_usd: record.capital_required,
    threshold_pct: threshold ?? recorder.state.parameters.min_profit_threshold,
    book_ages_ms: books.map(({ receiveTime }) => Math.round(since(receiveTime, clock.monotonic()))),
    ...(break_even_fee_pct === undefined ? {} : { break_even_fee_pct }),
    ...(dislocation_id === undefined ? {} : { dislocation_id }),
    ...(alternatives === undefined ? {} : { alternatives }),
    ...(next ? { next_best: nextBest(next) } : {}),
  };
};

export const nextBest = ({ cycle, sizing, usdRate }: Sized): NextBest => ({
  path: cycle.symbols,
  profit_pct: sizing.profit_pct,
  profit_usd: sizing.profit * usdRate,
});
