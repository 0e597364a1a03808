import { EMPTY, type Observable, Subject } from 'rxjs';
import { type Channel, specChannels } from '../contract/socket.ts';
import { createSequence } from '../gateway/sequence.ts';
import { tokenIn } from '../gateway/storage.ts';
import type { Message } from '../journal/journal.ts';
import type { connectionEffects } from '../machines/connection.ts';
import type { Performers } from '../machines/folded.ts';
import { frames } from './frames.ts';
import { call, doing, type MachineEffects, type MachinePorts, outcome } from './perform.ts';
import { statusPoll } from './status-poll.ts';

const extensions: Readonly<Record<string, Channel>> = {
  backtest: 'backtests',
  'orders.stream': 'orders',
  'balances.stream': 'balances',
  metrics: 'metrics',
};

/** Probes the bot, opens its socket, and watches whether it is alive. */
export const performConnection = ({ api, socket, storage, clock }: MachinePorts): MachineEffects => {
  const sequence = createSequence();
  const check$ = new Subject<void>();
  const performers: Performers<typeof connectionEffects, Observable<Message>> = {
    probe: () =>
      outcome(
        call(() => api.call('health', {})),
        (health) => ({ type: 'HealthLoaded', health }),
        (problem) => ({ type: 'HealthFailed', problem }),
      ),
    openSocket: () => frames({ clock, socket }, sequence, check$),
    closeSocket: () => EMPTY,
    authenticate: () => doing(() => socket.send({ type: 'auth', token: tokenIn(storage) ?? '' })),
    subscribe: ({ capabilities }) =>
      doing(() => {
        if (capabilities.includes('frames.v2')) socket.send({ type: 'batch' });
        const more = capabilities.flatMap((name) => extensions[name] ?? []);
        for (const channel of [...specChannels, ...more]) {
          const since = sequence.since(channel);
          socket.send({ type: 'subscribe', channel, ...(since === undefined ? {} : { since }) });
        }
      }),
    watch: ({ pings }) => (pings ? EMPTY : statusPoll(api, clock, check$)),
    unwatch: () => EMPTY,
    checkSilence: () => doing(() => check$.next()),
  };
  return { performers, lanes: { openSocket: 'socket', closeSocket: 'socket', watch: 'watch', unwatch: 'watch' } };
};
