import { expect, test } from 'vitest';
import { botAction } from '../journal/bot-action.ts';
import type { Command } from '../journal/command.ts';
import type { Message } from '../journal/journal.ts';
import { bot } from '../machines/bot.ts';
import { noFacts, type Request } from '../machines/folded.ts';
import { mode } from '../machines/mode.ts';
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
