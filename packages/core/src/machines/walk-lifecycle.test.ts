import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { performersOf } from '../client.ts';
import { Health } from '../contract/health.ts';
import { problemOfFailure } from '../gateway/problem.ts';
import { problemOfAnswer } from '../gateway/problem-of-answer.ts';
import { type BotAction, botAction } from '../journal/bot-action.ts';
import type { Entry, Message } from '../journal/journal.ts';
import { botStatus } from '../testing/records.ts';
import { walk } from '../testing/walk.ts';
import { bot } from './bot.ts';
import { connection } from './connection.ts';
import { type Facts, noFacts, type Request, type Step } from './folded.ts';
import { mode, modeOf } from './mode.ts';

const started: Message = { type: 'ClientStarted' };
const stopped: Message = { type: 'ClientStopped' };
const stamp = { at: 0, key: 'k' };
const problem = problemOfFailure(new TypeError('fetch failed'));
const withFacts = (facts: Partial<Facts>): Facts => ({ ...noFacts, ...facts });

const reports = (...records: object[]): Message[] =>
  records.flatMap((fields): Message[] => {
    const status = botStatus({ market_source: 'simulated', ...fields });
    return [
      { type: 'ResourceLoaded', resource: 'status', value: status },
      { type: 'BotStatusReported', status },
    ];
  });

const ofConnection: readonly Message[] = [
  started,
  stopped,
  { type: 'SessionRestored', has_token: true },
  { type: 'SignedIn', operator: null },
  { type: 'SignedOut', reason: 'logout' },
  { type: 'Reconnect' },
  { type: 'HealthLoaded', health: z.parse(Health, {}) },
  { type: 'HealthFailed', problem },
  { type: 'SocketOpened' },
  { type: 'SocketAuthenticated', journal_id: null },
  { type: 'SocketClosed', code: 4401 },
  { type: 'SocketClosed', code: 1006 },
  { type: 'BotSilent', since: 5 },
  { type: 'BotHeard' },
  { type: 'StatusAnswered' },
  { type: 'LatencyMeasured', ms: 3 },
  // As at the start: the difference is kept in every state alike, and another one would double their number.
  { type: 'ClockCompared', ahead_ms: 0 },
  { type: 'PageShown', hidden_ms: 5_000 },
  { type: 'NetworkOnline' },
  ...reports({}).slice(0, 1),
];
const connectionFacts = [
  noFacts,
  withFacts({ capabilities: ['socket.auth'] }),
  withFacts({ mustSignIn: true }),
  withFacts({ otherData: true }),
  withFacts({ unheard: true }),
  withFacts({ unheard: true, capabilities: ['socket.auth'] }),
];

const answersTo = (action: BotAction): Message[] => [
  { type: 'BotActionDone', action, message: null },
  { type: 'BotActionFailed', action, problem },
];
const statuses = [
  { is_running: true },
  { is_running: false },
  { bot_status: 'starting' },
  { bot_status: 'stopping', trading_state: 'reducing' },
  { bot_status: 'error', is_running: true },
  { bot_status: 'running', trading_state: 'halted' },
  {},
];
const commands: readonly Message[] = [
  { type: 'StartBot', ...stamp },
  { type: 'StartBot', confirm: 'LIVE', ...stamp },
  { type: 'StopBot', ...stamp },
  { type: 'RestartBot', ...stamp },
  { type: 'RestartBot', confirm: 'LIVE', ...stamp },
  { type: 'ResetKill', ...stamp },
  { type: 'KillBot', ...stamp },
];
const ofBot: readonly Message[] = [
  started,
  stopped,
  ...commands,
  { type: 'StopTryingKill' },
  { type: 'KillUnanswered', problem },
  { type: 'KillRestored', sent_at: 3, key: 'k', reason: null },
  ...botAction.options.flatMap(answersTo),
  ...reports(...statuses),
];
const botFacts = [noFacts, withFacts({ answered: true }), withFacts({ answered: true, capabilities: ['bot.kill'] })];

