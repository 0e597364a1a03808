import { screen, within } from '@testing-library/react';
import { healthOf, ok, timeOf } from '@triquad/core/testing';
import { expect, test } from 'vitest';
import { CallRawContext } from '../../app-context.tsx';
import type { CallRaw, RawCall } from '../../raw-call.ts';
import { render } from '../../testing/render.tsx';
import { setWidth } from '../../testing/viewport.ts';
import './ConfigsTab.tsx';
import './PeopleTab.tsx';
import { Settings } from './Settings.tsx';

const user = { name: 'ana', role: 'viewer', created_at: timeOf(0), changed_at: timeOf(0), sessions: 1 };
const session = {
  ...{ id: 'f00d', user: 'ana', role: 'viewer', created_at: timeOf(0), last_seen_at: timeOf(1) },
  ...{ expires_at: timeOf(9), address: '10.0.0.7', client: null, current: false },
};
const config = {
  ...{ id: 'a', name: 'Calm', version: 3, is_active: true, min_profit_threshold: 0.5, max_capital_per_route: 500 },
  ...{ enabled_exchanges: ['binance'], risk: { stop_loss_pct: 10 }, updated_at: timeOf(0) },
};
const backup = {
  ...{ folder: '/srv/bot/backups/2026-01-31T12', created_at: timeOf(0) },
  files: [
    { name: 'journal.sqlite', bytes: 2_500_000, sha256: 'a' },
    { name: 'server.sqlite', bytes: 100_000, sha256: 'b' },
  ],
};
const bold = { ...config, id: 'b', name: 'Bold', version: 1, is_active: false, risk: { stop_loss_pct: 30 } };

const unsaid = { detail: null, status: null, code: null, errors: [], retry_after_ms: null };

/** A bot whose lists are these, and which refuses changes to addresses that are named. */
const opened = async (tab: string, refused: Readonly<Record<string, string>> = {}, role = 'admin') => {
  setWidth(1_600);
  const calls: RawCall[] = [];
  const lists: Record<string, unknown[]> = { users: [user], sessions: [session], config: [config, bold] };
  const callRaw: CallRaw = async (call) => {
    calls.push(call);
    const [, first = ''] = call.address.split('/');
    const why = refused[call.address];
    if (call.method !== 'GET' && why === 'timeout') return { ok: false, problem: { ...unsaid, kind: why } };
    if (call.method !== 'GET' && why !== undefined)
      return { ok: true, status: 409, text: JSON.stringify({ code: 'x', detail: why }), ms: 1 };
    const answer = first === 'system' ? backup : { data: lists[first] };
    return { ok: true, status: 200, text: JSON.stringify(answer), ms: 1 };
  };
  const page = await render(
    <CallRawContext value={callRaw}>
      <Settings />
    </CallRawContext>,
    {
      token: 't',
      address: `/settings?tab=${tab}`,
      answers: {
        health: healthOf('auth', 'auth.code', 'users', 'sessions', 'config.write', 'backup'),
        'auth.me': ok({ name: 'ada', role }),
        'exchanges.list': ok({ exchanges: {} }),
        'config.current': ok({ data: config }),
      },
    },
  );
  await page.advance(500);
  const changes = () =>
    calls.filter(({ method }) => method !== 'GET').map(({ method, address, body }) => [method, address, body]);
  return { ...page, changes, calls };
};
const confirm = (name: string) => within(screen.getByRole('alertdialog')).getByRole('button', { name });

test('a user is added with a role, and a refusal is said in the words of the bot', async () => {
  const { user: hands, changes, calls } = await opened('people', { '/users/': 'there is a user bob already.' });
  await screen.findByLabelText('Role of ana');
  await hands.type(await screen.findByLabelText('Name'), 'bob');
  await hands.type(screen.getByLabelText('Password'), 'a good phrase');
  await hands.selectOptions(screen.getByLabelText('Role'), 'operator');
  await hands.click(screen.getByRole('button', { name: 'Add user' }));
  expect(changes()).toEqual([['POST', '/users/', '{"name":"bob","password":"a good phrase","role":"operator"}']]);
  await screen.findByText('Not done: there is a user bob already.');
  // No key goes with a password: what is kept for it would be a quick hash of the body.
  expect(calls.find(({ method }) => method === 'POST')?.key).toBeUndefined();
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('a good phrase');
});

