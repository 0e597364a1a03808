import { expect, test } from 'vitest';
import { clientRoutes } from '../contract/routes.ts';
import type { Command, CommandType } from '../journal/command.ts';
import { commands } from '../journal/command.ts';
import { createTestClient, healthOf, ok } from '../testing/client.ts';
import { botStatus } from '../testing/records.ts';
import { type Facts, factsOf, factsOfAnswers } from './facts.ts';
import { permitted, withWord } from './permitted.ts';
import { rows } from './table.ts';

const stopped = botStatus({ is_running: false, bot_status: 'stopped', mode: 'paper' });
const idle = factsOfAnswers(stopped, null);
const live: Facts = { ...idle, mode: 'live' };
const unknown: Facts = { ...idle, mode: null };
const running: Facts = { ...idle, lifecycle: 'running', isRunning: true };
const start: Command = { type: 'StartBot' };
const execute = { type: 'ExecuteOpportunity', opportunity_id: 'o1', amount: 500, dry_run: true } as const;
const obstacle = (facts: Facts, command: Command) => permitted(facts, command).obstacle?.code ?? null;

test('a start: at once in paper, by the typed word in live and while the mode is unknown', () => {
  expect(permitted(idle, start)).toEqual({ obstacle: null, ask: 'none', word: null });
  expect(permitted(live, start)).toEqual({ obstacle: null, ask: 'word', word: 'LIVE' });
  expect(permitted(unknown, start)).toEqual({ obstacle: null, ask: 'word', word: 'LIVE' });
  expect(permitted(running, start).obstacle).toEqual({ code: 'already_running', params: {} });
});

const sell = { type: 'ResolveStranded', exchange: 'x', asset: 'BTC' } as const;
test.each<[string, Command, paper: string, live: string]>([
  ['stop', { type: 'StopBot' }, 'confirm', 'confirm'],
  ['kill', { type: 'KillBot' }, 'confirm', 'confirm'],
  ['restart', { type: 'RestartBot' }, 'confirm', 'word'],
  ['reset of a kill', { type: 'ResetKill' }, 'question', 'question'],
  ['mode to live', { type: 'ChangeMode', mode: 'live' }, 'word', 'word'],
  ['mode to paper', { type: 'ChangeMode', mode: 'paper' }, 'none', 'none'],
  ['dry run', execute, 'confirm', 'confirm'],
  ['execution', { ...execute, dry_run: false }, 'word', 'word'],
  ['cancel', { type: 'CancelOrder', order_id: 'o' }, 'confirm', 'confirm'],
  ['flatten', { type: 'Flatten', preview: false }, 'question', 'word'],
  ['preview of a flatten', { type: 'Flatten', preview: true }, 'none', 'none'],
  ['sale of a residual', { ...sell, action: 'sell' }, 'question', 'word'],
  ['keeping a residual', { ...sell, action: 'keep' }, 'question', 'question'],
  ['difference', { type: 'AcceptDifference', id: 'd', reason: 'r' }, 'question', 'question'],
  [
    'market',
    { type: 'ChooseMarket', wanted: { source: 'exchange', exchanges: ['x'] } as never },
    'question',
    'question',
  ],
])('the question before a %s', (_, command, inPaper, inLive) => {
  expect([permitted(idle, command).ask, permitted(live, command).ask]).toEqual([inPaper, inLive]);
  expect(permitted(unknown, command).ask).toBe(inLive);
});

test('while the bot is not confirmed only stop, kill and cancel are possible, beside what changes nothing at it', () => {
  for (const connection of ['stale', 'lost'] as const) {
    const facts: Facts = { ...running, connection, isHalted: false };
    const refused = (Object.keys(commands) as CommandType[]).filter(
      (type) => obstacle(facts, { type, action: 'sell' } as never) === 'unconfirmed',
    );
    expect(refused).toEqual(
      (Object.keys(commands) as CommandType[]).filter((type) => {
        const { kind, call } = rows[type];
        return kind === 'changes' && call !== null;
      }),
    );
    for (const type of ['StopBot', 'KillBot', 'StopTryingKill', 'CancelOrder', 'CancelBacktest'] as const)
      expect(obstacle(facts, { type } as never)).toBeNull();
  }
});

test('during replay screens may watch, and close their ticket', () => {
  const accepted = (Object.keys(commands) as CommandType[]).filter(
    (type) => obstacle({ ...idle, isReplaying: true }, { type } as never) === null,
  );
  expect(accepted).toEqual(['CloseTicket', 'Watch', 'Unwatch']);
});

test('role and capability of each command are those of its route', () => {
  const facts = { ...idle, capabilities: ['bot.mode', 'config.write'] };
  const needs = Object.values(rows).flatMap(({ call }) => (typeof call === 'function' ? call(facts) : call) ?? []);
  expect(needs.length).toBeGreaterThan(30);
  expect(needs).toEqual(
    needs.map(({ name }) => ({ name, role: clientRoutes[name].role, extension: clientRoutes[name].extension })),
  );
});

