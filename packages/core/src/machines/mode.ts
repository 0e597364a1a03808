import { assign, setup } from 'xstate';
import * as z from 'zod/mini';
import type { BotStatus } from '../contract/bot.ts';
import { type TradingMode, tradingMode } from '../contract/primitives.ts';
import type { RefusalCode } from '../journal/code.ts';
import type { ClientEvent } from '../journal/event.ts';
import { Problem } from '../journal/problem.ts';
import { effect, folded, type MachineEvent, refusal, refuse } from './folded.ts';

/**
 * `reported`: the mode in the bot's status. `chosen`: the mode to send with the next start, for bots without `bot.mode`; null
 * after that start, or once the bot reports another mode.
 */
const context = {
  reported: z.nullable(tradingMode),
  chosen: z.nullable(tradingMode),
  problem: z.nullable(Problem),
};
type Context = { [K in keyof typeof context]: z.infer<(typeof context)[K]> };
const initial: Context = { reported: null, chosen: null, problem: null };

type Change = Extract<MachineEvent, { type: 'ChangeMode' }>;
type Reported = Extract<MachineEvent, { type: 'BotStatusLoaded' | 'BotStatusReported' }>;

export const modeEffects = {
  emit: effect<ClientEvent>(),
  change: effect<{ readonly mode: TradingMode; readonly confirm?: 'LIVE' | undefined; readonly key: string }>(),
  abort: effect(),
};

const knownMode = ({ mode }: BotStatus): TradingMode | null =>
  tradingMode.options.find((known) => known === mode) ?? null;
const chosenAfter = ({ reported, chosen }: Context, status: BotStatus): TradingMode | null =>
  knownMode(status) === reported ? chosen : null;
const shownAfter = (before: Context, status: BotStatus): TradingMode | null =>
  chosenAfter(before, status) ?? knownMode(status);

/** Why the mode must not be changed now; null when it may. */
const refusalOf = ({ reported, chosen }: Context, { mode, confirm, facts }: Change): RefusalCode | null => {
  const { lifecycle, running } = facts;
  if (running || lifecycle === 'starting' || lifecycle === 'stopping') return 'mode_while_running';
  if (lifecycle === 'unknown') return 'mode_unknown';
  if (mode === 'paper') return null;
  if ((chosen ?? reported) === null) return 'mode_unknown';
  if (lifecycle === 'error') return 'mode_in_error';
  return confirm === 'LIVE' ? null : 'live_unconfirmed';
};

const shows = (mode: TradingMode) =>
  ({
    guard: {
      type: 'isShown',
      params: ({ context: before, event }: { context: Context; event: Reported }) => ({
        mode,
        status: event.status,
        before,
      }),
    },
    target: `.${mode}`,
    actions: 'takeReport',
  }) as const;
const reports = [
  { guard: 'lacksMode' },
  shows('paper'),
  shows('live'),
  { target: '.unknown', actions: 'takeReport' },
] as const;
const chooses = (mode: TradingMode) =>
  ({
    guard: { type: 'isChoice', params: ({ event }: { event: Change }) => ({ mode, change: event }) },
    target: `.${mode}`,
    actions: { type: 'choose', params: { mode } },
  }) as const;
const changesTo = (mode: TradingMode) =>
  ({
    guard: { type: 'isMode', params: ({ event }: { event: { mode: TradingMode } }) => ({ mode, of: event.mode }) },
    target: `.${mode}`,
    actions: { type: 'setReported', params: { mode } },
  }) as const;

const machine = setup({
  types: {} as { context: Context; events: MachineEvent },
  guards: {
    lacksMode: ({ event }) =>
      (event.type === 'BotStatusLoaded' || event.type === 'BotStatusReported') && event.status.mode === null,
    isShown: (_, { mode, before, status }: { mode: TradingMode; before: Context; status: BotStatus }) =>
      shownAfter(before, status) === mode,
    isMode: (_, { mode, of }: { mode: TradingMode; of: TradingMode }) => mode === of,
    isChoice: ({ context: before }, { mode, change }: { mode: TradingMode; change: Change }) =>
      change.mode === mode && !change.facts.capabilities.includes('bot.mode') && refusalOf(before, change) === null,
    isRefused: ({ context: before }, { change }: { change: Change }) => refusalOf(before, change) !== null,
    isKeptByBot: ({ event }) => event.facts.capabilities.includes('bot.mode'),
    isStart: (_, { action }: { action: string }) => action === 'start' || action === 'restart',
  },
  actions: {
    ...modeEffects,
    takeReport: assign(({ context: before, event }) =>
      event.type === 'BotStatusLoaded' || event.type === 'BotStatusReported'
        ? { reported: knownMode(event.status), chosen: chosenAfter(before, event.status) }
        : {},
    ),
    choose: assign((_, { mode }: { mode: TradingMode }) => ({ chosen: mode, problem: null })),
    setReported: assign((_, { mode }: { mode: TradingMode }) => ({ reported: mode, chosen: null, problem: null })),
    sent: assign({ chosen: null }),
    begin: assign({ problem: null }),
    fail: assign((_, { problem }: { problem: Problem }) => ({ problem })),
  },
}).createMachine({
  id: 'mode',
  context: initial,
  type: 'parallel',
  states: {
    mode: {
      initial: 'unknown',
      on: {
        BotStatusLoaded: reports,
        BotStatusReported: reports,
        ChangeMode: [chooses('paper'), chooses('live')],
        ModeChanged: [changesTo('paper'), changesTo('live')],
        // The bot was started with the chosen mode: from now on the reported mode counts.
        BotActionDone: { guard: { type: 'isStart', params: ({ event }) => event }, actions: 'sent' },
      },
      states: { unknown: {}, paper: {}, live: {} },
    },
    change: {
      initial: 'settled',
      on: { ClientStarted: '.settled', ClientStopped: { target: '.settled', actions: 'abort' } },
      states: {
        settled: {
          on: {
            ChangeMode: [
              {
                guard: { type: 'isRefused', params: ({ event }) => ({ change: event }) },
                actions: {
                  type: 'emit',
                  params: ({ context: before, event }) => refusal(event, refusalOf(before, event) ?? 'busy'),
                },
              },
              {
                guard: 'isKeptByBot',
                target: 'changing',
                actions: ['begin', { type: 'change', params: ({ event }) => event }],
              },
            ],
          },
        },
        changing: {
          on: {
            ChangeMode: { actions: refuse('mode_changing') },
            ModeChanged: 'settled',
            ModeChangeFailed: { target: 'settled', actions: { type: 'fail', params: ({ event }) => event } },
          },
        },
      },
    },
  },
});

/** Paper or live, as screens show it and as the next start sends it, beside a change that is under way. */
export const mode = folded(machine, context);
