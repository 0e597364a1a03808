import { filter, type Observable } from 'rxjs';
import type { AnswerOf } from '../contract/index.ts';
import type { Result } from '../gateway/api.ts';
import type { StampedCommand } from '../journal/command.ts';
import type { ClientEvent } from '../journal/event.ts';
import type { Message } from '../journal/journal.ts';
import { inLanes, type Rows } from './lanes.ts';
import { type EffectPorts, outcome, retried } from './perform.ts';

/** Performs the commands among the messages that need no machine: emits what begins and what came of it. */
export type Effects = (messages$: Observable<Message>, ports: EffectPorts) => Observable<ClientEvent>;

/** The effects of a table: one call, one outcome for each command. */
export const effectsOf =
  (rows: Rows): Effects =>
  (messages$, ports) =>
    messages$.pipe(
      filter((message): message is StampedCommand => Object.hasOwn(rows, message.type)),
      inLanes(rows, ports),
    );

type RiskOutcome = Result<AnswerOf<'risk.breaker.reset'>>;
const riskOutcome = (call$: Observable<RiskOutcome>): Observable<ClientEvent> =>
  outcome(
    call$,
    ({ message, risk }) => ({ type: 'RiskActionDone', message, risk }),
    (problem) => ({ type: 'RiskActionFailed', problem }),
  );

/** What ends an order or a position, and what lets trading go on: part of every client from its start. */
export const effects: Effects = effectsOf({
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
  ResetWallet: {
    lane: () => 'wallet reset',
    money: true,
    perform: ({ market, key }, { api, clock }) => {
      const body = { ...(market !== undefined && { market }), confirm: true as const };
      return riskOutcome(retried(clock, () => api.call('wallets.reset', { body }, { key })));
    },
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
});
