import { assign, setup } from 'xstate';
import * as z from 'zod/mini';
import { Backtest, type BacktestConfig, Report } from '../contract/backtest.ts';
import type { ClientEvent } from '../journal/event.ts';
import { mayPass, Problem } from '../journal/problem.ts';
import { backtestPolls, backtestStage, isUnderWay, joined, reported, started } from '../rules/backtest.ts';
import { backoff, calls } from '../rules/limits.ts';
import { effect, folded, type MachineEvent, refuse, withMessage } from './folded.ts';

const context = {
  /** The backtest on screen, empty without one; `record` is its last known state. */
  id: z.string(),
  record: z.nullable(Backtest),
  report: z.nullable(Report),
  /** Why its report could not be loaded. */
  problem: z.nullable(Problem),
  /** True once the bot has reported its status; the answer to a run may hold the id alone. */
  asked: z.boolean(),
  /** Polls in a row that failed. */
  failures: z.number(),
  /** Idempotency key of the run that is being started, and why the last one was refused. */
  key: z.string(),
  run_problem: z.nullable(Problem),
};
type Context = { [K in keyof typeof context]: z.infer<(typeof context)[K]> };
type OfBacktest = { readonly backtest: Backtest };
type OfReport = { readonly backtest_id: string; readonly problem: Problem };

const unopened = { id: '', record: null, report: null, problem: null, asked: false, failures: 0 };

export const backtestEffects = {
  emit: effect<ClientEvent>(),
  run: effect<{ readonly config: BacktestConfig; readonly key: string; readonly capabilities: readonly string[] }>(),
  ask: effect<{ readonly id: string }>(),
  loadReport: effect<{ readonly id: string }>(),
};

/** The next state by the record: keep following it, load its report, or settle if it ended without one. */
const judged = [
  { guard: withMessage('isUnderWay'), target: '#backtest.shown.following.waiting', actions: withMessage('note') },
  { guard: withMessage('isCompleted'), target: '#backtest.shown.reporting', actions: withMessage('note') },
  { guard: withMessage('isEnded'), target: '#backtest.shown.settled', actions: withMessage('note') },
] as const;

