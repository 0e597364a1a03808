import { assign, fromPromise, setup } from 'xstate';
import type { BotAnswer, BotStatus, StartParameters, TradingMode } from '../contract/index.ts';
import { tradingMode } from '../contract/trade.ts';
import type { Result } from '../gateway/api.ts';
import type { StampedCommand } from '../journal/command.ts';
import type { BotAction } from '../journal/event.ts';
import type { Message } from '../journal/journal.ts';
import { change, refuse, type Tools } from './tools.ts';

type Wish = Extract<StampedCommand, { type: 'StartBot' | 'StopBot' | 'RestartBot' | 'KillBot' | 'ResetKill' }>;
type Context = {
  readonly tools: Tools;
  readonly running: boolean | null;
  /** The mode on the screens, for a bot that is told it only when it starts: what it says, or what was chosen since. */
  readonly reported: string | null;
  readonly chosen: TradingMode | null;
  readonly capabilities: readonly string[];
  readonly wish: Wish | null;
};

const actions: Record<Wish['type'], BotAction> = {
  StartBot: 'start',
  StopBot: 'stop',
  RestartBot: 'restart',
  KillBot: 'kill',
  ResetKill: 'reset',
};
const actionOf = ({ wish }: Context): BotAction => actions[wish?.type ?? 'StopBot'];

const startParameters = (context: Context, given: StartParameters = {}): StartParameters => {
  const { trading_pairs, ...rest } = given;
  const pairs = trading_pairs === undefined || trading_pairs.length === 0 ? {} : { trading_pairs };
  const mode = context.chosen ?? tradingMode.options.find((known) => known === context.reported);
  const told = context.capabilities.includes('bot.mode') || mode === undefined ? {} : { mode };
  return { ...told, ...rest, ...pairs };
};

const perform = (context: Context): Promise<Result<BotAnswer>> => {
  const { tools, wish, capabilities } = context;
  const { api, clock } = tools;
  const key = wish?.key ?? '';
  switch (wish?.type) {
    case 'StartBot':
    case 'RestartBot': {
      const body = startParameters(context, wish.parameters);
      const name = wish.type === 'StartBot' ? 'bot.start' : 'bot.restart';
      return change(clock, () => api.call(name, { body }, { key }));
    }
    case 'KillBot':
      if (!capabilities.includes('bot.kill')) break;
      return change(clock, () =>
        api.call('bot.kill', { body: wish.reason === undefined ? {} : { reason: wish.reason } }, { key }),
      );
    case 'ResetKill':
      return change(clock, () => api.call('bot.kill.reset', {}, { key }));
    default:
  }
  const cancel = wish?.type === 'StopBot' ? wish.cancel_orders : undefined;
  const request = cancel === undefined ? {} : { body: { cancel_orders: cancel } };
  return change(clock, () => api.call('bot.stop', request, { key }));
};

const report = ({ tools, ...context }: Context, result: Result<BotAnswer>): void => {
  const action = actionOf({ tools, ...context });
  if (!result.ok) {
    tools.append({ type: 'BotActionFailed', action, problem: result.problem });
    return;
  }
  if (result.value.status !== null) tools.append({ type: 'BotStatusReported', status: result.value.status });
  tools.append({ type: 'BotActionDone', action, message: result.value.message });
};

const hear = (context: Context, status: BotStatus): Partial<Context> => ({
  running: status.is_running ?? context.running,
  reported: status.mode ?? context.reported,
  chosen: status.mode === null || status.mode === context.reported ? context.chosen : null,
});

const busy = refuse('Another wish is still under way');

/** Starts, stops, restarts and kills the bot, one at a time; a kill waits for nothing. */
export const botMachine = setup({
  types: {} as { context: Context; events: Message; input: Tools },
  actors: { perform: fromPromise<Result<BotAnswer>, Context>(({ input }) => perform(input)) },
  actions: {
    wish: assign({
      wish: ({ context, event }) => (Object.hasOwn(actions, event.type) ? (event as Wish) : context.wish),
    }),
  },
  guards: {
    isRunning: ({ context }) => context.running === true,
    isStopped: ({ context }) => context.running === false,
  },
}).createMachine({
  id: 'bot',
  context: ({ input }) => ({ tools: input, running: null, reported: null, chosen: null, capabilities: [], wish: null }),
  on: {
    HealthLoaded: { actions: assign({ capabilities: ({ event }) => event.health.capabilities }) },
    ResourceLoaded: {
      actions: assign(({ context, event }) => (event.resource === 'status' ? hear(context, event.value) : {})),
    },
    BotStatusReported: { actions: assign(({ context, event }) => hear(context, event.status)) },
    ModeChosen: { actions: assign({ chosen: ({ event }) => event.mode }) },
    ModeChanged: { actions: assign({ reported: ({ event }) => event.mode, chosen: null }) },
  },
  initial: 'ready',
  states: {
    ready: {
      on: {
        StartBot: [
          { guard: 'isRunning', ...refuse('The bot is already running') },
          { target: 'acting', actions: 'wish' },
        ],
        StopBot: [
          { guard: 'isStopped', ...refuse('The bot is already stopped') },
          { target: 'acting', actions: 'wish' },
        ],
        RestartBot: { target: 'acting', actions: 'wish' },
        ResetKill: { target: 'acting', actions: 'wish' },
        KillBot: { target: 'acting', actions: 'wish' },
      },
    },
    acting: {
      entry: ({ context }) => context.tools.append({ type: 'BotActionBegan', action: actionOf(context) }),
      invoke: {
        src: 'perform',
        input: ({ context }) => context,
        onDone: { target: 'ready', actions: ({ context, event }) => report(context, event.output) },
      },
      on: {
        KillBot: { target: 'acting', reenter: true, actions: 'wish' },
        StartBot: busy,
        StopBot: busy,
        RestartBot: busy,
        ResetKill: busy,
      },
    },
  },
});
