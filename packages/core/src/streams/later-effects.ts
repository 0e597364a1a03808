import { defaultIfEmpty, filter, forkJoin, from, map, merge, type Observable } from 'rxjs';
import type { Import } from '../contract/import.ts';
import type { Result } from '../gateway/api.ts';
import type { ClientEvent } from '../journal/event.ts';
import { autoQuotes } from '../rules/defaults.ts';
import { rows as limits } from '../rules/limits.ts';
import { backtestEffects } from './backtest-effects.ts';
import { type Effects, effectsOf } from './effects.ts';
import { exportEffects } from './export-effects.ts';
import { fileEffects } from './file-effects.ts';
import { type EffectPorts, outcome, retried } from './perform.ts';
import { loadPerformance } from './performance-effect.ts';
import { restoredParameters, settingEffects } from './setting-effects.ts';

const readOutcome = (notification_ids: string[] | null, call$: Observable<Result<unknown>>): Observable<ClientEvent> =>
  outcome(
    call$,
    () => ({ type: 'NotificationsRead', notification_ids }),
    (problem) => ({ type: 'NotificationsReadFailed', problem }),
  );

/** Not tried again: the first try may have ended the bot that would have answered. */
const marketOutcome = (call: Promise<Result<unknown>>): Observable<ClientEvent> =>
  outcome(
    from(call),
    () => ({ type: 'MarketAnswered' }),
    (problem) => ({ type: 'MarketRefused', problem }),
  );

const importOutcome = (call$: Observable<Result<Import>>): Observable<ClientEvent> =>
  outcome(
    call$,
    (job) => ({ type: 'ImportAnswered', job }),
    (problem) => ({ type: 'ImportRefused', problem }),
  );

const findPairs = (exchanges: string[], { api, clock }: EffectPorts): Observable<ClientEvent> => {
  const ask = (exchange: string) =>
    retried(clock, (signal) =>
      api.call('exchanges.pairs', { query: { exchange, quote_currencies: autoQuotes } }, { signal }),
    );
  return forkJoin(exchanges.map(ask)).pipe(
    defaultIfEmpty([]),
    map((answers) => ({
      type: 'PairSearchEnded',
      pairs: [...new Set(answers.flatMap((answer) => (answer.ok ? answer.value.pairs : [])))],
      failed: exchanges.filter((_, index) => answers[index]?.ok === false),
    })),
  );
};

const performed = effectsOf({
  ...settingEffects,
  ...backtestEffects,
  ...exportEffects,
  ...fileEffects,
  // Each command marks its own notifications: none may take the place of another.
  MarkNotificationsRead: {
    lane: ({ notification_ids }) => (notification_ids.length === 0 ? null : `read ${notification_ids}`),
    perform: ({ notification_ids, key }, { api, clock }) =>
      readOutcome(
        notification_ids,
        retried(clock, () => api.call('notifications.read', { body: { notification_ids } }, { key })),
      ),
  },
  MarkAllRead: {
    lane: () => 'read all',
    perform: ({ key }, { api, clock }) =>
      readOutcome(
        null,
        retried(clock, () => api.call('notifications.read.all', {}, { key })),
      ),
  },
  RefreshWallets: {
    lane: () => 'wallets',
    perform: ({ key }, { api, clock }) =>
      outcome(
        retried(clock, () => api.call('wallets.refresh', {}, { key })),
        () => ({ type: 'WalletsRefreshAsked' }),
        (problem) => ({ type: 'WalletsRefreshFailed', problem }),
      ),
  },
  SwitchRecorder: {
    lane: () => 'recorder',
    perform: ({ recording, key }, { api, clock }) =>
      outcome(
        retried(clock, () => api.call('recordings.switch', { body: { recording } }, { key })),
        () => ({ type: 'RecorderSwitched' }),
        (problem) => ({ type: 'RecorderSwitchFailed', problem }),
      ),
  },
  ChooseMarket: {
    lane: () => 'market',
    perform: ({ wanted }, { api }) => marketOutcome(api.call('market.choose', { body: wanted })),
  },
  CheckExchanges: {
    lane: () => 'exchanges',
    perform: ({ exchanges, regions }, { api }) =>
      marketOutcome(api.call('market.check', { body: { exchanges, ...(regions && { regions }) } })),
  },
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
          ...{ type: 'DecisionsLoaded', cursor, rows: decided, next, total, by_code, kept_since },
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
  PreviewImport: {
    lane: () => 'import preview',
    perform: ({ request }, { api, clock }) =>
      outcome(
        retried(clock, (signal) => api.call('recordings.preview', { body: request }, { signal })),
        (preview) => ({ type: 'ImportPreviewed', request, preview }),
        (problem) => ({ type: 'ImportPreviewed', request, problem }),
      ),
  },
  RunImport: {
    lane: () => 'import',
    perform: ({ request, key }, { api, clock }) =>
      importOutcome(retried(clock, () => api.call('recordings.import', { body: request }, { key }))),
  },
  CancelImport: {
    lane: () => 'import cancel',
    perform: ({ import_id, key }, { api, clock }) =>
      importOutcome(retried(clock, () => api.call('recordings.import.cancel', { path: { id: import_id } }, { key }))),
  },
  FindPairs: {
    lane: () => 'pairs',
    began: ({ exchanges }) => ({ type: 'PairSearchBegan', exchanges }),
    perform: ({ exchanges }, ports) => findPairs(exchanges, ports),
  },
});

/** The commands of single screens, and the parameters that an earlier session kept. A page fetches them once its first screen is shown. */
export const laterEffects: Effects = (messages$, ports) =>
  merge(
    performed(messages$, ports),
    messages$.pipe(
      filter(({ type }) => type === 'ClientStarted'),
      map(() => restoredParameters(ports.storage)),
      filter((event) => event !== null),
    ),
  );
