import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { Backtest, Preview, Report } from '../contract/index.ts';
import { ExecutionResult } from '../contract/trade.ts';
import { problemOfFailure } from '../gateway/problem.ts';
import { problemOfAnswer } from '../gateway/problem-of-answer.ts';
import type { Message } from '../journal/journal.ts';
import { faultsOf, walk } from '../testing/walk.ts';
import { backtest } from './backtest.ts';
import { type Facts, noFacts } from './folded.ts';
import { session } from './session.ts';
import { machines } from './table.ts';
import { type TicketState, ticket } from './ticket.ts';

const started: Message = { type: 'ClientStarted' };
const stopped: Message = { type: 'ClientStopped' };
const network = problemOfFailure(new TypeError('fetch failed'));
const refusal = (status: number, body: object = {}) => problemOfAnswer(status, body, null);

test.each(Object.values(machines))(
  '$machine.id has named actions and delays, and nothing that cannot be folded',
  ({ machine }) => {
    expect(faultsOf(machine)).toEqual([]);
  },
);

const ofSession = (): readonly Message[] => [
  started,
  stopped,
  { type: 'SessionRestored', has_token: true },
  { type: 'SessionRestored', has_token: false },
  { type: 'HealthLoaded', health: {} as never },
  { type: 'Login', code: 'secret' },
  { type: 'SignedIn', operator: { name: 'ada', role: 'admin' } },
  { type: 'SignInFailed', problem: network },
  { type: 'SessionRefused' },
  { type: 'OperatorKnown', operator: null },
  { type: 'Logout' },
  { type: 'SignedOut', reason: 'logout' },
];
const withCapabilities = (...capabilities: string[]): Facts => ({ ...noFacts, capabilities });

test('session: every transition is taken, and no state waits for a call after a stop or for one of before a start', () => {
  const { states, untaken, step } = walk(session, ofSession, [noFacts, withCapabilities('auth', 'auth.code')]);
  expect(untaken).toEqual([]);
  for (const state of states) {
    const after = step(state, stopped, noFacts);
    expect([after.state.value === 'signingIn', after.state.value === 'signingOut']).toEqual([false, false]);
    expect(step(after.state, { type: 'Login', code: 'x' }, noFacts).state.value).toBe('signingIn');
    const restarted = step(state, started, noFacts);
    expect([
      restarted.state.value,
      restarted.requests.map((one) => one.kind === 'effect' && one.effect).at(-1),
    ]).toEqual(['restoring', 'restore']);
  }
});

const preview = z.parse(Preview, { amount: 500, expected_profit: 5 });
const quote = { opportunity_id: 'o1', amount: 500 };
const execution = { opportunity_id: 'o1', key: 'k1' };
const execute = { type: 'ExecuteOpportunity', opportunity_id: 'o1', amount: 500, dry_run: true, at: 0 } as const;
const restored: Message = {
  type: 'CommandsRestored',
  orders: [{ opportunity_id: 'o9', amount: 500, dry_run: true, key: 'k0' }],
  count: 1,
};
const ofTicket = ({ value, unsettled }: TicketState): readonly Message[] => [
  ...(value === 'closed' && unsettled.length === 0 ? [restored] : []),
  started,
  stopped,
  { type: 'Connected' },
  { type: 'CloseTicket' },
  { type: 'PreviewOpportunity', ...quote },
  { type: 'PreviewOpportunity', ...quote, amount: 600 },
  { ...execute, key: 'k1' },
  { ...execute, key: 'k1', min_profit_pct: 0.5 },
  { ...execute, key: 'k2', opportunity_id: 'o2' },
  { ...execute, key: 'k3', again: true },
  { ...execute, key: 'k4', dry_run: false },
  { ...execute, key: 'k6', dry_run: false, confirm: 'LIVE' },
  { type: 'ExecuteOpportunity', ...execution, key: 'k5', dry_run: true, min_profit_pct: 0.5, at: 0 },
  { type: 'PreviewLoaded', ...quote, preview },
  { type: 'PreviewLoaded', ...quote, preview: { ...preview, expected_profit: 1 } },
  { type: 'PreviewFailed', ...quote, problem: refusal(404) },
  { type: 'PreviewFailed', ...quote, problem: network },
  { type: 'ExecutionAnswered', ...execution, result: z.parse(ExecutionResult, { status: 'success' }) },
  { type: 'ExecutionFailed', ...execution, problem: network },
  { type: 'ExecutionFailed', ...execution, problem: refusal(409) },
  { type: 'ExecutionFailed', ...execution, problem: refusal(409, { code: 'below_floor', preview }) },
];

