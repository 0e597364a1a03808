import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import {
  DrawdownRecord,
  EquityCurveRecord,
  HeatmapRecord,
  HistoryRecord,
  MoneyRecord,
  PerformanceMetricsRecord,
  PerformanceSummaryRecord,
} from '@triquad/core/contract';
import { expect, test } from 'vitest';
import { double, exact, faultOfMoney, partsAt } from '../../packages/bot/src/engine/money.suite.ts';
import { isFullScale, scaled } from '../../packages/bot/src/engine/scale.suite.ts';
import { openSqliteStore } from '../../packages/bot/src/journal/sqlite.ts';
import type { ExecutionPlan, Fact } from '../../packages/bot/src/model/event.ts';
import type { OrderIntent } from '../../packages/bot/src/model/order-event.ts';
import type { TradeFigures } from '../../packages/bot/src/portfolio/closed-trades.ts';
import {
  differences,
  naiveEquity,
  naiveMetrics,
  naivePairs,
  naiveSpan,
} from '../../packages/bot/src/portfolio/naive.suite.ts';
import { attend } from '../harness/attend.ts';
import { type Bot, startBot, temporaryFolder, triquad } from '../harness/bot.ts';

/** At this pace an hour of the market takes three minutes: at least so long, and until there are enough trades. */
const SPEED = '20';
const SOAKED_MS = scaled(0, 0, 180_000);
const LEAST_TRADES = scaled(5, 20, 200);
const HEAP_GROWTH_BYTES = 48 * 1024 ** 2;
const HOURS = 168;
const HOUR_MS = 3_600_000;
/** Of a part of the week. */
const PART_HOURS = 6;
/** How often somebody looks after the bot. */
const LOOK_MS = 500;

const settings = {
  min_profit_threshold: 0.1,
  enabled_exchanges: ['binance', 'kraken', 'kucoin', 'coinbase', 'okx'],
  risk: { assets: {}, cooldown_after_failure_seconds: 1, stop_loss_pct: 50 },
};

test('an hour of the market at full speed: nothing is wrong, and every figure is what the journal says', async () => {
  const config = join(temporaryFolder(), 'config.json');
  writeFileSync(config, JSON.stringify(settings));
  await using bot = await startBot({ args: ['--seed', '7', '--speed', SPEED, '--config', config, '--autostart'] });
  const heaps: number[] = [];
  for (const began = Date.now(); Date.now() - began < SOAKED_MS || (await tradesIn(bot)) < LEAST_TRADES; ) {
    await setTimeout(LOOK_MS);
    heaps.push(await heapOf(bot));
    await attend(bot);
  }
  await bot.call('POST', '/bot/stop');
  // The range of an execution is known once each of its markets has another quote, or after a minute.
  await expect.poll(() => withoutRange(bot), { interval: LOOK_MS }).toBe(0);
  const told = await performanceOf(bot);
  await sound(bot);
  expect(bot.output()).not.toMatch(/rror|rejection/);
  expect(await bot.stop()).toBe(0);
  await sound(bot);

  const facts = factsOf(bot);
  const { trades, mismatched } = tradesOf(facts);
  expect(mismatched).toEqual([]);
  expect(trades.length).toBeGreaterThanOrEqual(LEAST_TRADES);
  expect(disagreements(told, facts, trades)).toEqual([]);
  expect(faultOfMoney(facts)).toBeNull();
  expect(moneyOf(told.money)).toEqual(moneyFrom(facts, told.at));
  if (isFullScale)
    expect(Math.min(...heaps.slice(heaps.length / 2)) - Math.min(...heaps.slice(0, heaps.length / 2))).toBeLessThan(
      HEAP_GROWTH_BYTES,
    );
}, 600_000);

async function tradesIn(bot: Bot): Promise<number> {
  return HistoryRecord.parse((await bot.call('GET', '/orders/history?limit=1')).body).total;
}

