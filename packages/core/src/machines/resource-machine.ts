import { assign, fromPromise, setup } from 'xstate';
import type { Result } from '../gateway/api.ts';
import type { ClientEvent } from '../journal/event.ts';
import type { Message } from '../journal/journal.ts';
import { mayPass } from '../journal/problem.ts';
import type { ResourceName } from '../journal/resource.ts';
import { untilMidnight } from '../rules/day.ts';
import { backoff, calls } from '../rules/limits.ts';
import { loaders } from './loaders.ts';
import { upsetBy, whenUpset } from './reload-on.ts';
import type { Tools } from './tools.ts';

type Context = {
  readonly tools: Tools;
  readonly name: ResourceName;
  /** The limits asked for by those who watch; 0 for the resource's own. */
  readonly watchers: readonly number[];
  readonly asked: number;
  readonly attempt: number;
  /** Something happened while it was being loaded: load once more. */
  readonly upset: boolean;
  readonly capabilities: readonly string[];
  /** Milliseconds that our clock is ahead of the bot's. */
  readonly ahead_ms: number;
  readonly signedOut: boolean;
  /** Live updates are subscribed to, or cannot be: what is loaded now misses nothing. */
  readonly settled: boolean;
};
type Loading = Result<readonly ClientEvent[]>;
type Input = { readonly tools: Tools; readonly name: ResourceName };

const wanted = ({ name, watchers }: Context): number => Math.max(loaders[name].limit ?? 0, ...watchers);
const botNow = ({ tools, ahead_ms }: Context): number => tools.clock.now() - ahead_ms;
const retryDelay = (attempt: number): number => backoff(attempt, calls.first_retry_ms, calls.longest_retry_ms);
const outputOf = (event: unknown): Loading => (event as { output: Loading }).output;

const fail = ({ tools, name, attempt }: Context, event: unknown, retry_at: number | null): void => {
  const result = outputOf(event);
  if (!result.ok) tools.append({ type: 'ResourceFailed', resource: name, problem: result.problem, attempt, retry_at });
};

const reloadCalmly = [
  { guard: 'isUpsetAndWatched', target: 'calm' },
  { guard: 'isUpsetting', target: 'outdated' },
] as const;