const walkedTicket = walk(
  ticket,
  ofTicket,
  [
    { ...noFacts, answered: true, connected: true },
    { ...withCapabilities('execute.guarded'), mode: 'live' },
  ],
  { ends: ({ unsettled, amount }) => unsettled.length > 1 || amount === 600 || unsettled[0]?.key === 'k0' },
);

test('ticket: every transition is taken; a stop leaves no call waited for, and what may have been sent is unsettled', () => {
  const { states, untaken, step } = walkedTicket;
  expect(untaken).toEqual([]);
  const waiting = ['previewing', 'requoting', 'executing'];
  for (const state of states) {
    for (const message of [stopped, started]) {
      const { state: after } = step(state, message, noFacts);
      expect(waiting).not.toContain(after.value);
      expect(after.value === 'unsettled').toBe(state.value === 'unsettled' || state.value === 'executing');
      const reopened = step(after, { type: 'PreviewOpportunity', ...quote, amount: 1 }, noFacts).state.value;
      expect(reopened).toBe(after.has_previews ? 'previewing' : 'unpriced');
    }
    // Outside of these an order is kept only for one whose answer was lost.
    if (state.value === 'executing' || state.value === 'requoting') expect(state.order).not.toBeNull();
    if (state.value === 'executed') expect(state.order).toBeNull();
  }
});

test('ticket: no state sends real money unless the mode is live', () => {
  const { states, step } = walkedTicket;
  for (const state of states) {
    for (const mode of [null, 'paper'] as const) {
      const { requests } = step(
        state,
        { ...execute, key: 'real', dry_run: false, confirm: 'LIVE' },
        { ...noFacts, mode },
      );
      expect(requests.filter((one) => one.kind === 'effect' && one.effect === 'execute')).toEqual([]);
    }
  }
});

const record = (id: string, status: string) => z.parse(Backtest, { id, status, progress: 0.5 });
const report = z.parse(Report, { backtest: { id: 'b1' }, metrics: {} });
const run = { type: 'RunBacktest', config: {} as never, at: 0 } as const;
const ofBacktest = ({ failures }: { failures: number }): readonly Message[] => [
  started,
  stopped,
  { ...run, key: 'k1' },
  { ...run, key: 'k2' },
  ...['running', 'completed', 'failed'].flatMap((status): Message[] => [
    { type: 'BacktestStarted', backtest: record('b1', status) },
    { type: 'BacktestReported', backtest: record('b1', status) },
  ]),
  { type: 'BacktestReported', backtest: record('b2', 'running') },
  { type: 'BacktestRunFailed', problem: network },
  { type: 'OpenBacktest', backtest_id: 'b1' },
  { type: 'CloseBacktest' },
  { type: 'BacktestDeleted', backtest_id: 'b1' },
  { type: 'SignedOut', reason: 'logout' },
  { type: 'Connected' },
  { type: 'ConnectionLost', reason: 'connection_closed', attempt: 1, retry_at: null },
  { type: 'GapDetected', channel: 'backtests' },
  ...(failures < 3 ? ([{ type: 'BacktestUnanswered', backtest_id: 'b1', problem: network }] as const) : []),
  { type: 'BacktestUnanswered', backtest_id: 'b1', problem: refusal(404) },
  { type: 'BacktestReportLoaded', backtest_id: 'b1', report },
  { type: 'BacktestReportFailed', backtest_id: 'b1', problem: refusal(404) },
  { type: 'BacktestReportFailed', backtest_id: 'b1', problem: network },
];

test('backtest: every transition is taken; after a stop nothing is waited for, and a start goes on with the one on screen', () => {
  const { states, untaken, step } = walk(backtest, ofBacktest, [noFacts]);
  expect(untaken).toEqual([]);
  for (const state of states) {
    const { value } = step(state, stopped, noFacts).state;
    expect(value.run).toBe('ready');
    const isFollowed = typeof state.value.shown === 'object' || state.value.shown === 'reporting';
    expect(value.shown).toEqual(isFollowed ? { following: 'paused' } : state.value.shown);
    const restarted = step(step(state, stopped, noFacts).state, started, noFacts);
    expect(restarted.requests.map((one) => one.kind === 'effect' && one.effect)).toEqual(isFollowed ? ['ask'] : []);
  }
});
