import * as z from 'zod/mini';
import { Backtest, Report } from '../contract/backtest.ts';
import type { DrawdownPoint } from '../contract/performance.ts';
import { Problem } from '../journal/problem.ts';
import { backtestStage, isUnderWay } from '../rules/backtest.ts';
import { caps } from '../rules/limits.ts';
import { iso, reload, upsert } from './merge.ts';
import type { Projection } from './projection.ts';

/** `phase` of the one that is shown: `settled` with its report, or without one where it came to nothing. */
const Shown = z.object({
  id: z.string(),
  phase: z.enum(['opening', 'following', 'reporting', 'settled', 'failed']),
  report: z.nullable(Report),
  problem: z.nullable(Problem),
});

/** `items` newest first; `cancelling`, `deleting` and `saving` hold the ids of which that is under way. `problem`: why the last wish to run one failed. */
export const BacktestsState = z.object({
  items: z.array(Backtest),
  starting: z.boolean(),
  problem: z.nullable(Problem),
  shown: z.nullable(Shown),
  cancelling: z.array(z.string()),
  deleting: z.array(z.string()),
  saving: z.array(z.string()),
});
export type BacktestsState = z.infer<typeof BacktestsState>;

const initial: BacktestsState = {
  items: [],
  starting: false,
  problem: null,
  shown: null,
  cancelling: [],
  deleting: [],
  saving: [],
};
const byCreation = {
  key: (item: Backtest) => item.id,
  moment: (item: Backtest) => item.created_at,
  cap: caps.backtests,
};

/** The backtests of the bot, and the one that is looked at. */
export const backtests: Projection<BacktestsState> = {
  initial,
  evolve: (state, { at, message }) => {
    switch (message.type) {
      case 'BacktestsLoaded':
        return { ...state, items: listed(state, message.backtests) };
      case 'BacktestRunBegan':
        return { ...state, starting: true, problem: null };
      case 'BacktestRunFailed':
        return { ...state, starting: false, problem: message.problem };
      case 'BacktestStarted':
        return {
          ...report(state, { ...message.backtest, created_at: message.backtest.created_at ?? iso(at) }),
          starting: false,
          shown: show(message.backtest.id, 'following'),
        };
      case 'BacktestReported':
        return report(state, message.backtest);
      case 'BacktestCancelBegan':
        return { ...state, cancelling: [...state.cancelling, message.backtest_id] };
      case 'BacktestCancelFailed':
        return { ...state, cancelling: without(state.cancelling, message.backtest_id) };
      case 'BacktestDeleteBegan':
        return { ...state, deleting: [...state.deleting, message.backtest_id] };
      case 'BacktestDeleteFailed':
        return { ...state, deleting: without(state.deleting, message.backtest_id) };
      case 'BacktestDeleted':
        return remove(state, message.backtest_id);
      case 'ReportSaveBegan':
        return { ...state, saving: [...state.saving, message.backtest_id] };
      case 'ReportSaved':
      case 'ReportSaveFailed':
        return { ...state, saving: without(state.saving, message.backtest_id) };
      case 'SignedOut':
        return { ...state, starting: false, shown: null };
      case 'ResourceDropped':
        return message.resource === 'backtests' ? { ...state, items: ofShown(state) } : state;
      default:
        return evolveShown(state, message);
    }
  },
};

type Message = Parameters<typeof backtests.evolve>[1]['message'];
type Shown = NonNullable<BacktestsState['shown']>;

const evolveShown = (state: BacktestsState, message: Message): BacktestsState => {
  switch (message.type) {
    case 'BacktestOpened':
      return { ...state, shown: show(message.backtest_id, 'opening') };
    case 'CloseBacktest':
      return { ...state, shown: null };
    case 'BacktestReportBegan':
      return change(state, message.backtest_id, { phase: 'reporting' });
    case 'BacktestReportLoaded': {
      const { backtest_id, report: loaded } = message;
      const items = state.items.map((item) => (item.id === backtest_id ? reported(item, loaded) : item));
      return { ...change(state, backtest_id, { phase: 'settled', report: loaded, problem: null }), items };
    }
    case 'BacktestReportFailed':
      return change(state, message.backtest_id, { phase: 'failed', problem: message.problem });
    default:
      return state;
  }
};

// Where there is a report, it is over: that of a bot which does not say so as well.
const reported = (item: Backtest, { metrics }: Report): Backtest => ({
  ...item,
  status: isUnderWay(item.status) ? 'completed' : item.status,
  metrics: item.metrics ?? metrics,
});

const show = (id: string, phase: Shown['phase']): Shown => ({ id, phase, report: null, problem: null });
const change = (state: BacktestsState, id: string, fields: Partial<Shown>): BacktestsState =>
  state.shown?.id === id ? { ...state, shown: { ...state.shown, ...fields } } : state;
const without = (ids: readonly string[], id: string): string[] => ids.filter((other) => other !== id);
const ofShown = ({ items, shown }: BacktestsState): Backtest[] => items.filter(({ id }) => id === shown?.id);

/** What is over never runs again, whatever an older answer says; what an answer leaves out is still so. */
const join = (known: Backtest, update: Backtest): Backtest => {
  const older = !isUnderWay(known.status) && isUnderWay(update.status);
  return {
    ...(older ? known : update),
    config: update.config ?? known.config,
    created_at: update.created_at ?? known.created_at,
    metrics: update.metrics ?? known.metrics,
  };
};

// The one that is shown may be older than those that are listed.
const listed = (state: BacktestsState, loaded: readonly Backtest[]): Backtest[] => {
  const items = reload(byCreation, state.items, loaded, join);
  const [shown] = ofShown(state);
  return shown === undefined || items.some(({ id }) => id === shown.id) ? items : upsert(byCreation, items, shown);
};

const report = (state: BacktestsState, update: Backtest): BacktestsState => {
  const { id } = update;
  const known = state.items.find((item) => item.id === id);
  const item = known === undefined ? update : join(known, update);
  const next = { ...state, items: upsert(byCreation, state.items, item) };
  if (isUnderWay(item.status)) {
    const seen = state.shown?.id === id && state.shown.phase === 'opening';
    return seen ? change(next, id, { phase: 'following' }) : next;
  }
  const over = { ...next, cancelling: without(state.cancelling, id) };
  return backtestStage(item.status) === 'completed' ? over : change(over, id, { phase: 'settled' });
};

const remove = (state: BacktestsState, id: string): BacktestsState => ({
  ...state,
  items: state.items.filter((item) => item.id !== id),
  deleting: without(state.deleting, id),
  shown: state.shown?.id === id ? null : state.shown,
});

/** The backtest that is looked at, as far as it is known. */
export const selectShownBacktest = ({ backtests: state }: { backtests: BacktestsState }): Backtest | null =>
  state.items.find(({ id }) => id === state.shown?.id) ?? state.shown?.report?.backtest ?? null;

/** How far the equity was below its highest so far: as the report says, else read off its equity curve. */
export const drawdownOf = ({ drawdown, equity_curve }: Report): readonly DrawdownPoint[] => {
  if (drawdown.length > 0) return drawdown;
  let peak = Number.NEGATIVE_INFINITY;
  return equity_curve.map(({ timestamp, equity, initial_capital }) => {
    if (equity === null) return { timestamp, drawdown: null, drawdown_pct: null };
    peak = Math.max(peak, equity, initial_capital ?? equity);
    return { timestamp, drawdown: peak - equity, drawdown_pct: peak > 0 ? ((peak - equity) / peak) * 100 : null };
  });
};
