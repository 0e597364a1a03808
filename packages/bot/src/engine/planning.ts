import { BigNumber } from 'bignumber.js';
import { planLegs } from '../execution/plan.ts';
import { judgeRoute, type Refusal } from '../risk/limits.ts';
import type { Cycle } from '../strategy/cycle.ts';
import { type Sizing, sizeInLots } from '../strategy/sizing.ts';
import { freeOf, openExecutions } from './balances.ts';
import type { Live } from './board.ts';
import type { Core } from './core.ts';
import type { DecisionReason, ExecutionPlan } from './event.ts';
import { todayAt } from './journalled.ts';
import type { ExchangeMarkets } from './markets.ts';
import type { RouteMemory } from './route-memory.ts';
import type { Execution } from './state.ts';

/** What an execution would be, or why there is none. */
export type Planned =
  | { readonly ok: true; readonly plan: ExecutionPlan }
  | { readonly ok: false; readonly reason: DecisionReason; readonly detail: string };

export type PlanRequest = {
  readonly live: Live;
  /** In USD; null for the capital of a route. */
  readonly amount: number | null;
  readonly trigger: ExecutionPlan['trigger'];
  readonly dry_run: boolean;
};

/** The best size of a cycle by the books as they are, in its start currency. */
export const sizeCycle = (markets: ExchangeMarkets, cycle: Cycle, maxCapital: number, freeBalance: number): Sizing => {
  const route = cycle.edges.flatMap((edge) => {
    const market = markets.markets[edge >> 1];
    if (!market || markets.trust(market) !== 'trusted') return [];
    const side = edge % 2 === 0 ? ('sell' as const) : ('buy' as const);
    return [{ instrument: market.instrument, side, levels: side === 'sell' ? market.book.bids : market.book.asks }];
  });
  return route.length === cycle.edges.length
    ? sizeInLots(route, { maxCapital, freeBalance })
    : { ok: false, reason: 'no-depth' };
};

/** Checks all that must hold before the first leg, and plans every leg by the books as they are now. */
export const planExecution = (core: Core, memory: RouteMemory, request: PlanRequest): Planned => {
  const { live } = request;
  const { markets, cycle } = live.found;
  const stale = cycle.edges.find((edge) => {
    const market = markets.markets[edge >> 1];
    return !market || markets.trust(market) !== 'trusted';
  });
  if (stale !== undefined)
    return refused('stale_book', `${markets.markets[stale >> 1]?.instrument.symbol} is not trusted`);
  const verdict = judge(core, memory, request);
  if (!verdict.ok) return refused(verdict.reason, verdict.detail);
  const { usd_rate, capital_usd, free } = verdict;
  const sizing = sizeCycle(markets, cycle, capital_usd / usd_rate, free);
  if (!sizing.ok) return refused(...unsized(sizing.reason));
  const threshold = request.trigger === 'automatic' ? core.recorder.state.parameters.min_profit_threshold : 0;
  if (sizing.profit_pct < threshold) {
    return refused('below_threshold_after_lots', `${sizing.profit_pct.toFixed(3)} % of ${threshold} % after lots`);
  }
  return { ok: true, plan: planOf(core, request, sizing, usd_rate) };
};

const refused = (reason: DecisionReason, detail: string): Planned => ({ ok: false, reason, detail });

const unsized = (reason: Extract<Sizing, { ok: false }>['reason']): [DecisionReason, string] => {
  if (reason === 'below-minimum') return ['lots_or_minimum', 'a leg is below what the exchange takes'];
  return ['gone', reason === 'no-depth' ? 'a book is empty' : 'nothing is left of it in whole lots'];
};

type Approved = { readonly ok: true; readonly usd_rate: number; readonly capital_usd: number; readonly free: number };

const judge = (
  core: Core,
  memory: RouteMemory,
  { live, amount }: PlanRequest,
): Approved | ({ ok: false } & Refusal) => {
  const { exchange } = live.found.markets;
  const path = live.record.path;
  const { state } = core.recorder;
  const config = core.config();
  const usd_rate = core.valuation.rate(exchange, path[0] ?? '');
  // A hair less, so that a rounded number never asks for more than there is.
  const free = freeOf(core, exchange, path[0] ?? '').toNumber() * (1 - 1e-12);
  const today = todayAt(state, core.clock.now());
  const running = openExecutions(core);
  const verdict = judgeRoute({
    now: core.clock.now(),
    halted: state.halted?.reason ?? null,
    path,
    usd_rate,
    capital_usd: Math.min(amount ?? Number.POSITIVE_INFINITY, state.parameters.max_capital_per_route),
    free_usd: free * (usd_rate ?? 0),
    running: running.filter((one) => one.exchange === exchange),
    running_in_all: running.length,
    max_concurrent: config.max_concurrent_orders,
    cooldown_until: memory.cooldownUntil(exchange, live.record.markets),
    stranded: [...(state.stranded.get(exchange)?.keys() ?? [])],
    limits: config.assets,
    positionUsd: (asset) => positionOf(core, running, asset),
    volumeUsd: (asset) => (today.volume[asset] ?? 0) + enteringUsd(running, asset),
  });
  if (!verdict.ok || usd_rate === null) return verdict.ok ? noPrice(path[0] ?? '') : verdict;
  return { ok: true, usd_rate, capital_usd: verdict.capital_usd, free };
};

const noPrice = (asset: string) => ({
  ok: false as const,
  reason: 'no_valuation' as const,
  detail: `${asset} has no price in USD`,
});

/** What running executions may yet bring of an asset: each is counted whole until it has ended. */
const enteringUsd = (running: readonly Execution[], asset: string): number =>
  running
    .filter(({ path }) => path.slice(1, -1).includes(asset))
    .reduce((sum, { start_amount, usd_rate }) => sum + Number(start_amount) * usd_rate, 0);

/** Worth of an asset over all exchanges; null where an exchange that holds it has no price for it. */
const positionOf = (core: Core, running: readonly Execution[], asset: string): number | null => {
  const { state, ledger } = core.recorder;
  let sum = enteringUsd(running, asset);
  for (const exchange of core.exchanges.keys()) {
    const held = ledger.balance(state.mode, exchange, asset);
    if (!held.isGreaterThan(0)) continue;
    const rate = core.valuation.rate(exchange, asset);
    if (rate === null) return null;
    sum += held.multipliedBy(rate).toNumber();
  }
  return sum;
};

const planOf = (
  core: Core,
  { live, trigger, dry_run }: PlanRequest,
  sizing: Extract<Sizing, { ok: true }>,
  usd_rate: number,
): ExecutionPlan => {
  const { markets, cycle } = live.found;
  const sized = sizing.legs.flatMap(({ side, quantity, price }, at) => {
    const market = markets.markets[(cycle.edges[at] ?? 0) >> 1];
    if (!market) return [];
    return [
      {
        instrument: market.instrument,
        side,
        quantity,
        price,
        levels: side === 'sell' ? market.book.bids : market.book.asks,
      },
    ];
  });
  const { legs, start_amount } = planLegs(cycle.symbols, sized);
  return {
    id: core.ids(),
    opportunity_id: live.record.id,
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
  };
};
