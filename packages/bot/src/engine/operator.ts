import type { PreviewRecord } from '@triquad/core/contract';
import { BigNumber } from 'bignumber.js';
import type { Core, Settings, Venues } from '../kernel/core.ts';
import {
  type CommandProblem,
  type CommandResult,
  type ExecuteOpportunity,
  notWritten,
  type PreviewOpportunity,
  refuse,
} from '../model/command.ts';
import type { ExecutionPlan } from '../model/event.ts';
import { provenanceNow } from '../model/provenance.ts';
import type { Execution } from '../model/state.ts';
import { usd } from '../model/usd.ts';
import type { Decisions } from '../opportunities/decisions.ts';
import type { Doubted, Doubts } from '../opportunities/doubts.ts';
import { quietOf } from '../opportunities/obstacles.ts';
import type { Opportunity } from '../opportunities/opportunity.ts';
import { planExecution } from '../opportunities/planning.ts';
import type { QuietBooks } from '../opportunities/quiet-books.ts';
import type { RouteMemory } from '../opportunities/route-memory.ts';
import type { Tracker } from '../opportunities/tracker.ts';
import type { Executor } from '../orders/executor.ts';

type Needs = Settings & Venues & Pick<Core, 'clock' | 'ids' | 'recorder' | 'lifecycle' | 'after'>;

/** What an operator may ask about one opportunity. */
export type Operator = {
  execute(command: ExecuteOpportunity): Promise<CommandResult<Execution>>;
  preview(command: PreviewOpportunity): CommandResult<PreviewRecord>;
};

type Parts = {
  readonly core: Needs;
  readonly tracker: Tracker;
  readonly decisions: Decisions;
  readonly executor: Executor;
  readonly memory: RouteMemory;
  readonly quietBooks: Pick<QuietBooks, 'read'>;
  readonly doubts: Doubts;
};

/** How long a call waits for an execution to end: clients give up after 30 s. */
const patienceMs = 25_000;
/** One that others have asked for, and its own. */
const mostReadings = 2;
const unansweredYet = 'it goes on: the exchange has not answered yet';

export const createOperator = ({ core, tracker, decisions, executor, memory, quietBooks, doubts }: Parts): Operator => {
  const find = (id: string): Opportunity | CommandProblem => {
    const opportunity = tracker.find(id);
    if (opportunity) return opportunity;
    return tracker.knows(id)
      ? refuse('conflict', 'the opportunity has expired')
      : refuse('not-found', 'there is no such opportunity');
  };

  const note: Decisions['note'] = (opportunity, reason, detail, execution_id) => {
    const decision = decisions.note(opportunity, reason, detail, execution_id);
    tracker.decide(opportunity.record.id, decision);
    return decision;
  };

  const wasExecuted = (opportunity_id: string): boolean =>
    [...core.recorder.state.executions.values()].some((one) => one.opportunity_id === opportunity_id);

  /** What an execution would do now, whatever it pays. */
  const quote = (opportunity: Opportunity, amount: number | null): CommandResult<PreviewRecord> => {
    const shown = { isShown: true, threshold: Number.NEGATIVE_INFINITY } as const;
    const request = { opportunity, trigger: 'manual', dry_run: true, ...shown } as const;
    const most = core.recorder.state.parameters.max_capital_per_route;
    const planned = planExecution(core, memory, {
      ...request,
      amount: amount === null ? null : Math.min(amount, most),
    });
    const largest = planExecution(core, memory, { ...request, amount: null });
    if (!planned.ok) return refuse('conflict', planned.detail);
    const capital = capitalOf(planned.plan);
    const available = largest.ok ? capitalOf(largest.plan) : capital;
    return { ok: true, value: previewOf(core, opportunity, planned.plan, amount ?? capital, available) };
  };

  const readAgain = async (opportunity: Opportunity, doubted: Doubted | null): Promise<string | null> => {
    if (doubted) return doubts.ask(doubted);
    await doubts.settled(opportunity);
    return null;
  };

  /** `readings`: how often it may wait until books have been read again whose profit is doubted. */
  const execute = async (command: ExecuteOpportunity, readings: number): Promise<CommandResult<Execution>> => {
    const { opportunity_id, amount, dry_run, guard, key } = command;
    const asked = find(opportunity_id);
    if ('ok' in asked) return asked;
    const quiet = quietOf(asked);
    if (quiet.length > 0) await quietBooks.read(asked.markets, quiet);
    const opportunity = find(opportunity_id);
    if ('ok' in opportunity) return opportunity;
    if (core.lifecycle() !== 'running') return refuse('conflict', `the bot is ${core.lifecycle()}`);
    if (guard?.again === false && wasExecuted(opportunity_id))
      return withPreview('executed_meanwhile', 'the opportunity was executed already', quote(opportunity, amount));
    const floor = guard?.min_profit_pct ?? core.recorder.state.parameters.min_profit_threshold;
    const request = { opportunity, amount, trigger: 'manual', dry_run, threshold: floor, doubts } as const;
    const planned = planExecution(core, memory, request);
    if (!planned.ok) {
      note(opportunity, planned.reason, planned.detail);
      if (planned.doubted !== undefined && readings > 0) {
        const why = await readAgain(opportunity, planned.doubted);
        return why === null ? execute(command, readings - 1) : refuse('conflict', why);
      }
      const isBelow = guard !== undefined && planned.reason === 'below_threshold_after_lots';
      if (isBelow) return withPreview('below_floor', planned.detail, quote(opportunity, amount));
      return refuse('conflict', planned.detail);
    }
    if (dry_run && planned.plan.mode === 'live') return { ok: true, value: rehearsed(planned.plan, core.clock.now()) };
    const running = executor.run({ ...planned.plan, ...(key === undefined ? {} : { key }) });
    if (!running) return notWritten;
    const { id } = planned.plan;
    note(opportunity, 'executed', 'by an operator', id);
    const unfinished = new Promise<Execution | undefined>((resolve) =>
      core.after(patienceMs, () => resolve(core.recorder.state.executions.get(id))),
    );
    const ended = (await Promise.race([running, unfinished])) ?? (await running);
    return { ok: true, value: ended.finished_at === null ? { ...ended, error_message: unansweredYet } : ended };
  };

  return {
    execute: (command) => execute(command, mostReadings),
    preview: ({ opportunity_id, amount }) => {
      const opportunity = find(opportunity_id);
      return 'ok' in opportunity ? opportunity : quote(opportunity, amount);
    },
  };
};

