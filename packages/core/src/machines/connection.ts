import { and, assign, setup } from 'xstate';
import * as z from 'zod/mini';
import { closeCode } from '../contract/index.ts';
import { type ConnectionCode, connectionCode } from '../journal/code.ts';
import type { ClientEvent } from '../journal/event.ts';
import { backoff, reconnect } from '../rules/limits.ts';
import { effect, folded, type MachineEvent, type StateOf } from './folded.ts';

const refusals: readonly number[] = [closeCode.unauthenticated, closeCode.idle];
const refusalOf = ({ code }: { readonly code: number }): ClientEvent => ({
  type: 'SessionRefused',
  ...(code === closeCode.idle && { reason: 'idle' }),
});

const timestamp = z.nullable(z.number());

/**
 * Timestamps are epoch milliseconds. `since`: when the present state began. `confirmed_at`: of the last frame, pong or status
 * answer, to within a second. `series_at`: when the last series of tries began by itself. `ahead_ms`: our clock less the bot's.
 */
const context = {
  /** 0 for the first try, then the number of the reconnection. */
  attempt: z.number(),
  retry_at: timestamp,
  since: timestamp,
  confirmed_at: timestamp,
  series_at: timestamp,
  latency_ms: z.nullable(z.number()),
  ahead_ms: z.number(),
  /** Why there is no connection; null while there is one. */
  message: z.nullable(connectionCode),
};
type Context = { [K in keyof typeof context]: z.infer<(typeof context)[K]> };

const initial: Context = {
  attempt: 0,
  retry_at: null,
  since: null,
  confirmed_at: null,
  series_at: null,
  latency_ms: null,
  ahead_ms: 0,
  message: null,
};

export const connectionEffects = {
  emit: effect<ClientEvent>(),
  probe: effect(),
  openSocket: effect(),
  closeSocket: effect(),
  authenticate: effect(),
  subscribe: effect<{ readonly capabilities: readonly string[] }>(),
  /** `pings`: whether the bot answers pings; any other is asked for its status. */
  watch: effect<{ readonly pings: boolean }>(),
  unwatch: effect(),
  checkSilence: effect(),
};

const delay = (attempt: number): number => backoff(attempt, reconnect.first_delay_ms, reconnect.longest_delay_ms);

const lost = (reason: ConnectionCode) =>
  ({ target: '#connection.waiting', actions: { type: 'countLoss', params: { reason } } }) as const;
const onLost = (reason: ConnectionCode) =>
  [{ guard: 'isSpent', target: '#connection.exhausted' }, lost(reason)] as const;

const disconnect = ['begin', 'resetAttempts', { type: 'emit', params: { type: 'Disconnected' } }] as const;
/** Late answers too: an open connection may rest on the report of a bot that has ended since. */
const onHealth = [
  // The client then starts again, with a health call of its own.
  {
    guard: 'isOtherData',
    target: '#connection.idle',
    actions: ['begin', 'resetAttempts', { type: 'emit', params: { type: 'DataReplaced' } }],
  },
  { guard: 'mustSignIn', target: '#connection.idle', actions: disconnect },
  { target: '#connection.live', reenter: true },
] as const;
/** The bot was replaced since its health report. */
const onOtherData = [
  { guard: and(['isOtherData', 'isSpent']), target: '#connection.exhausted' },
  { guard: 'isOtherData', ...lost('connection_closed') },
] as const;
const onOpen = [
  { guard: 'isUnheard', target: '#connection.live.connected', actions: 'probe' },
  { target: '#connection.live.connected' },
] as const;

