import { defaultIfEmpty, forkJoin, from, map, type Observable } from 'rxjs';
import type { Result } from '../gateway/api.ts';
import type { ClientEvent } from '../journal/event.ts';
import { autoQuotes } from '../rules/defaults.ts';
import type { Rows } from './lanes.ts';
import { type EffectPorts, outcome, retried } from './perform.ts';

/** Not tried again: the first try may have ended the bot that would have answered. */
const marketOutcome = (call: Promise<Result<unknown>>): Observable<ClientEvent> =>
  outcome(
    from(call),
    () => ({ type: 'MarketAnswered' }),
    (problem) => ({ type: 'MarketRefused', problem }),
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

/** The market that the bot watches, and its recorder. */
export const marketEffects = {
  ChooseMarket: {
    lane: () => 'market',
    perform: ({ wanted }, { api }) => marketOutcome(api.call('market.choose', { body: wanted })),
  },
  CheckExchanges: {
    lane: () => 'exchanges',
    perform: ({ exchanges, regions }, { api }) =>
      marketOutcome(api.call('market.check', { body: { exchanges, ...(regions && { regions }) } })),
  },
  FindPairs: {
    lane: () => 'pairs',
    began: ({ exchanges }) => ({ type: 'PairSearchBegan', exchanges }),
    perform: ({ exchanges }, ports) => findPairs(exchanges, ports),
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
} as const satisfies Rows;
