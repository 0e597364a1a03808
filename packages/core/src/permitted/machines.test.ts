import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { Backtest } from '../contract/index.ts';
import { Preview } from '../contract/order.ts';
import { problemOfFailure } from '../gateway/problem.ts';
import { problemOfAnswer } from '../gateway/problem-of-answer.ts';
import { botAction } from '../journal/bot-action.ts';
import { type Command, contentOf } from '../journal/command.ts';
import type { Message } from '../journal/journal.ts';
import { backtest } from '../machines/backtest.ts';
import { bot } from '../machines/bot.ts';
import { noFacts, type Request } from '../machines/folded.ts';
import { mode } from '../machines/mode.ts';
import { ticket } from '../machines/ticket.ts';
import { botStatus } from '../testing/records.ts';
import { walk } from '../testing/walk.ts';
import { type Facts, factsOfAnswers } from './facts.ts';
import { permitted, withWord } from './permitted.ts';

const stamp = { at: 0, key: 'k' };
const modes = ['paper', 'live', null] as const;

/** Code of the refusal among the requests; null: the command was accepted. */
const refusalIn = (requests: readonly Request[]): string | null =>
  requests.flatMap((one) => {
    const { type, code } = ((one.kind === 'effect' ? one.params : null) ?? {}) as { type?: string; code?: string };
    return type === 'CommandRefused' && code !== undefined ? [code] : [];
  })[0] ?? null;

const reports = [
  { is_running: true },
  { is_running: false },
  { bot_status: 'starting' },
  { bot_status: 'error', is_running: true },
  { bot_status: 'error', is_running: false },
  {},
].map(
  (fields): Message => ({ type: 'BotStatusReported', status: botStatus({ market_source: 'simulated', ...fields }) }),
);
const lifecycle = ['StartBot', 'RestartBot', 'StopBot', 'KillBot', 'ResetKill'] as const;
const answers = botAction.options.map((action): Message => ({ type: 'BotActionDone', action, message: null }));
/** Refused by the bot, not by the machine, which does not know of it. */
const ofBot = ['halted', 'not_halted', 'bot_starting', 'bot_stopping', 'state_unknown', 'mode_changing'];

test('bot: in each walked state a command without an obstacle is accepted, and one with an obstacle is refused with its code', () => {
  const capabilities = ['bot.kill'];
  const facts = modes.map((shown) => ({ ...noFacts, answered: true, capabilities, mode: shown }));
  const commands = lifecycle.map((type): Message => ({ type, confirm: 'LIVE', ...stamp }) as Message);
  const { states, step } = walk(bot, () => [...commands, ...answers, ...reports], facts, {
    ends: ({ kill }) => (kill?.tries ?? 0) > 1,
  });
  expect(states.length).toBeGreaterThan(50);
  let refused = 0;
  for (const state of states) {
    for (const now of facts) {
      const known: Facts = {
        ...factsOfAnswers(state.status, { capabilities }),
        mode: now.mode,
        lifecycle: state.value.lifecycle,
        command: state.pending?.phase === 'pending' ? state.pending.action : null,
      };
      for (const type of lifecycle) {
        const permission = permitted(known, { type });
        const sent = { ...withWord({ type } as Command, permission), ...stamp } as Message;
        const refusal = refusalIn(step(state, sent, now).requests);
        const code = permission.obstacle?.code ?? null;
        if (refusal !== null) refused += 1;
        expect([type, state.value, refusal]).toEqual([type, state.value, ofBot.includes(code ?? '') ? refusal : code]);
        if (code === null) expect(refusal).toBeNull();
      }
    }
  }
  expect(refused).toBeGreaterThan(50);
});

test.each(['StartBot', 'RestartBot'] as const)('%s is refused without the word that the table asks for', (type) => {
  const { states, step } = walk(bot, () => reports, [noFacts]);
  for (const state of states) {
    for (const shown of modes) {
      const { word } = permitted({ ...factsOfAnswers(null, null), mode: shown }, { type });
      const requests = step(state, { type, ...stamp } as Message, { ...noFacts, mode: shown }).requests;
      const starts = requests.some((one) => one.kind === 'effect' && ['start', 'restart'].includes(one.effect));
      if (word !== null) expect([state.value, shown, starts]).toEqual([state.value, shown, false]);
    }
  }
});

test('mode: the table and the machine refuse the same changes', () => {
  const status = ['paper', 'live', ''].map(
    (shown): Message => ({ type: 'BotStatusReported', status: botStatus({ mode: shown, market_source: 'simulated' }) }),
  );
  const changes = (['paper', 'live'] as const).map(
    (to) => ({ type: 'ChangeMode', mode: to, confirm: 'LIVE' }) as const,
  );
  const lifecycles = (['unknown', 'stopped', 'starting', 'running', 'stopping', 'error'] as const).flatMap((one) =>
    [[], ['bot.mode']].map((capabilities) => ({
      ...noFacts,
      capabilities,
      lifecycle: one,
      running: one === 'running',
    })),
  );
  const messages = [...status, ...changes.map((one): Message => ({ ...one, ...stamp }))];
  const { states, step } = walk(mode, () => messages, lifecycles);
  for (const state of states) {
    for (const now of lifecycles) {
      const shown = state.chosen ?? state.reported;
      const known: Facts = {
        ...factsOfAnswers(null, { capabilities: now.capabilities }),
        ...{ mode: shown, lifecycle: now.lifecycle, isRunning: now.running },
        isModeChanging: state.value === 'changing',
      };
      for (const change of changes) {
        const code = permitted(known, change).obstacle?.code ?? null;
        const refusal = refusalIn(step(state, { ...change, ...stamp }, now).requests);
        expect([change.mode, state, now.lifecycle, refusal]).toEqual([change.mode, state, now.lifecycle, code]);
      }
    }
  }
});

