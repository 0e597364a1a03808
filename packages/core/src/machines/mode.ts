import { assign, setup } from 'xstate';
import * as z from 'zod/mini';
import type { BotStatus } from '../contract/bot-status.ts';
import { type TradingMode, tradingMode } from '../contract/primitives.ts';
import type { RefusalCode } from '../journal/code.ts';
import type { ClientEvent } from '../journal/event.ts';
import { Problem } from '../journal/problem.ts';
import { effect, folded, type MachineEvent, refusal, refuse, withMessage } from './folded.ts';

/**
 * `reported`: the mode in the bot's status, or the one it was started with since. `chosen`: the mode to send with the next start,
 * for bots without `bot.mode`; null after that start, or once the bot reports another mode.
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
const isReport = (event: MachineEvent): event is Reported =>
  event.type === 'BotStatusLoaded' || event.type === 'BotStatusReported';

export const modeEffects = {
  emit: effect<ClientEvent>(),
  change: effect<{ readonly mode: TradingMode; readonly confirm?: 'LIVE' | undefined; readonly key: string }>(),
  abort: effect(),
};

const knownMode = ({ mode }: BotStatus): TradingMode | null =>
  tradingMode.options.find((known) => known === mode) ?? null;
const chosenAfter = ({ reported, chosen }: Context, status: BotStatus): TradingMode | null =>
  knownMode(status) === reported ? chosen : null;
/** The mode on every screen, and the one that the next start sends; null while unknown. */
export const modeOf = ({ reported, chosen }: Context): TradingMode | null => chosen ?? reported;

/** Why the mode must not be changed now; null when it may. */
const refusalOf = (before: Context, { mode, confirm, facts }: Change): RefusalCode | null => {
  const { lifecycle, running } = facts;
  if (running || lifecycle === 'starting' || lifecycle === 'stopping') return 'mode_while_running';
  if (lifecycle === 'unknown') return 'mode_unknown';
  if (mode === 'paper') return null;
  if (modeOf(before) === null) return 'mode_unknown';
  if (lifecycle === 'error') return 'mode_in_error';
  return confirm === 'LIVE' ? null : 'live_unconfirmed';
};

const takesReport = { guard: 'namesMode', actions: 'takeReport' } as const;

const machine = setup({
  types: {} as { context: Context; events: MachineEvent },
  guards: {
    namesMode: ({ event }) => isReport(event) && event.status.mode !== null,
    isRefused: ({ context: before }, { change }: { change: Change }) => refusalOf(before, change) !== null,
    isKeptByBot: ({ event }) => event.facts.capabilities.includes('bot.mode'),
    isStart: (_, { action }: { action: string }) => action === 'start' || action === 'restart',
  },
  actions: {
    ...modeEffects,
    takeReport: assign(({ context: before, event }) =>
      isReport(event) ? { reported: knownMode(event.status), chosen: chosenAfter(before, event.status) } : {},
    ),
    choose: assign((_, { mode }: { mode: TradingMode }) => ({ chosen: mode, problem: null })),
    setReported: assign((_, { mode }: { mode: TradingMode }) => ({ reported: mode, chosen: null, problem: null })),
    sent: assign(({ context }) => ({ reported: modeOf(context), chosen: null })),
    begin: assign({ problem: null }),
    fail: assign((_, { problem }: { problem: Problem }) => ({ problem })),
  },
}).createMachine({
  id: 'mode',
  context: initial,
  initial: 'settled',
  on: {
    BotStatusLoaded: takesReport,
    BotStatusReported: takesReport,
    ModeChanged: { target: '.settled', actions: withMessage('setReported') },
    BotActionDone: { guard: { type: 'isStart', params: ({ event }) => event }, actions: 'sent' },
    ClientStarted: '.settled',
    ClientStopped: { target: '.settled', actions: 'abort' },
  },
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
          { guard: 'isKeptByBot', target: 'changing', actions: ['begin', withMessage('change')] },
          { actions: withMessage('choose') },
        ],
      },
    },
    changing: {
      on: {
        ChangeMode: { actions: refuse('mode_changing') },
        ModeChangeFailed: { target: 'settled', actions: withMessage('fail') },
      },
    },
  },
});

/** Paper or live, as screens show it and as the next start sends it, beside a change that is under way. */
export const mode = folded(machine, context);