const changes: readonly Message[] = [
  { type: 'ChangeMode', mode: 'paper', ...stamp },
  { type: 'ChangeMode', mode: 'live', ...stamp },
  { type: 'ChangeMode', mode: 'live', confirm: 'LIVE', ...stamp },
];
const ofMode: readonly Message[] = [
  started,
  stopped,
  ...changes,
  { type: 'ModeChanged', mode: 'paper' },
  { type: 'ModeChanged', mode: 'live' },
  { type: 'ModeChangeFailed', mode: 'live', problem: problemOfAnswer(409, {}, null) },
  ...answersTo('start'),
  ...answersTo('stop'),
  ...reports({ mode: 'paper' }, { mode: 'live' }, { mode: 'sandbox' }, {}),
];
const lifecycles = ['unknown', 'stopped', 'running', 'error'] as const;
const modeFacts = lifecycles.flatMap((lifecycle) =>
  [[], ['bot.mode']].map((capabilities) => withFacts({ lifecycle, capabilities, running: lifecycle === 'running' })),
);

test('connection: every transition is taken; a stop and a start end every wait', () => {
  const { states, untaken, step } = walk(connection, () => ofConnection, connectionFacts);
  expect(untaken).toEqual([]);
  for (const state of states) {
    for (const message of [stopped, started]) expect(step(state, message, noFacts).state.value).toBe('idle');
  }
});

test('bot: every transition is taken; a stop and a start end every wait, and a kill is begun from every state', () => {
  const { states, untaken, step } = walk(bot, () => ofBot, botFacts, { ends: ({ kill }) => (kill?.tries ?? 0) > 2 });
  expect(untaken).toEqual([]);
  for (const state of states) {
    for (const message of [stopped, started]) {
      const { value, pending, kill } = step(state, message, noFacts).state;
      expect([value.command, pending, kill]).toEqual(['ready', null, null]);
    }
    const killed = step(
      state,
      { type: 'KillBot', ...stamp },
      withFacts({ answered: true, capabilities: ['bot.kill'] }),
    );
    expect(killed.state.value.command).toBe('killing');
    // The bot's own state is the reported one, under any command.
    expect(killed.state.value).toMatchObject({ lifecycle: state.value.lifecycle });
  }
});

test('mode: every transition is taken; live is chosen or asked for only confirmed, stopped and out of a known mode', () => {
  const { states, untaken, step } = walk(mode, () => ofMode, modeFacts);
  expect(untaken).toEqual([]);
  for (const state of states) {
    for (const message of [stopped, started]) {
      expect(step(state, message, noFacts).state.value).toBe('settled');
    }
    for (const facts of modeFacts) {
      for (const change of changes) {
        const { state: after, requests } = step(state, change, facts);
        const asked = requests.some((one) => one.kind === 'effect' && one.effect === 'change');
        const becomesLive = asked || (modeOf(after) === 'live' && modeOf(state) !== 'live');
        if (!becomesLive || (change.type === 'ChangeMode' && change.mode === 'paper')) continue;
        expect([change, facts.lifecycle]).toEqual([{ ...change, confirm: 'LIVE' }, 'stopped']);
        expect(state.reported ?? state.chosen).not.toBeNull();
      }
    }
  }
});

/** Open effects after these requests: lanes that another effect of the machine closes, and timers. */
const openAfter = (id: 'connection' | 'bot' | 'mode', requests: readonly Request[]): string[] => {
  const { lanes = {} } = performersOf({} as never)[id];
  const open = new Set<string>();
  for (const request of requests) {
    const name = request.kind === 'timer' ? request.timer : lanes[request.effect];
    if (typeof name !== 'string') continue;
    const closes = request.kind === 'timer' ? request.ms === null : /^(close|unwatch|abort)/.test(request.effect);
    if (closes) open.delete(name);
    else open.add(name);
  }
  return [...open];
};

test.each([
  { machine: connection, messages: ofConnection, facts: connectionFacts },
  { machine: bot, messages: ofBot, facts: botFacts },
  { machine: mode, messages: ofMode, facts: modeFacts },
] as const)('$machine.machine.id: whatever happened, a stop closes every lane and cancels every timer', (one) => {
  const stepOf = one.machine.step as (state: unknown, entry: Entry, facts: () => Facts) => Step<unknown>;
  const happening = fc.tuple(fc.constantFrom(...one.messages), fc.constantFrom<Facts>(...one.facts));
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 30 }), (story) => {
      let state: unknown = one.machine.initial;
      const requests: Request[] = [];
      for (const [message, facts] of [...story, [stopped, noFacts] as const]) {
        const step = stepOf(state, { seq: 1, at: 7, message }, () => facts);
        state = step.state;
        requests.push(...step.requests);
      }
      expect(openAfter(one.machine.machine.id as 'bot', requests)).toEqual([]);
    }),
    { numRuns: 100 },
  );
});
