import * as z from 'zod/mini';
import { Decided, Life } from '../contract/life.ts';
import { Trade } from '../contract/trade.ts';
import { Problem } from '../journal/problem.ts';
import type { Projection } from './projection.ts';

const phase = z.enum(['idle', 'loading', 'loaded', 'failed']);
const failure = z.nullable(Problem);
const TradePages = z.object({ phase, rows: z.array(Trade), next: z.nullable(z.number()), problem: failure });
const noPages: z.infer<typeof TradePages> = { phase: 'idle', rows: [], next: null, problem: null };

/**
 * `life`: the one that is open, by the id it was asked for. `decisions`: of the search that was asked last, newest first; `next` continues it,
 * null at its end. `total` and `by_code` count all that it finds. `kept_since`: what is older is not kept any more. `saving`: the files of exports
 * that are being read. `trades`: of the window that was asked last, newest first, each once; `next`: where older ones begin, null at the end.
 */
export const HistoryState = z.object({
  life: z.object({ phase, id: z.nullable(z.string()), value: z.nullable(Life), problem: failure }),
  decisions: z.object({
    phase,
    rows: z.array(Decided),
    next: z.nullable(z.string()),
    total: z.nullable(z.number()),
    by_code: z.array(z.object({ code: z.string(), count: z.number() })),
    kept_since: z.nullable(z.string()),
    problem: failure,
  }),
  // Absent in recordings of earlier versions.
  saving: z._default(z.array(z.string()), []),
  trades: z._default(TradePages, noPages),
});
export type HistoryState = z.infer<typeof HistoryState>;

const initial: HistoryState = {
  life: { phase: 'idle', id: null, value: null, problem: null },
  decisions: { phase: 'idle', rows: [], next: null, total: null, by_code: [], kept_since: null, problem: null },
  saving: [],
  trades: noPages,
};

/** Decisions and their outcomes, as far as a screen has loaded. */
export const history: Projection<HistoryState> = {
  initial,
  evolve: (state, { message }) => {
    switch (message.type) {
      case 'LoadLife': {
        const value = state.life.id === message.id ? state.life.value : null;
        return { ...state, life: { phase: 'loading', id: message.id, value, problem: null } };
      }
      case 'LifeLoaded':
        if (message.id !== state.life.id) return state;
        return { ...state, life: { phase: 'loaded', id: message.id, value: message.life, problem: null } };
      case 'LifeFailed':
        if (message.id !== state.life.id) return state;
        return { ...state, life: { ...state.life, phase: 'failed', problem: message.problem } };
      case 'LoadDecisions':
        return { ...state, decisions: { ...state.decisions, phase: 'loading', problem: null } };
      case 'DecisionsLoaded': {
        const { cursor, rows, next, total, by_code, kept_since } = message;
        const before = state.decisions;
        const counted = cursor === null ? { total, by_code, kept_since } : {};
        const all = cursor === null ? rows : [...before.rows, ...rows];
        return { ...state, decisions: { ...before, ...counted, phase: 'loaded', rows: all, next, problem: null } };
      }
      case 'DecisionsFailed':
        return { ...state, decisions: { ...state.decisions, phase: 'failed', problem: message.problem } };
      case 'LoadTrades':
        return { ...state, trades: { ...(message.offset === 0 ? noPages : state.trades), phase: 'loading' } };
      case 'TradesLoaded': {
        const { offset, rows, next } = message;
        const before = offset === 0 ? [] : state.trades.rows;
        // New entries shift the pages: a page may begin with the last rows of the one before.
        const more = rows.filter(({ id }) => before.every((one) => one.id !== id));
        return { ...state, trades: { phase: 'loaded', rows: [...before, ...more], next, problem: null } };
      }
      case 'TradesFailed':
        return { ...state, trades: { ...state.trades, phase: 'failed', problem: message.problem } };
      case 'ExportBegan':
        return { ...state, saving: [...state.saving, message.file] };
      case 'ExportSaved':
      case 'ExportFailed':
        return { ...state, saving: state.saving.filter((file) => file !== message.file) };
      case 'SignedOut':
        return initial;
      default:
        return state;
    }
  },
};
