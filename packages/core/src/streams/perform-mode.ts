import { EMPTY, from, mergeMap, type Observable, of } from 'rxjs';
import type { ClientEvent } from '../journal/event.ts';
import type { Message } from '../journal/journal.ts';
import type { Performers } from '../machines/folded.ts';
import type { modeEffects } from '../machines/mode.ts';
import { type MachineEffects, type MachinePorts, retried } from './perform.ts';

/** Changes the mode of a bot that keeps it itself. */
export const performMode = ({ api, clock }: MachinePorts): MachineEffects => {
  const performers: Performers<typeof modeEffects, Observable<Message>> = {
    change: ({ mode, confirm, key }) => {
      const body = confirm === undefined ? { mode } : { mode, confirm };
      return retried(clock, (signal) => api.call('bot.mode', { body }, { key, signal })).pipe(
        mergeMap((result): Observable<ClientEvent> => {
          if (!result.ok) return of({ type: 'ModeChangeFailed', mode, problem: result.problem });
          const { status } = result.value;
          const changed: ClientEvent = { type: 'ModeChanged', mode };
          return status === null ? of(changed) : from<ClientEvent[]>([changed, { type: 'BotStatusReported', status }]);
        }),
      );
    },
    abort: () => EMPTY,
  };
  return { performers, lanes: { change: 'call', abort: 'call' } };
};