/** How many of the last trades have no range yet; those before have had their minute. */
async function withoutRange(bot: Bot): Promise<number> {
  const { data } = HistoryRecord.parse((await bot.call('GET', '/orders/history?limit=100')).body);
  return data.filter(({ optimistic_profit }) => optimistic_profit === undefined).length;
}

async function sound({ dataDir }: Bot): Promise<void> {
  const { code, stdout } = await triquad(['doctor', '--data-dir', dataDir, '--json']);
  const { checks } = JSON.parse(stdout) as { checks: { verdict: string }[] };
  expect({ code, wrong: checks.filter(({ verdict }) => verdict === 'fail') }).toEqual({ code: 0, wrong: [] });
}

async function heapOf({ url, token }: Bot): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  return Number(/^triquad_heap_bytes (\d+)$/m.exec(await answer.text())?.[1]);
}

async function performanceOf(bot: Bot) {
  const body = async (path: string) => (await bot.call('GET', path)).body;
  return {
    at: Date.now(),
    summary: PerformanceSummaryRecord.parse(await body('/performance/summary')),
    metrics: PerformanceMetricsRecord.parse(await body('/performance/metrics')),
    money: MoneyRecord.parse(await body('/performance/money')),
    equity: EquityCurveRecord.parse(await body(`/performance/equity-curve?period_hours=${HOURS}&interval=1m`)),
    drawdown: DrawdownRecord.parse(await body(`/performance/drawdown?period_hours=${HOURS}`)),
    heatmap: HeatmapRecord.parse(await body(`/performance/heatmap?period_hours=${HOURS}`)),
    history: HistoryRecord.parse(await body('/orders/history?limit=1')),
  };
}

function factsOf({ dataDir }: Bot): readonly Fact[] {
  const store = openSqliteStore<Fact>(join(dataDir, 'journal.sqlite'));
  const facts = [...store.read()].map(({ fact }) => fact);
  store.close();
  return facts;
}

const names = ['realised', 'fees', 'unrealised', 'dust', 'flows'] as const;
type Told = readonly { readonly change: number; readonly parts: readonly (number | null)[]; readonly adds: boolean }[];

/** The whole and each day, with whether the parts add up to the change. */
const moneyOf = ({ total, days }: MoneyRecord): Told =>
  [total, ...days].flatMap((one) => {
    if (one === null) return [];
    const { change, realised, unrealised, dust, holdings, flows } = one;
    const sum = realised + (unrealised ?? 0) + (dust ?? 0) + (holdings ?? 0) + flows;
    return [{ change, parts: names.map((name) => one[name]), adds: Math.abs(sum - change) < 1e-6 }];
  });

/** The same from the facts; the soak lies within one day or two. */
const moneyFrom = (facts: readonly Fact[], before: number): Told => {
  const marks = partsAt(facts).filter(({ mark }) => mark.at < before);
  const day = ({ mark }: (typeof marks)[number]) => Math.floor(mark.at / 86_400_000);
  const ends = [...new Map(marks.map((one) => [day(one), one])).values()];
  const [first, last] = [marks[0], marks.at(-1)];
  if (!first || !last) return [];
  // What ended before the first mark was earned too: then the account is counted from nothing.
  const made = first.realised + (first.unrealised ?? 0n) + (first.dust ?? 0n);
  const begun = { ...first.mark, equity_usd: double(exact(first.mark.equity_usd) - made) };
  const nothing = {
    ...first,
    mark: begun,
    realised: 0n,
    fees: 0n,
    unrealised: first.unrealised && 0n,
    dust: first.dust && 0n,
  };
  const opening = first.realised === 0n ? first : nothing;
  const from = [opening, opening, ...ends];
  return [last, ...ends].map((end, place) => {
    const start = from[place] ?? opening;
    const change = exact(end.mark.equity_usd) - exact(start.mark.equity_usd);
    const parts = names.map((name) => double((end[name] ?? 0n) - (start[name] ?? 0n)));
    return { change: double(change), parts, adds: true };
  });
};

