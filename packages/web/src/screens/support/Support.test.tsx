import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { CallRawContext } from '../../app-context.tsx';
import type { CallRaw, RawAnswer } from '../../raw-call.ts';
import { render } from '../../testing/render.tsx';
import { findingsOf } from './findings.ts';
import { Support } from './Support.tsx';

const answered = (status: number, body: unknown): RawAnswer => ({
  ok: true,
  status,
  text: typeof body === 'string' ? body : JSON.stringify(body),
  ms: 1,
});
const sound = { name: 'disk', verdict: 'ok', detail: '9 GiB free', advice: null };
const broken = { name: 'halted', verdict: 'fail', detail: 'drill', advice: 'lift it' };
const health = {
  status: 'ok',
  version: '1.2.3',
  uptime_seconds: 61,
  capabilities: ['doctor'],
  market_source: 'simulated',
  market_detail: 'seed 7',
  checks: { 'feed kraken': { status: 'degraded', detail: 'the socket was closed' } },
};

const opened = async (answer: RawAnswer, capabilities: string[] = ['doctor']) => {
  const asked: string[] = [];
  const callRaw: CallRaw = async ({ method, address }) => {
    asked.push(`${method} ${address}`);
    return answer;
  };
  const page = await render(
    <CallRawContext value={callRaw}>
      <Support />
    </CallRawContext>,
    { address: '/support', answers: { health: { status: 200, body: { ...health, capabilities } } } },
  );
  await screen.findByText('1.2.3');
  return { ...page, asked };
};

test('versions and the state of the bot are shown; its data is checked only when it is asked', async () => {
  const { user, asked } = await opened(answered(200, { at: null, checks: [sound, broken] }));
  expect(screen.getByText('the socket was closed')).toBeTruthy();
  expect(asked).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Run the checks' }));
  await screen.findByText('1 in order, 0 warnings, 1 failure');
  expect(asked).toEqual(['GET /system/doctor']);
  const rows = screen.getAllByRole('row').map(({ textContent }) => textContent);
  expect(rows.slice(1)).toEqual(['Failurehalteddrilllift it', 'OKdisk9 GiB free']);
});

test.each([
  ['a role too low', answered(403, { detail: 'no' }), 'Only an operator or administrator may run the checks.'],
  ['another check', answered(409, { detail: 'The bot is being checked.' }), '409 The bot is being checked.'],
  ['a page', answered(200, '<!doctype html>'), '200'],
])('%s is said', async (_, answer, text) => {
  const { user } = await opened(answer);
  await user.click(screen.getByRole('button', { name: 'Run the checks' }));
  expect((await screen.findByRole('alert')).textContent).toBe(text);
});

test('a bot that cannot check itself is not asked', async () => {
  await opened(answered(200, {}), []);
  expect(screen.queryByRole('button', { name: 'Run the checks' })).toBeNull();
  expect(screen.getByText(/^This bot cannot check itself/)).toBeTruthy();
});

test('odd answers of the doctor are read as far as they go', () => {
  expect(findingsOf('null')).toBeNull();
  expect(findingsOf(JSON.stringify({ checks: [null, { name: 7, verdict: 'odd', detail: 'x' }] }))).toEqual([
    { name: '', verdict: 'warn', detail: '', advice: null },
    { name: '', verdict: 'warn', detail: 'x', advice: null },
  ]);
});

const canary = 'c4n4ry';

test('the report has versions, findings and the session, and none of the secrets that were typed in it', async () => {
  const { user, client, storage, advance } = await opened(answered(200, { checks: [broken] }));
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
  await within(await screen.findByRole('table')).findByText('halted');
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
