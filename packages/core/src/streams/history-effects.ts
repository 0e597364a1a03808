import { rows as limits } from '../rules/limits.ts';
import type { Rows } from './lanes.ts';
import { outcome, retried } from './perform.ts';
import { loadPerformance } from './performance-effect.ts';

/** Loads history: pages, windows and single lives. */
export const historyEffects = {
  LoadAudit: {
    lane: () => 'audit',
    perform: ({ before = null }, { api, clock }) => {
      const query = { limit: limits.audit, ...(before === null ? {} : { before }) };
      return outcome(
        retried(clock, (signal) => api.call('audit.list', { query }, { signal })),
        ({ rows: entries }) => ({ type: 'AuditLoaded', before, entries }),
        (problem) => ({ type: 'AuditFailed', problem }),
      );
    },
  },
  LoadLife: {
    lane: () => 'life',
    perform: ({ id }, { api, clock }) =>
      outcome(
        retried(clock, (signal) => api.call('history.get', { path: { id } }, { signal })),
        (life) => ({ type: 'LifeLoaded', id, life }),
        (problem) => ({ type: 'LifeFailed', id, problem }),
      ),
  },
  LoadDecisions: {
    lane: () => 'decisions',
    perform: ({ query, cursor = null }, { api, clock }) => {
      const asked = { ...query, limit: limits.decisions, ...(cursor === null ? {} : { cursor }) };
      return outcome(
        retried(clock, (signal) => api.call('history.list', { query: asked }, { signal })),
        ({ body: { rows: decided }, page: { next, total, by_code, kept_since } }) => ({
          ...{ type: 'DecisionsLoaded', cursor, rows: decided, next, total, by_code: by_code ?? [], kept_since },
        }),
        (problem) => ({ type: 'DecisionsFailed', problem }),
      );
    },
  },
  LoadTrades: {
    lane: () => 'trades',
    perform: ({ from, to, offset }, { api, clock }) => {
      const query = { from, ...(to === undefined ? {} : { to }), offset, limit: limits.trades };
      return outcome(
        retried(clock, (signal) => api.call('orders.history', { query }, { signal })),
        ({ rows: trades, rejected }) => {
          const read = trades.length + rejected.length;
          return { type: 'TradesLoaded', offset, rows: trades, next: read < limits.trades ? null : offset + read };
        },
        (problem) => ({ type: 'TradesFailed', problem }),
      );
    },
  },
  LoadPerformance: loadPerformance,
  AskWhatIf: {
    lane: () => 'research',
    perform: ({ asked }, { api, clock }) =>
      outcome(
        retried(clock, (signal) => api.call('research.whatif', { query: asked }, { signal })),
        (answer) => ({ type: 'WhatIfAnswered', asked, answer }),
        (problem) => ({ type: 'WhatIfAnswered', asked, problem }),
      ),
  },
} as const satisfies Rows;