/** Every figure once more, from the facts and by the plainest way. */
function disagreements(
  told: Awaited<ReturnType<typeof performanceOf>>,
  facts: readonly Fact[],
  trades: readonly TradeFigures[],
): readonly string[] {
  const marks = facts.flatMap((fact) =>
    fact.type === 'EquityMarked' && fact.at < told.at ? [{ at: fact.at, equity_usd: fact.equity_usd }] : [],
  );
  const from = told.at - HOURS * HOUR_MS;
  const period = { from, to: told.at };
  const unseen = { opportunities: 0, minutes: 0 };
  const naive = naiveMetrics({ period, trades, marks, observed: unseen, observedBefore: unseen });
  // What was watched is no part of the journal.
  const watched = told.metrics.opportunities_per_minute;
  expect(watched).toBeGreaterThan(0);
  const opened = facts.find(({ type }) => type === 'MarketOpened');
  const since = new Date(opened?.at ?? Number.NaN).toISOString();
  const named = { market: { name: 'practice', since } };
  const starts = told.metrics.series?.map((part) => Date.parse(part.from)) ?? [];
  const [first = Number.NaN] = starts;
  expect(starts).toEqual(Array.from({ length: HOURS / PART_HOURS }, (_, at) => first + at * PART_HOURS * HOUR_MS));
  const course = {
    before: { opportunities_per_minute: null, ...naiveSpan(trades, 2 * from - told.at, from) },
    series: told.metrics.series?.map((part, at) => ({
      from: part.from,
      opportunities_per_minute: part.opportunities_per_minute,
      ...naiveSpan(trades, starts[at] ?? Number.NaN, starts[at + 1] ?? told.at),
    })),
  };
  const metrics = { ...naive, ...named, ...course, opportunities_per_minute: watched, markets: ['practice'] };
  const summary = Object.fromEntries(
    Object.keys(told.summary).map((key) => [key, metrics[key as keyof typeof metrics]]),
  );
  const counted = trades.filter(({ status }) => status !== 'failed');
  return [
    ...differences(told.metrics, metrics, 'metrics'),
    ...differences({ ...told.summary, opportunities_per_minute: watched }, summary, 'summary'),
    ...differences(
      told.equity.data.map(({ timestamp, equity }) => [Date.parse(timestamp), equity]),
      naiveEquity(marks, from, told.at, 60_000).map(({ at, equity_usd }) => [at, equity_usd]),
      'equity',
    ),
    ...differences(
      Math.max(...told.drawdown.drawdown_series.map((one) => one.drawdown_pct)),
      naive.max_drawdown,
      'drawdown',
    ),
    ...differences(
      Object.fromEntries(told.heatmap.pairs.map(({ pair, total_profit }) => [pair, total_profit])),
      Object.fromEntries(naivePairs(trades, from, told.at)),
      'heatmap',
    ),
    ...differences(
      [told.history.total, told.history.summary?.total_profit, told.history.summary?.avg_profit],
      [trades.length, naive.total_pnl, naive.total_pnl / counted.length],
      'history',
    ),
  ];
}

interface Placed {
  readonly order: OrderIntent;
  base: number;
  quote: number;
  sent: number | null;
  closed: { readonly at: number; readonly status: string } | null;
}

interface Started {
  readonly plan: ExecutionPlan;
  readonly at: number;
  /** What its own orders changed of its start currency, and what sales of its residual positions did. */
  own: number;
  sold: number;
  /** At best and at worst, in its start currency. */
  range: readonly [number, number] | null;
}

