import { assign, fromPromise, setup } from 'xstate';
import type { BotAnswer, TradingMode } from '../contract/index.ts';
import type { Result } from '../gateway/api.ts';
import type { StampedCommand } from '../journal/command.ts';
import type { Message } from '../journal/journal.ts';
import { change, refuse, type Tools } from './tools.ts';

type Wish = Extract<StampedCommand, { type: 'ChangeMode' }>;
type Context = {
  readonly tools: Tools;
  readonly running: boolean | null;
  readonly kept: boolean;
  readonly mode: TradingMode;
  readonly confirm: 'LIVE' | undefined;
  readonly key: string;
};

const perform = ({ tools, mode, confirm, key }: Context): Promise<Result<BotAnswer>> => {
  const body = confirm === undefined ? { mode } : { mode, confirm };
  return change(tools.clock, () => tools.api.call('bot.mode', { body }, { key }));
};

const report = ({ tools, mode }: Context, result: Result<BotAnswer>): void => {
  if (!result.ok) {
    tools.append({ type: 'ModeChangeFailed', mode, problem: result.problem });
    return;
  }
  if (result.value.status !== null) tools.append({ type: 'BotStatusReported', status: result.value.status });
  tools.append({ type: 'ModeChanged', mode });
};

const busy = ['starting', 'running', 'stopping'];

/** Paper or live, only while the bot is stopped. A bot that cannot keep the mode is told it at the next start. */
export const modeMachine = setup({
  types: {} as { context: Context; events: Message; input: Tools },
  actors: { perform: fromPromise<Result<BotAnswer>, Context>(({ input }) => perform(input)) },
  guards: {
    isRunning: ({ context }) => context.running === true,
    isUnconfirmed: ({ context, event }) =>
      context.kept && (event as Wish).mode === 'live' && (event as Wish).confirm !== 'LIVE',
    isKeptByBot: ({ context }) => context.kept,
  },
}).createMachine({
  id: 'mode',
  context: ({ input }) => ({ tools: input, running: null, kept: false, mode: 'paper', confirm: undefined, key: '' }),
  on: {
    HealthLoaded: { actions: assign({ kept: ({ event }) => event.health.capabilities.includes('bot.mode') }) },
    ResourceLoaded: {
      actions: assign({
        running: ({ context, event }) =>
          event.resource === 'status' ? busy.includes(event.value.bot_status ?? '') : context.running,
      }),
    },
    BotStatusReported: {
      actions: assign({
        running: ({ context, event }) =>
          event.status.bot_status === null ? context.running : busy.includes(event.status.bot_status),
      }),
    },
  },
  initial: 'ready',
  states: {
    ready: {
      on: {
        ChangeMode: [
          { guard: 'isRunning', ...refuse('Stop the bot before changing its mode') },
          { guard: 'isUnconfirmed', ...refuse('Type LIVE to trade with real funds') },
          {
            guard: 'isKeptByBot',
            target: 'changing',
            actions: assign({
              mode: ({ event }) => event.mode,
              confirm: ({ event }) => event.confirm,
              key: ({ event }) => event.key,
            }),
          },
          { actions: ({ context, event }) => context.tools.append({ type: 'ModeChosen', mode: event.mode }) },
        ],
      },
    },
    changing: {
      entry: ({ context }) => context.tools.append({ type: 'ModeChangeBegan', mode: context.mode }),
      invoke: {
        src: 'perform',
        input: ({ context }) => context,
        onDone: { target: 'ready', actions: ({ context, event }) => report(context, event.output) },
      },
      on: { ChangeMode: refuse('The mode is already being changed') },
    },
  },
});