const withPreview = (code: string, detail: string, preview: CommandResult<PreviewRecord>): CommandProblem =>
  refuse('conflict', detail, { code, ...(preview.ok ? { preview: preview.value } : {}) });

const capitalOf = ({ start_amount, usd_rate }: ExecutionPlan): number =>
  new BigNumber(start_amount).multipliedBy(usd_rate).toNumber();

/** What the books promise now, booked nowhere. */
const rehearsed = (plan: ExecutionPlan, at: number): Execution => ({
  ...plan,
  status: 'completed',
  order_ids: [],
  unwind_reason: null,
  unwind_started_at: null,
  profit: new BigNumber(plan.expected_end).minus(plan.start_amount).toFixed(),
  left: [],
  fees_usd: null,
  error_message: null,
  started_at: at,
  finished_at: at,
});

const previewOf = (
  core: Needs,
  opportunity: Opportunity,
  plan: ExecutionPlan,
  wanted: number,
  most: number,
): PreviewRecord => {
  const amount = capitalOf(plan);
  const profit = new BigNumber(plan.expected_end).minus(plan.start_amount).multipliedBy(plan.usd_rate).toNumber();
  const warnings = [...opportunity.record.risk_reasons];
  if (wanted > most * 1.001) warnings.push(`${usd(wanted)} is more than can be placed: ${usd(most)}`);
  const { min_profit_threshold } = core.recorder.state.parameters;
  if ((profit / amount) * 100 < min_profit_threshold)
    warnings.push(`below the threshold of ${min_profit_threshold} %: it is not executed while it is`);
  if (core.recorder.state.mode === 'live') warnings.push('real funds');
  return {
    opportunity_id: plan.opportunity_id,
    provenance: provenanceNow(core.recorder.state, plan.exchange),
    amount,
    legs: plan.legs.map(({ symbol, side, price, quantity, fee_pct }) => ({
      market: symbol,
      side,
      price: Number(price),
      quantity: Number(quantity),
      fee_pct,
    })),
    expected_profit: profit,
    expected_profit_pct: (profit / amount) * 100,
    fees: plan.legs.reduce((sum, { fee_pct }) => sum + (amount * fee_pct) / 100, 0),
    slippage_pct: slippageOf(core, plan),
    max_amount: most,
    warnings,
    expires_at: opportunity.record.expires_at,
  };
};

/** By how much the average prices are worse than the best ones, over all legs. */
const slippageOf = (core: Needs, plan: ExecutionPlan): number => {
  const kept = plan.legs.reduce((product, { symbol, side, expected_price }) => {
    const touch = core.markets.get(plan.exchange)?.levels(symbol, side)?.price[0];
    if (touch === undefined) return product;
    return product * (side === 'buy' ? touch / Number(expected_price) : Number(expected_price) / touch);
  }, 1);
  return (1 - kept) * 100;
};