/** The ended executions from their fills alone; those whose booked profit is another are named. */
function tradesOf(facts: readonly Fact[]): { trades: TradeFigures[]; mismatched: string[] } {
  const orders = new Map<string, Placed>();
  const started = new Map<string, Started>();
  const ended: (readonly [Started, Extract<Fact, { type: 'ExecutionFinished' }>])[] = [];
  const mismatched: string[] = [];
  for (const fact of facts) {
    if (fact.type === 'ExecutionStarted')
      started.set(fact.plan.id, { plan: fact.plan, at: fact.at, own: 0, sold: 0, range: null });
    if (fact.type === 'ExecutionBounded') {
      const bounded = started.get(fact.execution_id);
      if (bounded) bounded.range = [Number(fact.optimistic), Number(fact.pessimistic)];
    }
    if (fact.type === 'OrderIntended')
      orders.set(fact.order.id, { order: fact.order, base: 0, quote: 0, sent: null, closed: null });
    const placed = 'order_id' in fact ? orders.get(fact.order_id) : undefined;
    if (fact.type === 'OrderSent' && placed) placed.sent = fact.at;
    if (fact.type === 'OrderClosed' && placed) placed.closed = { at: fact.at, status: fact.status };
    if (fact.type === 'OrderFilled' && placed) {
      placed.base += Number(fact.quantity);
      placed.quote += Number(fact.quote_quantity);
      const execution = started.get(placed.order.recovers ?? placed.order.execution_id ?? '');
      if (execution) execution[placed.order.recovers === undefined ? 'own' : 'sold'] += changeOf(fact, execution);
    }
    if (fact.type !== 'ExecutionFinished') continue;
    const execution = started.get(fact.execution_id);
    if (!execution) continue;
    if (Math.abs(execution.own - Number(fact.profit)) > 1e-6)
      mismatched.push(`${fact.execution_id}: ${execution.own}, ${fact.profit}`);
    ended.push([execution, fact]);
  }
  const ordersOf = (id: string) =>
    [...orders.values()].filter(({ order }) => order.execution_id === id || order.recovers === id);
  return { trades: ended.map(([one, fact]) => tradeOf(one, ordersOf(one.plan.id), fact)), mismatched };
}

/** What a fill changed of the currency that the execution started with. */
function changeOf(fill: Extract<Fact, { type: 'OrderFilled' }>, { plan: { path } }: Started): number {
  const sign = fill.side === 'buy' ? 1 : -1;
  const fees = fill.fees.filter(({ asset }) => asset === path[0]).reduce((sum, { amount }) => sum + Number(amount), 0);
  const base = fill.base === path[0] ? sign * Number(fill.quantity) : 0;
  const quote = fill.quote === path[0] ? -sign * Number(fill.quote_quantity) : 0;
  return base + quote - fees;
}

function tradeOf(
  { plan, at, own: before, sold, range }: Started,
  own: readonly Placed[],
  finished: Extract<Fact, { type: 'ExecutionFinished' }>,
): TradeFigures {
  const net = before + sold;
  const first = own.find(({ order }) => order.purpose === 'leg' && order.leg === 1);
  const spent = first === undefined ? 0 : first.order.side === 'buy' ? first.quote : first.base;
  let kept = 1;
  let filled = false;
  for (const { order, base, quote } of own) {
    const planned = Number(plan.legs.find(({ leg }) => leg === order.leg)?.expected_price);
    if (order.purpose !== 'leg' || base === 0) continue;
    filled = true;
    kept *= order.side === 'buy' ? planned / (quote / base) : quote / base / planned;
  }
  const status = ({ closed, base }: Placed) => {
    if (closed?.status === 'filled') return 'filled' as const;
    if (closed?.status === 'failed') return 'rejected' as const;
    return base > 0 ? ('partial' as const) : ('empty' as const);
  };
  return {
    entry_time: new Date(at).toISOString(),
    exchange: plan.exchange,
    type: plan.opportunity_type,
    status: finished.status,
    profit: net * plan.usd_rate,
    // What it has made lies between what it would have made at best and at worst.
    ...(range && {
      optimistic_profit: Math.max(range[0], net) * plan.usd_rate,
      pessimistic_profit: Math.min(range[1], net) * plan.usd_rate,
    }),
    profit_pct: spent === 0 ? null : (net / spent) * 100,
    slippage_pct: filled ? (1 - kept) * 100 : null,
    duration_seconds: (finished.at - at) / 1000,
    pairs: plan.legs.map(({ symbol }) => symbol),
    legs: own.map((one) => ({
      status: status(one),
      ms: one.sent === null || one.closed === null ? null : one.closed.at - one.sent,
    })),
  };
}
