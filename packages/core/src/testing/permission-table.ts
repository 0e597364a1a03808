import type { CallName } from '../contract/routes.ts';
import type { Command } from '../journal/command.ts';
import { type Facts, factsOf, factsOfAnswers } from '../permitted/facts.ts';
import type { TestClient } from './client.ts';
import { healthOf, ok } from './client.ts';
import { botStatus, opportunityRecord, timeOf } from './records.ts';

const all = [
  'bot.kill',
  'bot.flatten',
  'bot.mode',
  'config.write',
  'risk',
  'differences',
  'wallets.reset',
  'exchange.delete',
  'market',
];
const stopped = { is_running: false, bot_status: 'stopped', mode: 'paper', halted: null };
const running = { ...stopped, is_running: true, bot_status: 'running' };

/** A state of a bot and its client in which every command has its permission. */
export type PermissionState = {
  readonly name: string;
  readonly status: Readonly<Record<string, unknown>>;
  readonly capabilities?: readonly string[];
  readonly role?: NonNullable<Facts['role']>;
  /** Brings the client into this state without answers of a bot. */
  readonly reach?: (client: TestClient) => Promise<void>;
  /** Facts that the client then has beside the answers. */
  readonly facts?: Readonly<Record<string, unknown>>;
};

/** An order by hand that the bot never answers. */
const underWay =
  (name: CallName, type: 'StopBot' | 'KillBot') =>
  async ({ api, client, clock }: TestClient): Promise<void> => {
    api.answer(name, 'never');
    client.send({ type });
    await clock.advance(0);
  };
const execute: Command = { type: 'ExecuteOpportunity', opportunity_id: 'o1', amount: 500, dry_run: true };
/** An execution that the bot never answers, or whose answer is lost. */
const executing =
  (answer: 'never' | 'network') =>
  async ({ api, client, clock }: TestClient): Promise<void> => {
    api.answer('orders.execute', answer);
    client.send(execute);
    await clock.advance(2_000);
  };
const silent = (ms: number) => async (test: TestClient) => {
  test.api.answer('bot.status', 'never');
  test.api.answer('health', 'never');
  await test.clock.advance(ms);
};

/** The states in which web, terminal and shell are compared. */
export const permissionStates: readonly PermissionState[] = [
  { name: 'stopped in paper', status: stopped },
  { name: 'stopped in live', status: { ...stopped, mode: 'live' } },
  { name: 'stopped in an unknown mode', status: { ...stopped, mode: null } },
  { name: 'starting', status: { ...stopped, bot_status: 'starting' } },
  { name: 'running in paper', status: running },
  { name: 'running in live', status: { ...running, mode: 'live' } },
  { name: 'stopping', status: { ...running, bot_status: 'stopping' } },
  { name: 'in error, stopped', status: { ...stopped, bot_status: 'error' } },
  { name: 'in error, running', status: { ...running, bot_status: 'error' } },
  { name: 'halted', status: { ...stopped, halted: { reason: 'drawdown', at: timeOf() } } },
  { name: 'halted in live', status: { ...stopped, mode: 'live', halted: { reason: 'drawdown', at: timeOf() } } },
  { name: 'a bot of the spec alone', status: running, capabilities: [] },
  { name: 'a viewer', status: stopped, role: 'viewer', facts: { role: 'viewer' } },
  { name: 'an operator', status: running, role: 'operator', facts: { role: 'operator' } },
  { name: 'an admin', status: stopped, role: 'admin', facts: { role: 'admin' } },
  { name: 'a silent bot', status: running, reach: silent(6_000), facts: { connection: 'stale' } },
  { name: 'a bot that is lost', status: running, reach: silent(40_000), facts: { connection: 'lost' } },
  { name: 'a stop under way', status: running, reach: underWay('bot.stop', 'StopBot'), facts: { command: 'stop' } },
  { name: 'a kill under way', status: running, reach: underWay('bot.kill', 'KillBot'), facts: { command: 'kill' } },
  { name: 'an execution under way', status: running, reach: executing('never'), facts: { isExecuting: true } },
  {
    name: 'an execution whose answer was lost',
    status: running,
    reach: executing('network'),
    facts: { unsettled: [{ opportunity_id: 'o1', amount: 500 }] },
  },
  {
    name: 'replay',
    status: running,
    reach: async ({ client, clock }) => {
      client.journal.pause();
      await clock.advance(0);
    },
    facts: { isReplaying: true },
  },
];

/** Answers of the bot in a state, with one thing for every command to be about. */
export const permissionAnswers = ({ status, capabilities = all, role }: PermissionState) => ({
  health: healthOf(...capabilities, ...(role === undefined ? [] : ['socket.auth', 'auth.code'])),
  'bot.status': ok({ market_source: 'simulated', ...status }),
  'config.current': ok({ id: 'c', name: 'c', version: 1, risk: { max_profit_pct: 5 } }),
  risk: ok({ state: 'active', since: null, reason: null, limits: [], breakers: [], stranded: [] }),
  'orders.preview': ok({ amount: 100, expected_profit: 1, expected_profit_pct: 1 }),
  'opportunities.list': ok({ data: [opportunityRecord('o1')] }),
  'orders.list': ok({ data: [{ id: 'order', symbol: 'BTC/USDT', status: 'pending', created_at: timeOf() }] }),
  ...(role !== undefined && { 'auth.me': ok({ name: 'ana', role }) }),
});

/** Facts of a client without a journal in the same state; null where it cannot know that state. */
export const answeredFacts = ({ status, capabilities = all, role, reach }: PermissionState): Facts | null =>
  reach !== undefined || role !== undefined
    ? null
    : factsOfAnswers(botStatus({ market_source: 'simulated', ...status }), { capabilities: [...capabilities] });

/** Brings a started client into the state. */
export const enter = async (test: TestClient, { role, reach }: PermissionState): Promise<Facts> => {
  await test.clock.advance(0);
  if (role !== undefined) test.socket.latest.say({ type: 'authenticated' });
  for (const resource of ['status', 'opportunities', 'orders', 'config', 'risk'] as const)
    test.client.send({ type: 'Watch', resource });
  await test.clock.advance(1_500);
  await reach?.(test);
  return factsOf(test.client.getSnapshot());
};
