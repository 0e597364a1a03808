import { assign, type EventObject, fromCallback, fromPromise, setup } from 'xstate';
import { type Channel, closeCode, type Health, specChannels } from '../contract/index.ts';
import type { Result } from '../gateway/api.ts';
import { createSequence, type Sequence } from '../gateway/sequence.ts';
import { tokenIn } from '../gateway/storage.ts';
import type { Message } from '../journal/journal.ts';
import { backoff, reconnect } from '../rules/limits.ts';
import { frames } from '../streams/frames.ts';
import { probe } from './probe.ts';
import type { Tools } from './tools.ts';

type Context = {
  readonly tools: Tools;
  readonly sequence: Sequence;
  readonly capabilities: readonly string[];
  /** 0 for the first try, then the number of the reconnection. */
  readonly attempt: number;
  readonly reason: string;
};

const extensions: Readonly<Record<string, Channel>> = {
  backtest: 'backtests',
  'orders.stream': 'orders',
  'balances.stream': 'balances',
  metrics: 'metrics',
};

const subscribe = ({ tools, sequence, capabilities }: Context): void => {
  const more = capabilities.flatMap((name) => extensions[name] ?? []);
  for (const channel of [...specChannels, ...more]) {
    const since = sequence.since(channel);
    tools.socket.send({ type: 'subscribe', channel, ...(since === undefined ? {} : { since }) });
  }
};

type Opening = { readonly tools: Tools; readonly sequence: Sequence };
/** The open socket, as long as this actor lives. */
const stream = fromCallback<EventObject, Opening>(({ input: { tools, sequence } }) => {
  const subscription = frames(tools, sequence).subscribe(tools.append);
  return () => subscription.unsubscribe();
});

const delay = (attempt: number): number => backoff(attempt, reconnect.first_delay_ms, reconnect.longest_delay_ms);

const lose = (reason: string) =>
  [
    { guard: 'isSpent', target: '#connection.exhausted' },
    { target: '#connection.lost', actions: { type: 'count', params: { reason } } },
  ] as const;

/** The live connection and its reconnections. The socket is open exactly while this machine is in `live`. */
export const connectionMachine = setup({
  types: {} as { context: Context; events: Message; input: Tools },
  actors: { stream, probe: fromPromise<Result<Health>, Tools>(({ input }) => probe(input)) },
  guards: {
    isSpent: ({ context }) => context.attempt >= reconnect.attempts,
    authenticates: ({ context }) => context.capabilities.includes('socket.auth'),
    isRefusal: ({ event }) => event.type === 'SocketClosed' && event.code === closeCode.unauthenticated,
    isUnreachable: ({ event }) => {
      const { output } = event as unknown as { output: Result<Health> };
      return !output.ok && (output.problem.kind === 'network' || output.problem.kind === 'timeout');
    },
  },
  actions: {
    anew: assign({ attempt: 0 }),
    count: assign(({ context }, { reason }: { reason: string }) => ({ attempt: context.attempt + 1, reason })),
    disconnected: ({ context }) => context.tools.append({ type: 'Disconnected' }),
  },
  delays: { pause: ({ context }) => delay(context.attempt) },
}).createMachine({
  id: 'connection',
  context: ({ input }) => ({ tools: input, sequence: createSequence(), capabilities: [], attempt: 0, reason: '' }),
  on: {
    HealthLoaded: { actions: assign({ capabilities: ({ event }) => event.health.capabilities }) },
    SignedIn: { target: '.probing', reenter: true, actions: 'anew' },
    Reconnect: { target: '.probing', reenter: true, actions: 'anew' },
    SignedOut: { target: '.idle', actions: ['anew', 'disconnected'] },
    ClientStopped: { target: '.idle', actions: ['anew', 'disconnected'] },
  },
  initial: 'idle',
  states: {
    idle: { on: { SessionRestored: 'probing' } },
    probing: {
      entry: ({ context }) => context.tools.append({ type: 'Connecting', attempt: context.attempt }),
      invoke: { src: 'probe', input: ({ context }) => context.tools, onDone: 'live' },
      after: { [reconnect.probe_within_ms]: 'live' },
    },
    live: {
      invoke: { src: 'stream', input: ({ context: { tools, sequence } }) => ({ tools, sequence }) },
      on: {
        SocketClosed: [
          {
            guard: 'isRefusal',
            target: 'idle',
            actions: ['disconnected', ({ context }) => context.tools.append({ type: 'SessionRefused' })],
          },
          ...lose('The connection was closed'),
        ],
      },
      initial: 'opening',
      states: {
        opening: {
          on: { SocketOpened: [{ guard: 'authenticates', target: 'authenticating' }, { target: 'connected' }] },
          after: { [reconnect.open_within_ms]: [...lose('The connection did not open in time')] },
        },
        authenticating: {
          entry: ({ context: { tools } }) => tools.socket.send({ type: 'auth', token: tokenIn(tools.storage) ?? '' }),
          on: { SocketAuthenticated: 'connected' },
          after: { [reconnect.open_within_ms]: [...lose('The bot did not take up the connection in time')] },
        },
        connected: {
          entry: [
            'anew',
            ({ context }) => subscribe(context),
            ({ context }) => context.tools.append({ type: 'Connected' }),
          ],
          initial: 'listening',
          states: {
            listening: {
              on: {
                SocketSilent: [
                  { guard: 'authenticates', target: '#connection.silent' },
                  // A bot that knows no ping may have nothing to say: ask it over HTTP.
                  { target: 'asking' },
                ],
              },
            },
            asking: {
              invoke: {
                src: 'probe',
                input: ({ context }) => context.tools,
                onDone: [{ guard: 'isUnreachable', target: '#connection.silent' }, { target: 'listening' }],
              },
            },
          },
        },
      },
    },
    silent: { always: [...lose('Nothing was heard for 45 seconds')] },
    lost: {
      entry: ({ context: { tools, attempt, reason } }) =>
        tools.append({ type: 'ConnectionLost', reason, attempt, retry_at: tools.clock.now() + delay(attempt) }),
      after: { pause: 'probing' },
    },
    exhausted: {
      entry: ({ context }) => context.tools.append({ type: 'ReconnectionExhausted', message: reconnect.exhausted }),
    },
  },
});
