import { screen, within } from '@testing-library/react';
import { ok, timeOf } from '@triquad/core/testing';
import { expect, test, vi } from 'vitest';
import { render } from '../../testing/render.tsx';
import { findingsOf } from './findings.ts';
import { Support } from './Support.tsx';

type Answers = NonNullable<NonNullable<Parameters<typeof render>[1]>['answers']>;
type Answer = NonNullable<Answers['system.doctor']>;
const sound = { name: 'disk', verdict: 'ok', detail: '9 GiB free', advice: null };
const broken = { name: 'halted', verdict: 'fail', detail: 'drill', advice: 'lift it' };
const health = {
  status: 'ok',
  version: '1.2.3',
  uptime_seconds: 61,
  capabilities: ['doctor'],
  market_source: 'simulated',
  market_detail: 'seed 7',
  journal_id: 'A',
  checks: { 'feed kraken': { status: 'degraded', detail: 'the socket was closed' } },
};

const opened = async (answer: Answer, capabilities: string[] = ['doctor']) => {
  const page = await render(<Support />, {
    address: '/support',
    answers: { health: ok({ ...health, capabilities }), 'system.doctor': answer },
  });
  await page.advance(1_000);
  await screen.findByText('1.2.3');
  return page;
};

test('versions and the state of the bot are shown; its data is checked only when it is asked', async () => {
  const { user, api, paint } = await opened(ok({ at: timeOf(0), checks: [sound, broken] }));
  expect(screen.getByText('the socket was closed')).toBeTruthy();
  expect(api.count('system.doctor')).toBe(0);
  await user.click(screen.getByRole('button', { name: 'Run the checks' }));
  await paint();
  screen.getByText('1 in order, 0 warnings, 1 failure');
  expect(api.count('system.doctor')).toBe(1);
  screen.getByText(/^Checked .*\d\d:\d\d:\d\d$/);
  const rows = screen.getAllByRole('row').map(({ textContent }) => textContent);
  expect(rows.slice(1)).toEqual(['Failurehalteddrilllift it', 'OKdisk9 GiB free']);
});

test.each<[string, Answer, string | RegExp]>([
  ['a role too low', { status: 403, body: { detail: 'no' } }, 'Only an operator or administrator may run the checks.'],
  ['another check', { status: 409, body: { detail: 'The bot is being checked.' } }, 'The bot is being checked.'],
  ['a page', ok('<!doctype html>'), /answer/],
])('%s is said', async (_, answer, text) => {
  const { user, advance } = await opened(answer);
  await user.click(screen.getByRole('button', { name: 'Run the checks' }));
  await advance(60_000);
  expect((await screen.findByRole('alert')).textContent).toMatch(text);
});

test('findings are gone once a bot with another data directory answers', async () => {
  const { api, user, client, socket, advance } = await opened(ok({ at: timeOf(0), checks: [sound] }));
  await user.click(screen.getByRole('button', { name: 'Run the checks' }));
  await advance(0);
  expect(client.getSnapshot().loaded.doctor).not.toBeNull();
  api.answer('health', ok({ ...health, journal_id: 'B' }));
  socket.latest.close();
  await advance(10_000);
  expect(client.getSnapshot().loaded.doctor).toBeNull();
});

test('a bot that cannot check itself is not asked', async () => {
  await opened(ok({}), []);
  expect(screen.queryByRole('button', { name: 'Run the checks' })).toBeNull();
  expect(screen.getByText(/^This bot cannot check itself/)).toBeTruthy();
});

test('odd answers of the doctor are read as far as they go', () => {
  const nothing = { name: '', detail: 'x', advice: null };
  const checks = [
    { ...nothing, verdict: 'odd' },
    { ...nothing, verdict: 'fail' },
  ];
  expect(findingsOf({ at: null, checks })).toEqual([
    { ...nothing, verdict: 'fail' },
    { ...nothing, verdict: 'warn' },
  ]);
});

const canary = 'c4n4ry';

test('the report has versions, findings and the session, and none of the secrets that were typed in it', async () => {
  const { user, client, storage, advance } = await opened(ok({ checks: [broken] }));
  storage.set('auth_token', `${canary}-token`);
  client.send({ type: 'Login', username: 'ana', password: `${canary}-password` });
  const keys = { api_key: `AKshown1-${canary}-key-0123456789-end1`, api_secret: `${canary}-secret` };
  client.send({
    type: 'SaveExchange',
    name: 'okx',
    enabled: true,
    testnet: true,
    ...keys,
    passphrase: `${canary}-pass`,
  });
  client.send({ type: 'SaveTelegram', enabled: true, bot_token: `123456:AA${canary}`, chat_id: '7', alert_events: '' });
  await advance(1_000);
  await user.click(screen.getByRole('button', { name: 'Run the checks' }));
  await advance(0);
  within(screen.getByRole('table')).getByText('halted');
  const saved: Blob[] = [];
  const create = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) saved.push(blob);
    return 'blob:x';
  });
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  await user.click(screen.getByRole('button', { name: 'Download the report' }));
  create.mockRestore();
  click.mockRestore();
  const text = (await saved[0]?.text()) ?? '';
  expect(text).not.toContain(canary);
  const report = JSON.parse(text) as { format: string; bot: unknown; findings: unknown; recording: unknown[] };
  expect(report).toMatchObject({ format: 'triquad-report-1', bot: { version: '1.2.3' }, findings: [broken] });
  expect(text).toContain('SaveExchange');
  expect(report.recording.length).toBeGreaterThan(3);
});
