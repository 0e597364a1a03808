import { defaultIfEmpty, filter, forkJoin, from, map, merge, type Observable } from 'rxjs';
import type { AnswerOf } from '../contract/index.ts';
import type { Result } from '../gateway/api.ts';
import type { StampedCommand } from '../journal/command.ts';
import type { ClientEvent } from '../journal/event.ts';
import type { Message } from '../journal/journal.ts';
import { autoQuotes } from '../rules/defaults.ts';
import { rows as limits } from '../rules/limits.ts';
import { backtestEffects } from './backtest-effects.ts';
import { exportEffects } from './export-effects.ts';
import { inLanes, type Rows } from './lanes.ts';
import { type EffectPorts, outcome, retried } from './perform.ts';
import { loadPerformance } from './performance-effect.ts';
import { restoredParameters, settingEffects } from './setting-effects.ts';

type RiskOutcome = Result<AnswerOf<'risk.breaker.reset'>>;
const riskOutcome = (call$: Observable<RiskOutcome>): Observable<ClientEvent> =>
  outcome(
    call$,
    ({ message, risk }) => ({ type: 'RiskActionDone', message, risk }),
    (problem) => ({ type: 'RiskActionFailed', problem }),
  );

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

/** The commands that need no machine: one call, one outcome. */
const rows: Rows = {
  ...settingEffects,
  ...backtestEffects,
  ...exportEffects,

  CancelOrder: {
    lane: ({ order_id }) => `order ${order_id}`,
    began: ({ order_id }) => ({ type: 'OrderCancelBegan', order_id }),
    perform: ({ order_id, key }, { api, clock }) =>
      outcome(
        retried(clock, () => api.call('orders.cancel', { path: { id: order_id } }, { key })),
        (order) => ({ type: 'OrderCancelled', order_id, order }),
        (problem) => ({ type: 'OrderCancelFailed', order_id, problem }),
      ),
  },

  ResetBreaker: {
    lane: ({ name }) => `breaker ${name}`,
    perform: ({ name, key }, { api, clock }) =>
      riskOutcome(retried(clock, () => api.call('risk.breaker.reset', { path: { name } }, { key }))),
  },
  ResolveStranded: {
    lane: ({ exchange, asset }) => `stranded ${exchange} ${asset}`,
    money: true,
    perform: ({ exchange, asset, action, key }, { api, clock }) => {
      const request = { path: { exchange, asset }, body: { action, confirm: true } } as const;
      return riskOutcome(retried(clock, () => api.call('risk.stranded.resolve', request, { key })));
    },
  },

  AcceptDifference: {
    lane: ({ id }) => `difference ${id}`,
    money: true,
    perform: ({ id, reason, key }, { api, clock }) => {
      const request = { path: { id }, body: { reason, confirm: true } } as const;
      return outcome(
        retried(clock, () => api.call('accounts.differences.accept', request, { key })),
        ({ message, differences }) => ({ type: 'DifferenceAccepted', message, differences }),
        (problem) => ({ type: 'RiskActionFailed', problem }),
      );
    },
  },

  Flatten: {
    lane: ({ preview }) => (preview ? 'flatten preview' : 'flatten'),
    money: true,
    perform: ({ preview, key }, { api, clock }) =>
      outcome(
        retried(clock, () => api.call('bot.flatten', { body: { preview } }, { key })),
        (answer) => ({ type: 'FlattenAnswered', preview, answer }),
        (problem) => ({ type: 'FlattenFailed', preview, problem }),
      ),
  },

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
    perform: ({ exchanges }, { api }) => marketOutcome(api.call('market.check', { body: { exchanges } })),
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
  FindPairs: {
    lane: () => 'pairs',
    began: ({ exchanges }) => ({ type: 'PairSearchBegan', exchanges }),
    perform: ({ exchanges }, ports) => findPairs(exchanges, ports),
  },
};

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

const isPerformed = (message: Message): message is StampedCommand => Object.hasOwn(rows, message.type);

/** Performs the commands among the messages; emits what begins and what came of it. */
export const effects = (messages$: Observable<Message>, ports: EffectPorts): Observable<ClientEvent> =>
  merge(
    messages$.pipe(filter(isPerformed), inLanes(rows, ports)),
    messages$.pipe(
      filter(({ type }) => type === 'ClientStarted'),
      map(() => restoredParameters(ports.storage)),
      filter((event) => event !== null),
    ),
  );
