import { expect, test } from 'vitest';
import type { ClientState } from '../client.ts';
import type { Command } from '../journal/command.ts';
import { createTestClient, healthOf, ok } from '../testing/client.ts';
import { machines } from './table.ts';

const statesOf = (state: ClientState) =>
  Object.fromEntries(Object.keys(machines).map((name) => [name, state[name as keyof typeof machines]]));

const answers = {
  health: healthOf('auth', 'auth.code', 'socket.auth', 'backtest', 'bot.kill'),
  'auth.code': ok({
    access_token: 'granted',
    token_type: 'bearer',
    expires_at: null,
    operator: { name: 'ada', role: 'admin' },
  }),
  'auth.logout': { status: 204 },
  'bot.status': ok({ is_running: false, mode: 'paper' }),
  'bot.start': 'network' as const,
  'bot.kill': 'never' as const,
  'orders.preview': ok({ amount: 500, expected_profit: 4 }),
  'orders.execute': (_: unknown, times: number) =>
    times < 3 ? ('network' as const) : ok({ status: 'success', execution_id: 'e' }),
  'backtest.run': ok({ id: 'b1', status: 'running' }),
  'backtest.get': (_: unknown, times: number) => ok({ id: 'b1', status: times < 3 ? 'running' : 'completed' }),
  'backtest.report': ok({ backtest: { id: 'b1' }, metrics: {} }),
};
const execute: Command = {
  type: 'ExecuteOpportunity',
  opportunity_id: 'o1',
  amount: 500,
  dry_run: true,
  expected_profit: 4,
  min_profit_pct: 0.5,
};
const config: Extract<Command, { type: 'RunBacktest' }>['config'] = {
  name: 'January',
  start_date: '2026-01-01T00:00:00.000Z',
  end_date: '2026-01-02T00:00:00.000Z',
  initial_capital: 10_000,
  exchanges: ['binance'],
  min_profit_threshold: 0.5,
  max_position_size: 1_000,
  max_slippage: 0.5,
  enable_triangular: true,
  enable_quadrangular: false,
};
const session: (Command | number)[] = [
  { type: 'Login', code: 'one-time' },
  0,
  { type: 'PreviewOpportunity', opportunity_id: 'o1', amount: 500 },
  0,
  execute,
  { ...execute, amount: 400 },
  1_500,
  { ...execute, amount: 400 },
  execute,
  0,
  { type: 'RunBacktest', config },
  5_000,
  { type: 'CloseTicket' },
  { type: 'Watch', resource: 'status' },
  0,
  { type: 'ChangeMode', mode: 'live', confirm: 'LIVE' },
  { type: 'StartBot' },
  500,
  { type: 'KillBot', reason: 'enough' },
  3_000,
  { type: 'Reconnect' },
  { type: 'Logout' },
  100,
];

test('every machine is in the same state at every entry of a recorded session, secrets or not', async () => {
  const t = createTestClient({ answers });
  const live = new Map<number, object>();
  t.client.subscribe((state) => live.set(t.client.journal.entries().at(-1)?.seq ?? 0, statesOf(state)));
  t.client.start();
  await t.clock.advance(0);
  for (const part of session) {
    if (typeof part === 'number') await t.clock.advance(part);
    else t.client.send(part);
  }
  t.client.stop();
  expect(statesOf(t.client.getSnapshot())).toMatchObject({
    session: { value: 'signedOut', reason: 'logout' },
    ticket: { value: 'closed', order: null },
    backtest: { value: { run: 'ready', shown: 'closed' } },
  });

  const text = t.client.journal.exportJsonl();
  expect(['one-time', 'granted'].filter((secret) => text.includes(secret))).toEqual([]);
  const other = createTestClient();
  expect(await other.client.journal.importJsonl(text)).toEqual({ ok: true, skipped: 0 });
  for (const [seq, states] of live) {
    other.client.journal.seek(seq);
    expect([seq, statesOf(other.client.getSnapshot())]).toEqual([seq, states]);
  }
  expect(other.api.calls).toEqual([]);
});