test('a viewer changes nothing, an operator no mode, and a bot that names no role decides itself', () => {
  expect(permitted({ ...idle, role: 'viewer' }, start).obstacle).toEqual({
    code: 'role_too_low',
    params: { role: 'viewer', needs: 'operator' },
  });
  expect(obstacle({ ...idle, role: 'operator' }, start)).toBeNull();
  expect(obstacle({ ...idle, role: 'operator' }, { type: 'ResetKill' })).toBe('role_too_low');
  const withMode: Facts = { ...idle, role: 'operator', capabilities: ['bot.mode'] };
  expect(obstacle(withMode, { type: 'ChangeMode', mode: 'live' })).toBe('role_too_low');
  // Kept by the client until the next start.
  expect(obstacle({ ...withMode, capabilities: [] }, { type: 'ChangeMode', mode: 'live' })).toBeNull();
});

test('a command that the bot does not announce is not offered, except where the client has another way', () => {
  const spec: Facts = { ...running, capabilities: [] };
  expect(obstacle(spec, { type: 'Flatten', preview: false })).toBe('not_offered');
  expect(obstacle({ ...spec, capabilities: null }, { type: 'Flatten', preview: false })).toBeNull();
  expect(obstacle(spec, { type: 'KillBot' })).toBeNull();
});

test.each<[string, Partial<Facts>, Command, string]>([
  ['start, kill under way', { command: 'kill' }, start, 'kill_running'],
  ['start, stop under way', { command: 'stop' }, start, 'busy'],
  ['start, runs in error', { lifecycle: 'error', isRunning: true }, start, 'running_in_error'],
  ['start, halted', { isHalted: true }, start, 'halted'],
  ['start, mode being changed', { isModeChanging: true }, start, 'mode_changing'],
  ['start, starting', { lifecycle: 'starting' }, start, 'bot_starting'],
  ['start, state unknown', { lifecycle: 'unknown' }, start, 'state_unknown'],
  ['stop, stopped', {}, { type: 'StopBot' }, 'already_stopped'],
  ['reset, not halted', {}, { type: 'ResetKill' }, 'not_halted'],
  ['mode, running', { isRunning: true }, { type: 'ChangeMode', mode: 'paper' }, 'mode_while_running'],
  ['live, in error', { lifecycle: 'error' }, { type: 'ChangeMode', mode: 'live' }, 'mode_in_error'],
  ['execute, halted', { isHalted: true }, execute, 'halted'],
  ['execute, another under way', { isExecuting: true }, execute, 'execution_running'],
  ['execute real money in paper', {}, { ...execute, dry_run: false }, 'not_live'],
  ['dry run, mode unknown', { mode: null }, execute, 'state_unknown'],
  ['sell while one is being sold', { isResolving: true }, { ...sell, action: 'sell' }, 'busy'],
  ['reset a wallet in live', { mode: 'live' }, { type: 'ResetWallet' }, 'not_paper'],
])('%s', (_, facts, command, code) => {
  expect(obstacle({ ...idle, ...facts }, command)).toBe(code);
});

test('an execution whose answer was lost: as it was sent, or on purpose once more', () => {
  const { type: _, ...order } = execute;
  const facts: Facts = { ...idle, unsettled: [{ ...order, key: 'k' }] };
  expect([
    obstacle(facts, execute),
    obstacle(facts, { ...execute, amount: 400 }),
    obstacle(facts, { ...execute, amount: 400, again: true }),
    obstacle(facts, { ...execute, opportunity_id: 'o2' }),
  ]).toEqual([null, 'execution_unsettled', null, null]);
});

test('the facts of a client follow its state, and are the same object while nothing changes', async () => {
  const t = createTestClient({ answers: { health: healthOf('bot.kill'), 'bot.status': ok(stopped) } });
  expect(factsOf(t.client.getSnapshot())).toMatchObject({ connection: 'lost', mode: null, capabilities: null });
  t.client.start();
  t.client.send({ type: 'Watch', resource: 'status' });
  await t.clock.advance(0);
  const facts = factsOf(t.client.getSnapshot());
  expect(facts).toMatchObject({ connection: 'live', mode: 'paper', lifecycle: 'stopped', capabilities: ['bot.kill'] });
  await t.clock.advance(1_000);
  expect(factsOf(t.client.getSnapshot())).toBe(facts);
});

test('a command is sent with the word that was typed for it', () => {
  expect(withWord(start, permitted(live, start))).toEqual({ type: 'StartBot', confirm: 'LIVE' });
  expect(withWord(start, permitted(idle, start))).toBe(start);
});
