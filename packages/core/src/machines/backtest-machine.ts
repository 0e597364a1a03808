import { assign, fromPromise, setup } from 'xstate';
import type { Backtest, Report } from '../contract/index.ts';
import type { Result } from '../gateway/api.ts';
import type { StampedCommand } from '../journal/command.ts';
import type { Message } from '../journal/journal.ts';
import { mayPass } from '../journal/problem.ts';
import { backtestPolls, backtestStage, isUnderWay } from '../rules/backtest.ts';
import { backoff, calls } from '../rules/limits.ts';
import { change, refuse, type Tools } from './tools.ts';

type Stamped = Extract<StampedCommand, { type: 'RunBacktest' }>;
type Context = {
  readonly tools: Tools;
  readonly capabilities: readonly string[];
  readonly connected: boolean;
  readonly wish: Stamped | null;
  /** The one that is followed or shown, and the last that was heard of it. */
  readonly id: string;
  readonly status: string;
  /** The bot was asked how it stands: of a run it may have said no more than the id. */
  readonly asked: boolean;
  /** Questions in a row that came to nothing. */
  readonly failures: number;
};

const outputOf = <T>(event: unknown): Result<T> => (event as { output: Result<T> }).output;

// Only a bot with extensions is known to honour the key; another might run it twice.
const run = ({ tools, wish, capabilities }: Context): Promise<Result<Backtest>> => {
  const { config, key = '' } = wish ?? {};
  const request = config === undefined ? {} : { body: config };
  const retries = capabilities.length > 0 ? calls.change_retries : 0;
  return change(tools.clock, () => tools.api.call('backtest.run', request, { key }), retries);
};
const ask = ({ tools, id }: Context): Promise<Result<Backtest>> => tools.api.call('backtest.get', { path: { id } });
const loadReport = ({ tools, id }: Context): Promise<Result<Report>> =>
  change(
    tools.clock,
    () => tools.api.call('backtest.report', { path: { id }, query: { format: 'json' } }),
    calls.read_retries,
  );

const reportRun = ({ tools, wish }: Context, result: Result<Backtest>): void => {
  if (!result.ok) {
    tools.append({ type: 'BacktestRunFailed', problem: result.problem });
    return;
  }
  const own = wish === null ? null : { ...wish.config, description: wish.config.description ?? null };
  const { status, progress, finished_at } = result.value;
  // Of a bot that says no more than the id nobody knows yet whether it is over.
  const bare = progress === null && finished_at === null && backtestStage(status) === 'completed';
  const backtest = { ...result.value, status: bare ? 'running' : status, config: result.value.config ?? own };
  tools.append({ type: 'BacktestStarted', backtest });
};
const tellProgress = ({ tools, id }: Context, result: Result<Backtest>): void => {
  if (result.ok) tools.append({ type: 'BacktestReported', backtest: { ...result.value, id } });
};
// No screen shows the legs of trades; of a long run they are most of the report.
const tellReport = ({ tools, id }: Context, result: Result<Report>): void => {
  if (!result.ok) {
    tools.append({ type: 'BacktestReportFailed', backtest_id: id, problem: result.problem });
    return;
  }
  const trades = result.value.trades.map((trade) => ({ ...trade, legs: [] }));
  tools.append({ type: 'BacktestReportLoaded', backtest_id: id, report: { ...result.value, trades } });
};

const busy = refuse('A backtest is already being started');
const absent: readonly string[] = ['not-found', 'conflict'];