const machine = setup({
  types: {} as { context: Context; events: MachineEvent },
  guards: {
    mustSignIn: ({ event }) => event.facts.mustSignIn,
    isSpent: ({ context: { attempt } }) => attempt >= reconnect.attempts,
    answersPings: ({ event }) => event.facts.capabilities.includes('socket.auth'),
    isOtherData: ({ event }) => event.facts.otherData,
    isUnheard: ({ event }) => event.facts.unheard,
    isRefusal: ({ event }, { code }: { code: number }) => refusals.includes(code) && !event.facts.unheard,
    mayBeginSeries: ({ context: { series_at }, event }) =>
      series_at === null || event.at - series_at >= reconnect.series_every_ms,
    mayBeginAfterHidden: ({ context: { series_at }, event }, { hidden_ms }: { hidden_ms: number }) =>
      hidden_ms >= reconnect.hidden_ms && (series_at === null || event.at - series_at >= reconnect.series_every_ms),
  },
  actions: {
    ...connectionEffects,
    markSince: assign(({ event }) => ({ since: event.at })),
    begin: assign(({ event }) => ({ since: event.at, retry_at: null })),
    resetAttempts: assign({ attempt: 0, message: null }),
    beginSeries: assign(({ event }) => ({ attempt: 0, series_at: event.at })),
    explain: assign((_, { reason }: { reason: ConnectionCode }) => ({ message: reason })),
    countLoss: assign(({ context, event }, { reason }: { reason: ConnectionCode }) => ({
      attempt: context.attempt + 1,
      message: reason,
      retry_at: event.at + delay(context.attempt + 1),
    })),
    confirm: assign(({ event }) => ({ confirmed_at: event.at })),
    confirmUntil: assign((_, { since }: { since: number }) => ({ confirmed_at: since })),
    measure: assign(({ event }, { ms }: { ms: number }) => ({ latency_ms: ms, confirmed_at: event.at })),
    forgetLatency: assign({ latency_ms: null }),
    compareClocks: assign((_, { ahead_ms }: { ahead_ms: number }) => ({ ahead_ms })),
  },
  delays: {
    probeTimeout: reconnect.probe_within_ms,
    openTimeout: reconnect.open_within_ms,
    lostAfter: reconnect.lost_ms - reconnect.stale_ms,
    backoff: ({ context }) => delay(context.attempt),
  },
}).createMachine({
  id: 'connection',
  context: initial,
  on: {
    SignedIn: { target: '.probing', reenter: true, actions: 'resetAttempts' },
    Reconnect: { target: '.probing', reenter: true, actions: 'resetAttempts' },
    SignedOut: { target: '.idle', actions: disconnect },
    ClientStarted: { target: '.idle', actions: ['begin', 'resetAttempts'] },
    ClientStopped: { target: '.idle', actions: disconnect },
    ClockCompared: { actions: { type: 'compareClocks', params: ({ event }) => event } },
  },
  initial: 'idle',
  states: {
    idle: { on: { SessionRestored: 'probing' } },
    probing: {
      entry: [
        'begin',
        { type: 'emit', params: ({ context }) => ({ type: 'Connecting', attempt: context.attempt }) },
        'probe',
      ],
      on: {
        HealthLoaded: [...onHealth],
        HealthFailed: 'live',
      },
      after: { probeTimeout: 'live' },
    },
    live: {
      entry: 'openSocket',
      exit: ['closeSocket', 'forgetLatency'],
      on: {
        HealthLoaded: [...onHealth],
        SocketClosed: [
          {
            guard: { type: 'isRefusal', params: ({ event }) => event },
            target: 'idle',
            actions: [...disconnect, { type: 'emit', params: ({ event }) => refusalOf(event) }],
          },
          ...onLost('connection_closed'),
        ],
      },
      initial: 'opening',
      states: {
        opening: {
          on: { SocketOpened: [{ guard: 'answersPings', target: 'authenticating' }, ...onOpen] },
          after: { openTimeout: [...onLost('connection_not_opened')] },
        },
        authenticating: {
          entry: 'authenticate',
          on: { SocketAuthenticated: [...onOtherData, ...onOpen] },
          after: { openTimeout: [...onLost('connection_not_authenticated')] },
        },
        connected: {
          entry: [
            'begin',
            'resetAttempts',
            'confirm',
            { type: 'subscribe', params: ({ event }) => ({ capabilities: event.facts.capabilities }) },
            { type: 'watch', params: ({ event }) => ({ pings: event.facts.capabilities.includes('socket.auth') }) },
            { type: 'emit', params: { type: 'Connected' } },
          ],
          exit: 'unwatch',
          on: { PageShown: { actions: 'checkSilence' } },
          initial: 'confirmed',
          states: {
            confirmed: {
              exit: 'confirm',
              on: {
                LatencyMeasured: { actions: { type: 'measure', params: ({ event }) => event } },
                BotStatusLoaded: { actions: 'confirm' },
                StatusAnswered: { actions: 'confirm' },
                BotSilent: { target: 'stale', actions: { type: 'confirmUntil', params: ({ event }) => event } },
              },
            },
            stale: {
              on: {
                BotHeard: { target: 'confirmed', actions: 'confirm' },
                BotStatusLoaded: { target: 'confirmed', actions: 'confirm' },
                StatusAnswered: { target: 'confirmed', actions: 'confirm' },
              },
              after: { lostAfter: lost('connection_silent') },
            },
          },
        },
      },
    },
    waiting: {
      entry: [
        'markSince',
        {
          type: 'emit',
          params: ({ context }) => ({
            type: 'ConnectionLost',
            reason: context.message ?? 'connection_closed',
            attempt: context.attempt,
            retry_at: context.retry_at,
          }),
        },
      ],
      after: { backoff: 'probing' },
    },
    exhausted: {
      entry: [
        'begin',
        { type: 'explain', params: { reason: 'reconnection_exhausted' } },
        { type: 'emit', params: { type: 'ReconnectionExhausted' } },
      ],
      on: {
        NetworkOnline: { guard: 'mayBeginSeries', target: 'probing', actions: 'beginSeries' },
        PageShown: {
          guard: { type: 'mayBeginAfterHidden', params: ({ event }) => event },
          target: 'probing',
          actions: 'beginSeries',
        },
      },
    },
  },
});

/** The live connection and its reconnections. The socket is open exactly while the machine is in `live`. */
export const connection = folded(machine, context);
export type ConnectionState = StateOf<typeof machine>;