/** Keeps one resource loaded while it is watched: stale and loaded anew after 5 minutes (what is of a day also when that ends), dropped 10 minutes after the last watcher left. */
export const resourceMachine = setup({
  types: {} as { context: Context; events: Message; input: Input },
  actors: {
    load: fromPromise<Loading, Context>(({ input }) =>
      loaders[input.name].load(input.tools.api, wanted(input), botNow(input)),
    ),
  },
  guards: {
    isMine: ({ context, event }) => 'resource' in event && event.resource === context.name,
    isUpsetting: ({ context, event }) => upsetBy(event as Parameters<typeof upsetBy>[0]).includes(context.name),
    isUpsetAndWatched: ({ context, event }) =>
      context.watchers.length > 0 && upsetBy(event as Parameters<typeof upsetBy>[0]).includes(context.name),
    isWatched: ({ context }) => context.watchers.length > 0,
    isAway: ({ context: { name, capabilities, signedOut } }) => {
      const { extension } = loaders[name];
      const known = extension === 'any' ? capabilities.length > 0 : capabilities.includes(extension ?? '');
      return signedOut || (extension !== undefined && !known);
    },
    isTooShort: ({ context, event }) =>
      event.type === 'Watch' && event.resource === context.name && (event.limit ?? 0) > context.asked,
    isLoaded: ({ event }) => outputOf(event).ok,
    mayRetry: ({ context, event }) => {
      const result = outputOf(event);
      return !result.ok && mayPass(result.problem) && context.attempt <= calls.read_retries;
    },
    isLoadedAndUpset: ({ context, event }) => outputOf(event).ok && context.upset,
    isMineAndUnsettled: ({ context, event }) =>
      'resource' in event && event.resource === context.name && !context.settled,
  },
  actions: {
    watch: assign({
      watchers: ({ context, event }) =>
        event.type === 'Watch' ? [...context.watchers, event.limit ?? 0] : context.watchers,
    }),
    unwatch: assign({
      watchers: ({ context, event }) => {
        const at = event.type === 'Unwatch' ? context.watchers.indexOf(event.limit ?? 0) : -1;
        return context.watchers.filter((_, index) => index !== at);
      },
    }),
    upset: assign({ upset: true }),
    settle: assign({ settled: true }),
    admitted: assign({ signedOut: false, settled: false }),
    anew: assign({ attempt: 1 }),
    again: assign({ attempt: ({ context }) => context.attempt + 1 }),
    ask: assign({ asked: ({ context }) => wanted(context), upset: false }),
    requested: ({ context }) =>
      context.tools.append({ type: 'ResourceRequested', resource: context.name, attempt: context.attempt }),
    tell: ({ context, event }) => {
      const result = outputOf(event);
      if (result.ok) for (const fact of result.value) context.tools.append(fact);
    },
    retryLater: ({ context, event }) => fail(context, event, context.tools.clock.now() + retryDelay(context.attempt)),
    giveUp: ({ context, event }) => fail(context, event, null),
    stale: ({ context }) => context.tools.append({ type: 'ResourceStale', resource: context.name }),
    drop: ({ context }) => context.tools.append({ type: 'ResourceDropped', resource: context.name }),
  },
  delays: {
    pause: ({ context }) => retryDelay(context.attempt),
    cache: calls.cached_for_ms,
    stale: ({ context }) =>
      loaders[context.name].daily
        ? Math.min(calls.stale_after_ms, untilMidnight(botNow(context)))
        : calls.stale_after_ms,
    calm: calls.calm_ms,
    settle: calls.settle_ms,
  },
}).createMachine({
  id: 'resource',
  context: ({ input }) => ({
    ...input,
    watchers: [],
    asked: 0,
    attempt: 1,
    upset: false,
    capabilities: [],
    ahead_ms: 0,
    signedOut: false,
    settled: false,
  }),
  type: 'parallel',
  states: {
    knowing: {
      on: {
        HealthLoaded: { actions: assign({ capabilities: ({ event }) => event.health.capabilities }) },
        ClockCompared: { actions: assign({ ahead_ms: ({ event }) => event.ahead_ms }) },
      },
    },
    watching: {
      initial: 'unwatched',
      states: {
        unwatched: {
          on: { Watch: { guard: 'isMine', target: 'watched', actions: 'watch' } },
          after: { cache: { actions: 'drop' } },
        },
        watched: {
          always: { guard: ({ context }) => context.watchers.length === 0, target: 'unwatched' },
          on: {
            Watch: { guard: 'isMine', actions: 'watch' },
            Unwatch: { guard: 'isMine', actions: 'unwatch' },
          },
        },
      },
    },
    data: {
      initial: 'idle',
      on: {
        Connected: [{ guard: 'isWatched', target: '.checking', actions: 'settle' }, { actions: 'settle' }],
        ConnectionLost: { actions: 'settle' },
        ReconnectionExhausted: { actions: 'settle' },
        // A new session brings a new connection: what is loaded before it may miss something.
        SignedIn: [{ guard: 'isWatched', target: '.held', actions: 'admitted' }, { actions: 'admitted' }],
        SignedOut: { target: '.idle', actions: assign({ signedOut: true }) },
        ResourceDropped: { guard: 'isMine', target: '.idle' },
        Refresh: { guard: 'isMine', target: '.checking' },
      },
      states: {
        idle: {
          on: {
            Watch: [
              { guard: 'isMineAndUnsettled', target: 'held' },
              { guard: 'isMine', target: 'checking' },
            ],
          },
        },
        held: {
          on: {
            ConnectionLost: { target: 'checking', actions: 'settle' },
            ReconnectionExhausted: { target: 'checking', actions: 'settle' },
          },
          after: { settle: 'checking' },
        },
        checking: {
          always: [
            { guard: 'isAway', target: 'idle' },
            { target: 'loading', actions: 'anew' },
          ],
        },
        loading: {
          entry: ['ask', 'requested'],
          invoke: {
            src: 'load',
            input: ({ context }) => context,
            onDone: [
              { guard: 'isLoadedAndUpset', target: 'calm', actions: 'tell' },
              { guard: 'isLoaded', target: 'fresh', actions: 'tell' },
              { guard: 'mayRetry', target: 'retrying', actions: 'retryLater' },
              { target: 'failed', actions: 'giveUp' },
            ],
          },
          on: {
            ...whenUpset({ guard: 'isUpsetting', actions: 'upset' } as const),
            Watch: { guard: 'isTooShort', actions: 'upset' },
            Refresh: {},
          },
        },
        retrying: { after: { pause: { target: 'loading', actions: 'again' } } },
        calm: { after: { calm: [{ guard: 'isWatched', target: 'checking' }, { target: 'outdated' }] } },
        fresh: {
          on: {
            ...whenUpset(reloadCalmly),
            Watch: { guard: 'isTooShort', target: 'checking' },
            Connected: [{ guard: 'isWatched', target: 'checking' }, { target: 'outdated' }],
          },
          after: { stale: [{ guard: 'isWatched', target: 'checking', actions: 'stale' }, { target: 'outdated' }] },
        },
        outdated: {
          entry: 'stale',
          on: {
            ...whenUpset({ guard: 'isUpsetAndWatched', target: 'calm' } as const),
            Watch: { guard: 'isMine', target: 'checking' },
          },
        },
        failed: {
          on: {
            ...whenUpset({ guard: 'isUpsetAndWatched', target: 'calm' } as const),
            Watch: { guard: 'isMine', target: 'checking' },
          },
        },
      },
    },
  },
});