/** Runs one backtest after the other, follows the one that is shown until it is over, and loads its report. */
export const backtestMachine = setup({
  types: {} as { context: Context; events: Message; input: Tools },
  actors: {
    run: fromPromise<Result<Backtest>, Context>(({ input }) => run(input)),
    ask: fromPromise<Result<Backtest>, Context>(({ input }) => ask(input)),
    loadReport: fromPromise<Result<Report>, Context>(({ input }) => loadReport(input)),
  },
  guards: {
    isTaken: ({ event }) => outputOf(event).ok,
    isUnderWay: ({ context }) => context.id !== '' && isUnderWay(context.status),
    isCompleted: ({ context }) => context.id !== '' && backtestStage(context.status) === 'completed',
    isMineAndOver: ({ context, event }) =>
      event.type === 'BacktestReported' && event.backtest.id === context.id && !isUnderWay(event.backtest.status),
    isDeleted: ({ context, event }) => event.type === 'BacktestDeleted' && event.backtest_id === context.id,
    isAnsweredOrPassing: ({ event }) => {
      const result = outputOf(event);
      return result.ok || mayPass(result.problem);
    },
    isMissedHere: ({ event }) => event.type === 'GapDetected' && event.channel === 'backtests',
    mayBeUnderWay: ({ context, event }) => {
      const result = outputOf(event);
      return !context.asked && !result.ok && absent.includes(result.problem.kind);
    },
  },
  actions: {
    wish: assign(({ event }) => (event.type === 'RunBacktest' ? { wish: event } : {})),
    open: assign(({ event }) =>
      event.type === 'OpenBacktest' ? { id: event.backtest_id, status: '', asked: false, failures: 0 } : {},
    ),
    forget: assign({ id: '', status: '' }),
    opened: ({ context }) => context.tools.append({ type: 'BacktestOpened', backtest_id: context.id }),
    reportRun: ({ context, event }) => reportRun(context, outputOf(event)),
    take: assign(({ event }) => {
      const result = outputOf<Backtest>(event);
      return result.ok ? { id: result.value.id, status: result.value.status, asked: false, failures: 0 } : {};
    }),
    hear: assign(({ event }) => (event.type === 'BacktestReported' ? { status: event.backtest.status } : {})),
    count: assign(({ context, event }) => ({ asked: true, failures: outputOf(event).ok ? 0 : context.failures + 1 })),
  },
  delays: {
    poll: ({ context: { failures, capabilities, connected } }) => {
      if (failures > 0) return backoff(failures, calls.first_retry_ms, calls.longest_retry_ms);
      return connected && capabilities.includes('backtest') ? backtestPolls.beside_channel_ms : backtestPolls.alone_ms;
    },
  },
}).createMachine({
  id: 'backtest',
  context: ({ input }) => ({
    tools: input,
    capabilities: [],
    connected: false,
    wish: null,
    id: '',
    status: '',
    asked: false,
    failures: 0,
  }),
  on: {
    HealthLoaded: { actions: assign({ capabilities: ({ event }) => event.health.capabilities }) },
    Connected: { actions: assign({ connected: true }) },
    ConnectionLost: { actions: assign({ connected: false }) },
    ReconnectionExhausted: { actions: assign({ connected: false }) },
    RunBacktest: { target: '.starting', actions: 'wish' },
    OpenBacktest: { target: '.following', reenter: true, actions: ['open', 'opened'] },
    CloseBacktest: { target: '.resting', actions: 'forget' },
    BacktestDeleted: { guard: 'isDeleted', target: '.resting', actions: 'forget' },
    SignedOut: { target: '.resting', actions: ['forget', assign({ connected: false })] },
  },
  initial: 'resting',
  states: {
    resting: {},
    starting: {
      entry: ({ context }) => context.tools.append({ type: 'BacktestRunBegan' }),
      invoke: {
        src: 'run',
        input: ({ context }) => context,
        onDone: [
          {
            guard: 'isTaken',
            target: 'judging',
            actions: ['reportRun', 'take'],
          },
          // The one before goes on being followed.
          { guard: 'isUnderWay', target: 'following', actions: 'reportRun' },
          { target: 'resting', actions: 'reportRun' },
        ],
      },
      on: { RunBacktest: busy, OpenBacktest: busy, CloseBacktest: busy },
    },
    judging: {
      always: [
        { guard: 'isUnderWay', target: 'following' },
        { guard: 'isCompleted', target: 'reporting' },
        { target: 'resting' },
      ],
    },
    following: {
      on: {
        BacktestReported: { guard: 'isMineAndOver', target: 'judging', actions: 'hear' },
        Connected: { target: '.asking', actions: assign({ connected: true }) },
        ConnectionLost: { target: '.waiting', reenter: true, actions: assign({ connected: false }) },
        GapDetected: { guard: 'isMissedHere', target: '.asking' },
      },
      initial: 'asking',
      states: {
        asking: {
          invoke: {
            src: 'ask',
            input: ({ context }) => context,
            onDone: [
              {
                guard: 'isAnsweredOrPassing',
                target: 'waiting',
                actions: ['count', ({ context, event }) => tellProgress(context, event.output)],
              },
              // A bot that says nothing of a single backtest may still have its report.
              { target: '#backtest.reporting', actions: 'count' },
            ],
          },
        },
        waiting: { after: { poll: 'asking' } },
      },
    },
    reporting: {
      entry: ({ context }) => context.tools.append({ type: 'BacktestReportBegan', backtest_id: context.id }),
      invoke: {
        src: 'loadReport',
        input: ({ context }) => context,
        onDone: [
          { guard: 'mayBeUnderWay', target: 'following' },
          { target: 'resting', actions: ({ context, event }) => tellReport(context, event.output) },
        ],
      },
    },
  },
});
