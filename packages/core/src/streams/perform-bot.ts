import { defer, EMPTY, from, mergeMap, type Observable, of } from 'rxjs';
import type { BotAnswer, StartParameters } from '../contract/bot.ts';
import type { Result } from '../gateway/api.ts';
import { problemOfFailure } from '../gateway/problem.ts';
import { keepKill, keptKill } from '../gateway/storage.ts';
import type { BotAction } from '../journal/bot-action.ts';
import type { Command } from '../journal/command.ts';
import type { ClientEvent } from '../journal/event.ts';
import type { Message } from '../journal/journal.ts';
import { mayPass } from '../journal/problem.ts';
import type { botEffects } from '../machines/bot.ts';
import type { Performers } from '../machines/folded.ts';
import type { FoldedState } from '../projections/state.ts';
import { kill as limits, storageKeys } from '../rules/limits.ts';
import { selectMode } from '../selectors/bot.ts';
import { call, doing, type MachineEffects, type MachinePorts, retried, within } from './perform.ts';

/** Starts, stops, restarts and kills the bot. */
export const performBot = (ports: MachinePorts): MachineEffects => {
  const { api, clock, session } = ports;
  const asked = (action: BotAction, ask: (signal: AbortSignal) => Promise<Result<BotAnswer>>): Observable<Message> =>
    retried(clock, ask).pipe(mergeMap((result) => outcome(action, result)));

  const performers: Performers<typeof botEffects, Observable<Message>> = {
    start: ({ parameters, key }) => {
      const body = startBody(ports, parameters);
      return asked('start', (signal) => api.call('bot.start', { body }, { key, signal }));
    },
    restart: ({ parameters, key }) => {
      const body = startBody(ports, parameters);
      return asked('restart', (signal) => api.call('bot.restart', { body }, { key, signal }));
    },
    stop: ({ cancel_orders, key }) =>
      asked('stop', (signal) =>
        api.call('bot.stop', cancel_orders === undefined ? {} : { body: { cancel_orders } }, { key, signal }),
      ),
    reset: ({ key }) => asked('reset', (signal) => api.call('bot.kill.reset', {}, { key, signal })),
    abort: () => EMPTY,
    kill: ({ reason, key }) =>
      within(
        clock,
        limits.try_within_ms,
        call((signal) => api.call('bot.kill', { body: reason === null ? {} : { reason } }, { key, signal })),
      ).pipe(mergeMap(killOutcome)),
    keepKill: (kill) => doing(() => kill && keepKill(session, kill)),
    forgetKill: () => doing(() => session.remove(storageKeys.kill)),
    restoreKill: () =>
      defer(() => {
        const kept = keptKill(session);
        return kept === null ? EMPTY : of<Message>({ type: 'KillRestored', ...kept });
      }),
  };
  // Two tries of a kill may be under way at a time: each third ends the first.
  const tries = ({ tries }: { readonly tries: number }) => `kill ${tries % 2}`;
  const lanes = { start: 'call', restart: 'call', stop: 'call', reset: 'call', abort: 'call', kill: tries };
  return { performers, lanes };
};

/** The mode that a start or a restart adds to its body; empty for any other command. */
export const addedMode = ({ type }: Command, state: FoldedState): string =>
  type === 'StartBot' || type === 'RestartBot' ? (selectMode(state) ?? '') : '';

/** The mode is the one on the screen when the command is sent, whatever the parameters say; a retry repeats it. */
const startBody = ({ state }: MachinePorts, { mode: _, trading_pairs = [], ...rest }: StartParameters = {}) => {
  const mode = selectMode(state());
  return { ...(mode === null ? {} : { mode }), ...rest, ...(trading_pairs.length === 0 ? {} : { trading_pairs }) };
};

const outcome = (action: BotAction, result: Result<BotAnswer>): Observable<ClientEvent> => {
  if (!result.ok) return of({ type: 'BotActionFailed', action, problem: result.problem });
  const { status, message, code, params, sent, unknown, held } = result.value;
  const said = code === undefined || params === undefined ? {} : { said: { code, params: { ...params } } };
  const killed =
    action !== 'kill' || (sent === undefined && unknown === undefined && held === undefined)
      ? {}
      : { killed: { sent: sent ?? null, unknown: unknown ?? null, held: held ?? null } };
  const done: ClientEvent = { type: 'BotActionDone', action, message, ...said, ...killed };
  return status === null ? of(done) : from<ClientEvent[]>([done, { type: 'BotStatusReported', status }]);
};

const late = problemOfFailure(Object.assign(new Error(), { name: 'TimeoutError' }));
const killOutcome = (result: Result<BotAnswer> | null): Observable<ClientEvent> => {
  if (result === null) return of({ type: 'KillUnanswered', problem: late });
  if (!result.ok && mayPass(result.problem)) return of({ type: 'KillUnanswered', problem: result.problem });
  return outcome('kill', result);
};
