import { type Command, permitted } from '@triquad/core';
import { answeredFacts, type PermissionState, permissionAnswers, permissionStates } from '@triquad/core/testing';
import { english } from '@triquad/core/texts';
import { expect, test } from 'vitest';
import { type Bot, triquad } from '../run-against.ts';

const difference: Command = { type: 'AcceptDifference', id: 'd', reason: 'mine' };
const order = { exchange: 'x', symbol: 'BTC/USDT', side: 'buy', type: 'market', quantity: 1 } as const;
/** Commands that change something; stop, kill and cancel are sent at once and the bot decides. */
const lines: readonly [line: string, command: Command][] = [
  ['start', { type: 'StartBot' }],
  ['restart', { type: 'RestartBot' }],
  ['kill reset', { type: 'ResetKill' }],
  ['mode live', { type: 'ChangeMode', mode: 'live' }],
  ['mode paper', { type: 'ChangeMode', mode: 'paper' }],
  ['execute o1 --dry-run', { type: 'ExecuteOpportunity', opportunity_id: 'o1', dry_run: true }],
  ['residuals sell x BTC', { type: 'ResolveStranded', exchange: 'x', asset: 'BTC', action: 'sell' }],
  ['residuals keep x BTC', { type: 'ResolveStranded', exchange: 'x', asset: 'BTC', action: 'keep' }],
  ['differences accept d mine', difference],
  ['orders place --exchange x --symbol BTC/USDT --side buy --quantity 1', { type: 'PlaceOrder', order }],
  ['config activate c', { type: 'ActivateConfig', id: 'c' }],
  ['exchanges remove x', { type: 'DeleteExchange', name: 'x' }],
];

/** Answers of the bot of a state; a command that reaches it is refused. */
const botIn = (state: PermissionState): Bot => {
  const answers = permissionAnswers(state);
  return ({ method, path }) => {
    if (method !== 'GET') return { status: 409, body: { detail: 'sent' } };
    if (path.endsWith('/health')) return answers.health;
    if (path.endsWith('/bot/status')) return answers['bot.status'];
    return { status: 200, body: { data: [{ id: 'c', name: 'c', is_active: false }] } };
  };
};
const known = permissionStates.flatMap((state) => {
  const facts = answeredFacts(state);
  return facts === null ? [] : [{ ...state, facts }];
});

test.each(known)('$name: each line meets the obstacle and the question of the table', async ({ facts, ...state }) => {
  for (const [line, command] of lines) {
    const { obstacle, ask, word } = permitted(facts, command);
    const { calls, err } = await triquad(line, botIn(state));
    const said = { sent: calls.some(({ method }) => method !== 'GET'), err };
    const text = obstacle === null ? null : obstacle.code === 'halted' ? 'the bot is halted' : english.code(obstacle);
    const confirmation = word !== null ? `Confirm it with --confirm ${word}` : 'Confirm it with --yes';
    const asks = ask === 'question' || word !== null;
    expect([line, said]).toEqual([
      line,
      text !== null
        ? { sent: false, err: expect.stringMatching(new RegExp(text, 'i')) }
        : asks
          ? { sent: false, err: expect.stringContaining(confirmation) }
          : { sent: true, err: expect.stringContaining('sent') },
    ]);
  }
});

test.each(['stop', 'kill', 'orders cancel o'])(
  '%s is sent at once in every state, and the bot decides',
  async (line) => {
    for (const state of known) {
      const { calls } = await triquad(line, botIn(state), { env: { TRIQUAD_URL: 'http://bot.example' } });
      expect([state.name, calls[0]?.method]).toEqual([state.name, 'POST']);
    }
  },
);