const machine = setup({
  types: {} as { context: Context; events: MachineEvent },
  guards: {
    isSame: ({ context }, { key }: { key: string }) => context.key === key,
    isMine: ({ context }, { backtest_id }: { backtest_id: string }) => context.id === backtest_id,
    isUnderWay: ({ context }, { backtest }: OfBacktest) =>
      context.id === backtest.id && isUnderWay(joined(context.record, backtest).status),
    isCompleted: ({ context }, { backtest }: OfBacktest) =>
      context.id === backtest.id && backtestStage(joined(context.record, backtest).status) === 'completed',
    isEnded: ({ context }, { backtest }: OfBacktest) => context.id === backtest.id,
    startsUnderWay: (_, { backtest }: OfBacktest) => isUnderWay(backtest.status),
    startsCompleted: (_, { backtest }: OfBacktest) => backtestStage(backtest.status) === 'completed',
    isPassing: ({ context }, { backtest_id, problem }: OfReport) => context.id === backtest_id && mayPass(problem),
    isMissedHere: (_, { channel }: { channel: string }) => channel === 'backtests',
    // Nothing but the id is known of it: it may be under way.
    mayBeUnderWay: ({ context }, { backtest_id, problem }: OfReport) =>
      context.id === backtest_id && !context.asked && ['not-found', 'conflict'].includes(problem.kind),
  },
  actions: {
    ...backtestEffects,
    beginRun: assign((_, { key }: { key: string }) => ({ key, run_problem: null })),
    endRun: assign({ key: '' }),
    failRun: assign((_, { problem }: { problem: Problem }) => ({ key: '', run_problem: problem })),
    open: assign((_, { backtest_id }: { backtest_id: string }) => ({ ...unopened, id: backtest_id })),
    openStarted: assign((_, { backtest }: OfBacktest) => ({ ...unopened, id: backtest.id, record: started(backtest) })),
    close: assign(unopened),
    note: assign(({ context }, { backtest }: OfBacktest) => ({
      record: joined(context.record, backtest),
      asked: true,
      failures: 0,
    })),
    countFailure: assign(({ context }) => ({ asked: true, failures: context.failures + 1 })),
    noteAsked: assign({ asked: true }),
    showReport: assign(({ context }, { report }: { report: Report }) => ({
      report,
      problem: null,
      record: reported(context.record ?? report.backtest, report),
    })),
    showProblem: assign((_, { problem }: { problem: Problem }) => ({ problem })),
  },
  delays: {
    poll: ({ context: { failures }, event: { facts } }) => {
      if (failures > 0) return backoff(failures, calls.first_retry_ms, calls.longest_retry_ms);
      return facts.connected && facts.capabilities.includes('backtest')
        ? backtestPolls.beside_channel_ms
        : backtestPolls.alone_ms;
    },
  },
}).createMachine({
  id: 'backtest',
  context: { ...unopened, key: '', run_problem: null },
  type: 'parallel',
  states: {
    run: {
      initial: 'ready',
      states: {
        ready: {
          on: {
            RunBacktest: {
              target: 'starting',
              actions: [
                withMessage('beginRun'),
                { type: 'run', params: ({ event }) => ({ ...event, capabilities: event.facts.capabilities }) },
              ],
            },
          },
        },
        starting: {
          on: {
            RunBacktest: [{ guard: withMessage('isSame') }, { actions: refuse('backtest_starting') }],
            BacktestStarted: { target: 'ready', actions: 'endRun' },
            BacktestRunFailed: { target: 'ready', actions: withMessage('failRun') },
            SignedOut: { target: 'ready', actions: 'endRun' },
            ClientStopped: { target: 'ready', actions: 'endRun' },
            ClientStarted: { target: 'ready', actions: 'endRun' },
          },
        },
      },
    },
    shown: {
      initial: 'closed',
      on: {
        OpenBacktest: { target: '.following', actions: withMessage('open') },
        BacktestStarted: [
          { guard: withMessage('startsUnderWay'), target: '.following', actions: withMessage('openStarted') },
          { guard: withMessage('startsCompleted'), target: '.reporting', actions: withMessage('openStarted') },
          { target: '.settled', actions: withMessage('openStarted') },
        ],
        CloseBacktest: { target: '.closed', actions: 'close' },
        BacktestDeleted: { guard: withMessage('isMine'), target: '.closed', actions: 'close' },
        SignedOut: { target: '.closed', actions: 'close' },
      },
      states: {
        closed: {},
        following: {
          initial: 'asking',
          on: {
            BacktestReported: judged,
            // A recording of the first version does not say that a run was answered by no more than its id.
            BacktestReportLoaded: {
              guard: withMessage('isMine'),
              target: 'settled',
              actions: withMessage('showReport'),
            },
            Connected: '.asking',
            ConnectionLost: '.waiting',
            GapDetected: { guard: withMessage('isMissedHere'), target: '.asking' },
            ClientStopped: '.paused',
            ClientStarted: '.asking',
          },
          states: {
            asking: {
              entry: { type: 'ask', params: ({ context }) => context },
              on: {
                BacktestUnanswered: [
                  { guard: withMessage('isPassing'), target: 'waiting', actions: 'countFailure' },
                  // A bot that says nothing of a single backtest may still have its report.
                  { guard: withMessage('isMine'), target: '#backtest.shown.reporting', actions: 'noteAsked' },
                ],
              },
            },
            waiting: { after: { poll: 'asking' } },
            paused: {},
          },
        },
        reporting: {
          entry: { type: 'loadReport', params: ({ context }) => context },
          on: {
            BacktestReportLoaded: {
              guard: withMessage('isMine'),
              target: 'settled',
              actions: withMessage('showReport'),
            },
            BacktestReportFailed: [
              { guard: withMessage('mayBeUnderWay'), target: 'following' },
              { guard: withMessage('isMine'), target: 'failed', actions: withMessage('showProblem') },
            ],
            ClientStopped: 'following.paused',
            ClientStarted: 'following',
          },
        },
        settled: {},
        failed: {},
      },
    },
  },
});

/** Runs one backtest after the other, follows the one on screen until it is over, and loads its report. */
export const backtest = folded(machine, context);
