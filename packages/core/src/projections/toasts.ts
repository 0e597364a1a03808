import * as z from 'zod/mini';
import type { Entry } from '../journal/journal.ts';
import { type ToastKind, toastKind } from '../journal/toast.ts';
import { caps, executionToastMs, toastDurations } from '../rules/limits.ts';
import type { Projection } from './projection.ts';
import { backtestFailed, done, executed, executionFailed, failedTo, noPairs, reportFailed } from './toast-text.ts';

/** `expires_at` is epoch milliseconds, null while it stays until dismissed. */
export const Toast = z.object({
  id: z.string(),
  kind: toastKind,
  message: z.string(),
  created_at: z.number(),
  expires_at: z.nullable(z.number()),
});
export type Toast = z.infer<typeof Toast>;
/** Oldest first. */
export const ToastsState = z.array(Toast);
export type ToastsState = z.infer<typeof ToastsState>;

/** Short messages to the operator: what came of a wish. */
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
        const lasts = message.duration_ms === undefined ? toastDurations[message.kind] : message.duration_ms;
        return show(state, entry, message.kind, message.message, lasts, message.id);
      }
      default: {
        const said = outcome(message);
        if (said === null) return state;
        const [kind, text, lasts = toastDurations[kind]] = said;
        return show(state, entry, kind, text, lasts);
      }
    }
  },
};

type Said = readonly [kind: ToastKind, text: string, duration_ms?: number];

const outcome = (message: Entry['message']): Said | null => {
  switch (message.type) {
    case 'BotActionDone':
      return ['success', message.message ?? done[message.action]];
    case 'BotActionFailed':
      return ['error', message.problem.detail ?? failedTo[message.action]];
    case 'ModeChangeFailed':
    case 'OrderCancelFailed':
    case 'NotificationsReadFailed':
    case 'WalletsRefreshFailed':
      return ['error', message.problem.message];
    case 'RiskActionFailed':
      return ['error', message.problem.message];
    case 'RiskActionDone':
      return ['success', message.message];
    case 'OrderCancelled':
      return ['success', 'Order cancelled'];
    case 'ExecutionFailed':
      // A refusal with a new preview is shown by the ticket itself.
      if (message.problem.preview !== undefined) return null;
      return ['error', executionFailed(message.problem.message)];
    case 'ExecutionAnswered': {
      const { status, result } = message.result;
      if (status === 'pending') return ['blank', 'It goes on: the exchange has not answered yet'];
      if (status !== 'success') return ['error', executionFailed(result?.error_message ?? null)];
      return ['success', executed(result?.actual_profit_pct ?? result?.actual_profit ?? null), executionToastMs];
    }
    case 'PairSearchEnded': {
      const text = noPairs(message);
      return text === null ? null : ['error', text];
    }
    case 'BacktestRunFailed':
      return ['error', backtestFailed(message.problem.detail)];
    case 'ReportSaveFailed':
      return ['error', reportFailed(message.problem.detail)];
    case 'BacktestCancelFailed':
    case 'BacktestDeleteFailed':
      return ['error', message.problem.message];
    case 'BacktestDeleted':
      return ['success', 'Backtest deleted'];
    case 'CommandRefused':
      return ['error', message.reason];
    default:
      return null;
  }
};

const show = (
  state: ToastsState,
  { seq, at }: Entry,
  kind: ToastKind,
  message: string,
  lasts: number | null,
  id = `toast:${seq}`,
): ToastsState => {
  const toast = { id, kind, message, created_at: at, expires_at: lasts === null ? null : at + lasts };
  return [...state.filter((other) => other.id !== id), toast].slice(-caps.toasts);
};
