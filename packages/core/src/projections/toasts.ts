import * as z from 'zod/mini';
import type { ExecutionResult } from '../contract/index.ts';
import { provenanceCells } from '../contract/provenance-columns.ts';
import { type Coded, code, type Said } from '../journal/code.ts';
import type { Entry } from '../journal/journal.ts';
import { params } from '../journal/params.ts';
import type { Problem } from '../journal/problem.ts';
import { toastKind } from '../journal/toast.ts';
import { caps, executionToastMs, otherDataToastMs, toastDurations } from '../rules/limits.ts';
import type { Projection } from './projection.ts';

/** `detail`: the bot's own text. `said`: its code and values, if it announces codes. `expires_at` null: shown until dismissed. */
const Toast = z.object({
  id: z.string(),
  kind: toastKind,
  code,
  params,
  detail: z.nullable(z.string()),
  said: z.optional(z.object({ code: z.string(), params })),
  created_at: z.number(),
  expires_at: z.nullable(z.number()),
});
type Toast = z.infer<typeof Toast>;
/** Oldest first. */
export const ToastsState = z.array(Toast);
export type ToastsState = z.infer<typeof ToastsState>;

/** Short messages to the operator about the outcome of a command. */
export const toasts: Projection<ToastsState> = {
  initial: [],
  evolve: (state, entry) => {
    const { at, message } = entry;
    switch (message.type) {
      case 'Ticked': {
        const over = (toast: Toast) => toast.expires_at !== null && toast.expires_at <= at;
        return state.some(over) ? state.filter((toast) => !over(toast)) : state;
      }
      case 'DismissToast':
        return state.filter(({ id }) => id !== message.id);
      case 'ShowToast': {
        const { kind, code, params, detail = null, duration_ms: lasts = toastDurations[kind], id } = message;
        return show(state, entry, { kind, code, params, detail }, lasts, id);
      }
      default: {
        const outcome = outcomeOf(message);
        return outcome === null
          ? state
          : show(state, entry, outcome, outcome.lasts === undefined ? toastDurations[outcome.kind] : outcome.lasts);
      }
    }
  },
};

type Text = Pick<Toast, 'kind' | 'code' | 'params' | 'detail' | 'said'>;
type Outcome = Text & { readonly lasts?: number | null };

const good = (what: Coded, detail: string | null = null): Outcome => ({ kind: 'success', ...what, detail });
const bad = (what: Coded, bot: Said = { detail: null }): Outcome => ({
  kind: 'error',
  ...what,
  detail: bot.detail,
  ...(bot.code == null || bot.params === undefined ? {} : { said: { code: bot.code, params: { ...bot.params } } }),
});
const failed = (problem: Problem): Outcome => bad({ code: 'problem', params: { kind: problem.kind } }, problem);

const outcomeOf = (message: Entry['message']): Outcome | null => {
  switch (message.type) {
    case 'BotActionDone':
      return {
        ...good({ code: `${message.action}_done`, params: {} }, message.message),
        ...(message.said === undefined ? {} : { said: message.said }),
      };
    case 'BotActionFailed':
      return bad({ code: `${message.action}_failed`, params: {} }, message.problem);
    case 'ModeChangeFailed':
    case 'OrderCancelFailed':
    case 'NotificationsReadFailed':
    case 'WalletsRefreshFailed':
    case 'RecorderSwitchFailed':
    case 'MarketRefused':
    case 'RiskActionFailed':
    case 'FlattenFailed':
    case 'BacktestCancelFailed':
    case 'BacktestDeleteFailed':
      return failed(message.problem);
    case 'RiskActionDone':
    case 'DifferenceAccepted':
      return good({ code: 'risk_done', params: {} }, message.message);
    case 'FlattenAnswered':
      return message.preview ? null : good({ code: 'flatten_done', params: {} }, message.answer.message);
    case 'OrderCancelled':
      return good({ code: 'order_cancelled', params: {} });
    case 'ExecutionFailed':
      // A refusal with a new preview is shown by the ticket itself.
      if (message.problem.preview !== undefined) return null;
      return bad({ code: 'execution_failed', params: { kind: message.problem.kind } }, message.problem);
    case 'ExecutionAnswered':
      return answered(message.result, message.expected_profit);
    case 'CommandsRestored':
      return { ...bad({ code: 'orders_unanswered', params: { count: message.count } }), lasts: null };
    case 'PairSearchEnded':
      return pairsFound(message);
    case 'BacktestRunFailed':
      return bad({ code: 'backtest_failed', params: {} }, message.problem);
    case 'ReportSaveFailed':
      return bad({ code: 'report_failed', params: {} }, message.problem);
    case 'ExportSaved':
      return good({ code: 'export_saved', params: { file: message.file } });
    case 'ExportFailed':
      return bad({ code: 'export_failed', params: {} }, message.problem);
    case 'BacktestDeleted':
      return good({ code: 'backtest_deleted', params: {} });
    case 'DataReplaced':
      return { ...bad({ code: 'other_data', params: {} }), lasts: otherDataToastMs };
    case 'CommandRefused':
      return { kind: 'error', code: message.code, params: message.params, detail: message.detail ?? null };
    default:
      return null;
  }
};

const answered = ({ status, result, provenance }: ExecutionResult, shown: number | undefined): Outcome => {
  if (status === 'pending') return { kind: 'blank', code: 'execution_pending', params: {}, detail: null };
  if (status === 'success') {
    const profit_pct = result?.actual_profit_pct ?? result?.actual_profit ?? null;
    const usd = result?.actual_profit_pct == null ? null : result.actual_profit;
    const difference = shown === undefined || usd === null ? null : usd - shown;
    return {
      ...good({ code: 'executed', params: { profit_pct, difference, ...provenanceCells(provenance) } }),
      lasts: executionToastMs,
    };
  }
  const { error_message, code, params } = result ?? {};
  return bad({ code: 'execution_failed', params: { kind: null } }, { detail: error_message || null, code, params });
};

/** Why the Auto preset found no pairs, or not those of every exchange; null if it succeeded. */
const pairsFound = ({ pairs, failed }: { pairs: readonly string[]; failed: readonly string[] }): Outcome | null => {
  if (pairs.length > 0 && failed.length === 0) return null;
  if (pairs.length > 0) return bad({ code: 'pairs_failed_of', params: { exchanges: failed.join(', ') } });
  return bad({ code: failed.length === 0 ? 'no_pairs' : 'pairs_failed', params: {} });
};

const show = (
  state: ToastsState,
  { seq, at }: Entry,
  { kind, code, params, detail, said }: Text,
  lasts: number | null,
  id = `toast:${seq}`,
): ToastsState => {
  const times = { created_at: at, expires_at: lasts === null ? null : at + lasts };
  const toast = { id, kind, code, params, detail, ...(said === undefined ? {} : { said }), ...times };
  return [...state.filter((other) => other.id !== id), toast].slice(-caps.toasts);
};
