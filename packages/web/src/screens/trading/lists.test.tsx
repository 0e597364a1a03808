import { screen, within } from '@testing-library/react';
import { healthOf, ok, opportunityRecord, timeOf } from '@triquad/core/testing';
import { expect, test } from 'vitest';
import { render } from '../../testing/render.tsx';
import { LiveLogs } from './LiveLogs.tsx';
import { LiveOpportunities } from './LiveOpportunities.tsx';
import { RecentExecutions } from './RecentExecutions.tsx';

const items = (name: string) => within(screen.getByRole('list', { name })).getAllByRole('listitem');
const executeButtons = () => screen.getAllByRole<HTMLButtonElement>('button', { name: /^Execute TRI|^Expired/ });

test('opportunities of the last five minutes are listed, and only those that are still valid can be executed', async () => {
  const { socket, advance, user } = await render(<LiveOpportunities height={300} />, { token: 't' });
  socket.latest.say({ type: 'opportunity', data: opportunityRecord('old', -400_000) });
  socket.latest.say({ type: 'opportunity', data: opportunityRecord('gone', -2_000, { is_valid: false }) });
  socket.latest.say({ type: 'opportunity', data: opportunityRecord('now', -1_000) });
  await advance(500);
  expect(items('Live Opportunities').length).toBe(2);
  expect(executeButtons().map(({ disabled, textContent }) => [textContent, disabled])).toEqual([
    ['Execute', false],
    ['Expired', true],
  ]);
  await user.click(executeButtons()[0] ?? document.body);
  expect(screen.getByRole('dialog', { name: 'Execute Arbitrage Opportunity' })).toBeTruthy();
});

test('a viewer sees opportunities but cannot execute them', async () => {
  const { socket, advance } = await render(<LiveOpportunities height={300} />, {
    token: 't',
    answers: { health: healthOf('socket.auth', 'auth.code'), 'auth.me': ok({ name: 'ada', role: 'viewer' }) },
  });
  socket.latest.say({ type: 'opportunity', data: opportunityRecord('now', -1_000) });
  await advance(500);
  expect(executeButtons().map(({ disabled }) => disabled)).toEqual([true]);
});

test('the last ten executions show what they made, real money marked', async () => {
  const execution = (id: number, fields = {}) => ({
    id: `e${id}`,
    opportunity_type: 'TRI',
    exchange: 'okx',
    pairs: ['BTC/USDT'],
    status: 'completed',
    actual_profit: id,
    entry_time: timeOf(-id * 1_000),
    ...fields,
  });
  const answers = {
    'orders.history': ok(Array.from({ length: 12 }, (_, id) => execution(id, id === 0 ? { mode: 'live' } : {}))),
  };
  const { advance } = await render(<RecentExecutions height={300} />, { token: 't', answers });
  await advance(500);
  const texts = items('Recent Executions').map(({ textContent }) => textContent);
  expect([texts.length, texts.filter((text) => text?.includes('LIVE')).length]).toEqual([10, 1]);
  expect(texts[1]).toMatch(/^TRIokx\+\$1\.00BTC\/USDTCompleted/);
});

test('the live log keeps its last fifty entries and says that it waits for the first', async () => {
  const { socket, advance } = await render(<LiveLogs />, { token: 't', answers: { health: healthOf('socket.auth') } });
  expect(screen.getByText('Waiting for logs...')).toBeTruthy();
  for (let line = 1; line <= 60; line += 1) {
    const data = { id: `${line}`, timestamp: timeOf(line), level: 'INFO', message: `line ${line}`, source: 'engine' };
    socket.latest.say({ type: 'log', data });
  }
  await advance(1_000);
  expect(screen.getByRole('table', { name: 'Live Logs' }).getAttribute('aria-rowcount')).toBe('51');
});
