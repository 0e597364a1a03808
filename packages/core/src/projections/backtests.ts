import * as z from 'zod/mini';
import { Backtest } from '../contract/backtest.ts';
import { isUnderWay, joined, reported, started } from '../rules/backtest.ts';
import { caps } from '../rules/limits.ts';
import { iso, reload, upsert } from './merge.ts';
import type { Projection } from './projection.ts';

/** `items` newest first; `cancelling`, `deleting` and `saving` hold the ids whose call is pending. */
export const BacktestsState = z.object({
  items: z.array(Backtest),
  cancelling: z.array(z.string()),
  deleting: z.array(z.string()),
  saving: z.array(z.string()),
});
export type BacktestsState = z.infer<typeof BacktestsState>;

const initial: BacktestsState = { items: [], cancelling: [], deleting: [], saving: [] };
const byCreation = {
  key: (item: Backtest) => item.id,
  moment: (item: Backtest) => item.created_at,
  cap: caps.backtests,
};

/** The backtests of the bot. */
export const backtests: Projection<BacktestsState> = {
  initial,
  evolve: (state, { at, message }) => {
    switch (message.type) {
      case 'ResourceLoaded':
        return message.resource === 'backtests'
          ? { ...state, items: reload(byCreation, state.items, message.value, joined) }
          : state;
      case 'BacktestStarted': {
        const { backtest } = message;
        return report(state, { ...started(backtest), created_at: backtest.created_at ?? iso(at) });
      }
      case 'BacktestReported':
        return report(state, message.backtest);
      case 'BacktestReportLoaded': {
        const { backtest_id, report: loaded } = message;
        return {
          ...state,
          items: state.items.map((item) => (item.id === backtest_id ? reported(item, loaded) : item)),
        };
      }
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
      case 'ResourceDropped':
        return message.resource === 'backtests' ? { ...state, items: [] } : state;
      default:
        return state;
    }
  },
};

const without = (ids: readonly string[], id: string): string[] => ids.filter((other) => other !== id);

const report = (state: BacktestsState, update: Backtest): BacktestsState => {
  const { id } = update;
  const item = joined(state.items.find((known) => known.id === id) ?? null, update);
  return {
    ...state,
    items: upsert(byCreation, state.items, [item]),
    cancelling: isUnderWay(item.status) ? state.cancelling : without(state.cancelling, id),
  };
};

const remove = (state: BacktestsState, id: string): BacktestsState => ({
  ...state,
  items: state.items.filter((item) => item.id !== id),
  deleting: without(state.deleting, id),
});

/** Inserts or replaces a backtest by date, even if it is older than the loaded ones. */
export const withBacktest = (items: readonly Backtest[], backtest: Backtest): readonly Backtest[] =>
  items.some(({ id }) => id === backtest.id) ? items : upsert(byCreation, items, [backtest]);