test('another role, a removal and the end of a session ask first', async () => {
  const { user: hands, changes } = await opened('people');
  await hands.selectOptions(await screen.findByLabelText('Role of ana'), 'admin');
  expect(changes()).toEqual([]);
  await hands.click(confirm('Change role'));
  await hands.click(await screen.findByRole('button', { name: 'Remove ana' }));
  await hands.click(confirm('Remove'));
  await hands.click(await screen.findByRole('button', { name: 'End the session f00d of ana' }));
  await hands.click(confirm('End'));
  expect(changes()).toEqual([
    ['PUT', '/users/ana', '{"role":"admin"}'],
    ['DELETE', '/users/ana', undefined],
    ['DELETE', '/sessions/f00d', undefined],
  ]);
});

test('who is no administrator is told so, and nothing is asked', async () => {
  const { calls } = await opened('people', {}, 'operator');
  const tab = await screen.findByRole('tabpanel', { name: /Users/ });
  await within(tab).findByText('Only an administrator sees this');
  expect(calls).toEqual([]);
});

test('configurations are compared, copied and activated, and what would change is said before it does', async () => {
  const { user: hands, changes } = await opened('configs');
  await hands.click(await screen.findByRole('button', { name: 'Compare Bold with the active configuration' }));
  const rows = () =>
    within(screen.getByRole('table', { name: 'Bold against Calm, which is active' }))
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent);
  expect(rows()).toEqual(['risk.stop_loss_pct1030']);
  await hands.click(screen.getByRole('button', { name: 'Compare Bold with the active configuration' }));
  await hands.click(screen.getByRole('button', { name: 'Activate Bold' }));
  expect(rows()).toEqual(['risk.stop_loss_pct1030']);
  expect(changes()).toEqual([]);
  await hands.click(confirm('Activate'));
  await hands.click(await screen.findByRole('button', { name: 'Copy Calm' }));
  await hands.type(screen.getByLabelText('Create a configuration from Calm'), 'Night');
  await hands.click(screen.getByRole('button', { name: 'Create' }));
  const [activated, made] = changes();
  expect(activated).toEqual(['POST', '/config/b/activate', undefined]);
  expect(made?.slice(0, 2)).toEqual(['POST', '/config/']);
  // Fields that this bot did not send are not invented.
  const body = JSON.parse(String(made?.[2]));
  expect(body).toMatchObject({ name: 'Night', min_profit_threshold: 0.5, risk: { stop_loss_pct: 10 } });
  expect(body).not.toHaveProperty('total_capital');
  // The active one can be neither activated nor deleted.
  expect(screen.queryByRole('button', { name: 'Delete Calm' })).toBeNull();
});

test('a backup is made without the keys where that is chosen, and says where it lies and how it is put back', async () => {
  const { user, changes, paint } = await opened('configs');
  const panel = within(await screen.findByRole('region', { name: 'Backup' }));
  await user.click(panel.getByRole('checkbox', { name: 'With the keys' }));
  await user.click(panel.getByRole('button', { name: 'Back up now' }));
  await paint();
  expect(changes()).toEqual([['POST', '/system/backup', '{"keys":false}']]);
  expect(panel.getByRole('status').textContent).toMatch(
    /2 files, 2\.6 MB, in the folder \/srv\/bot\/backups\/2026-01-31T12.*triquad restore "\/srv.*--replace/s,
  );
});

test('why no backup was made is said in the words of the bot', async () => {
  const { user, paint } = await opened('configs', { '/system/backup': 'A backup is being made.' });
  const panel = within(await screen.findByRole('region', { name: 'Backup' }));
  await user.click(panel.getByRole('button', { name: 'Back up now' }));
  await paint();
  expect(panel.getByRole('alert').textContent).toBe('No backup was made: A backup is being made.');
  expect(panel.getByRole('status').textContent).toBe('');
});

test('where no answer came to a backup, it is not said that none was made', async () => {
  const { user, paint } = await opened('configs', { '/system/backup': 'timeout' });
  const panel = within(await screen.findByRole('region', { name: 'Backup' }));
  await user.click(panel.getByRole('button', { name: 'Back up now' }));
  await paint();
  expect(panel.getByRole('alert').textContent).toMatch(/^The bot did not answer in time\. Whether a backup was made/);
});

test('who may not change settings makes no backup', async () => {
  await opened('configs', {}, 'viewer');
  const panel = within(await screen.findByRole('region', { name: 'Backup' }));
  expect(panel.getByRole<HTMLButtonElement>('button', { name: 'Back up now' }).disabled).toBe(true);
});
