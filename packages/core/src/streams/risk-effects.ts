import type { Observable } from 'rxjs';
import type { AnswerOf } from '../contract/index.ts';
import type { Result } from '../gateway/api.ts';
import type { ClientEvent } from '../journal/event.ts';
import type { Rows } from './lanes.ts';
import { outcome, retried } from './perform.ts';

const riskOutcome = (call$: Observable<Result<AnswerOf<'risk.breaker.reset'>>>): Observable<ClientEvent> =>
  outcome(
    call$,
    ({ message, risk }) => ({ type: 'RiskActionDone', message, risk }),
    (problem) => ({ type: 'RiskActionFailed', problem }),
  );

/** Breakers, residual positions, differences of accounts, the paper wallet, and selling all that is held. */
export const riskEffects = {
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
    needsWord: ({ action }) => action === 'sell',
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
    needsWord: ({ preview }) => !preview,
    perform: ({ preview, key }, { api, clock }) =>
      outcome(
        retried(clock, () => api.call('bot.flatten', { body: { preview } }, { key })),
        (answer) => ({ type: 'FlattenAnswered', preview, answer }),
        (problem) => ({ type: 'FlattenFailed', preview, problem }),
      ),
  },
} as const satisfies Rows;