const network = problemOfFailure(new TypeError('fetch failed'));

test('ticket: the table and the machine refuse the same executions and previews', () => {
  const preview = z.parse(Preview, { amount: 500, expected_profit: 5 });
  const below = problemOfAnswer(409, { code: 'below_floor', preview: { amount: 500 } }, null);
  const quote = { opportunity_id: 'o1', amount: 500 };
  const once = { type: 'ExecuteOpportunity', opportunity_id: 'o1', amount: 500, dry_run: true } as const;
  const commands = [
    once,
    { ...once, again: true },
    { ...once, amount: 300 },
    { ...once, min_profit_pct: 0.5 },
    { ...once, dry_run: false, confirm: 'LIVE' },
    { ...once, opportunity_id: 'o2' },
    { type: 'PreviewOpportunity', ...quote },
    { type: 'PreviewOpportunity', ...quote, amount: 300 },
  ] as const satisfies readonly Command[];
  const keys = new Map(commands.map((command, at) => [contentOf(command), `k${at}`]));
  const stamped = (command: Command) => ({ ...command, at: 0, key: keys.get(contentOf(command)) }) as Message;
  const answers = [...keys.values()].flatMap((key): Message[] => [
    { type: 'ExecutionFailed', opportunity_id: 'o1', key, problem: network },
    { type: 'ExecutionFailed', opportunity_id: 'o1', key, problem: below },
  ]);
  const facts = modes.map((shown) => ({ ...noFacts, answered: true, mode: shown }));
  const { states, step } = walk(
    ticket,
    () => [...commands.map(stamped), ...answers, { type: 'PreviewLoaded', ...quote, preview }, { type: 'CloseTicket' }],
    facts.filter((one) => one.mode !== null),
    { ends: ({ unsettled, refusal }) => unsettled.length > 1 || refusal !== null },
  );
  const refused = new Set<string>();
  for (const state of states) {
    const isExecuting = state.value === 'executing' || state.value === 'requoting';
    for (const now of facts) {
      const known: Facts = {
        ...factsOfAnswers(botStatus({ is_running: true }), { capabilities: [] }),
        ...{ mode: now.mode, isExecuting, unsettled: state.unsettled },
      };
      for (const command of commands) {
        const code = permitted(known, command).obstacle?.code ?? null;
        const { state: after, requests } = step(state, stamped(command), now);
        const refusal = refusalIn(requests);
        if (refusal !== null) refused.add(refusal);
        const seen = [command, state.value, now.mode];
        // Repeats of the order under way send nothing and are not refused.
        const isSame = isExecuting && state.order?.key === keys.get(contentOf(command));
        if (isSame) expect([...seen, after, requests]).toEqual([...seen, state, []]);
        else if (code !== null && ofBot.includes(code)) continue;
        else expect([...seen, refusal]).toEqual([...seen, code]);
        if (code === null && command.type === 'ExecuteOpportunity')
          expect([...seen, after.value]).toEqual([...seen, now.mode && expect.stringMatching(/executing|requoting/)]);
      }
    }
  }
  expect([...refused].toSorted()).toEqual(['execution_running', 'execution_unsettled', 'not_live']);
});

test.each([true, false])('ticket: real money is refused without the word that the table asks for: %s', (dry_run) => {
  const { states, step } = walk(ticket, () => [], [noFacts]);
  const command = { type: 'ExecuteOpportunity', opportunity_id: 'o1', dry_run } as const;
  for (const state of states) {
    const { word } = permitted({ ...factsOfAnswers(null, null), mode: 'live' }, command);
    const { requests } = step(state, { ...command, ...stamp }, { ...noFacts, mode: 'live' });
    expect([word, refusalIn(requests)]).toEqual(dry_run ? [null, null] : ['LIVE', 'live_unconfirmed']);
  }
});

test('backtest: the table and the machine refuse the same runs', () => {
  const run = { type: 'RunBacktest', config: {} as never } as const;
  const messages: Message[] = [
    { ...run, at: 0, key: 'first' },
    { type: 'BacktestStarted', backtest: z.parse(Backtest, { id: 'b1', status: 'running' }) },
    { type: 'BacktestRunFailed', problem: network },
    { type: 'OpenBacktest', backtest_id: 'b1' },
    { type: 'CloseBacktest' },
    { type: 'ClientStopped' },
  ];
  const { states, step } = walk(backtest, () => messages, [noFacts]);
  const seen = new Set<string | null>();
  for (const state of states) {
    const isBacktestStarting = state.value.run === 'starting';
    const { obstacle } = permitted({ ...factsOfAnswers(null, null), isBacktestStarting }, run);
    const { requests } = step(state, { ...run, ...stamp }, noFacts);
    expect([state.value, refusalIn(requests)]).toEqual([state.value, obstacle?.code ?? null]);
    const runs = requests.some((one) => one.kind === 'effect' && one.effect === 'run');
    expect([state.value, runs]).toEqual([state.value, obstacle === null]);
    seen.add(refusalIn(requests));
  }
  expect(seen).toEqual(new Set([null, 'backtest_starting']));
});
