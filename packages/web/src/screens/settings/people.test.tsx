import { screen, waitFor, within } from '@testing-library/react';
import { healthOf, ok, timeOf } from '@triquad/core/testing';
import { expect, test } from 'vitest';
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

type Answers = NonNullable<Parameters<typeof render>[1]>['answers'];
const changing = /^(users|sessions)\.(create|update|delete|end)$|^config\.(create|activate|delete)$|^system\.backup$/;

/** A bot with these lists and these other answers. */
const opened = async (tab: string, answers: Answers = {}, role = 'admin') => {
  setWidth(1_600);
  const page = await render(<Settings />, {
    token: 't',
    address: `/settings?tab=${tab}`,
    answers: {
      health: healthOf('auth', 'auth.code', 'users', 'sessions', 'config.write', 'backup'),
      'auth.me': ok({ name: 'ada', role }),
      'exchanges.list': ok({ exchanges: {} }),
      'config.current': ok({ data: config }),
      'config.all': ok({ data: [config, bold] }),
      'users.list': ok({ data: [user] }),
      'sessions.list': ok({ data: [session] }),
      'users.create': ok(user),
      'users.update': ok(user),
      'users.delete': { status: 204 },
      'sessions.end': { status: 204 },
      'config.create': ok(bold),
      'config.activate': ok({ ...bold, is_active: true }),
      'system.backup': ok(backup),
      ...answers,
    },
  });
  await page.advance(500);
  const made = () => page.api.calls.filter(({ name }) => changing.test(name));
  const changes = () => made().map(({ name, request: { path, body } }) => [name, path, body]);
  return { ...page, changes, made };
};
const confirm = (name: string) => within(screen.getByRole('alertdialog')).getByRole('button', { name });

const newUser = { name: 'bob', password: 'a good phrase', role: 'operator' };
const addBob = async (hands: Awaited<ReturnType<typeof opened>>['user']) => {
  await screen.findByLabelText('Role of ana');
  await hands.type(await screen.findByLabelText('Name'), newUser.name);
  await hands.type(screen.getByLabelText('Password'), newUser.password);
  await hands.selectOptions(screen.getByLabelText('Role'), newUser.role);
  await hands.click(screen.getByRole('button', { name: 'Add user' }));
};
const typedPassword = () => screen.getByLabelText<HTMLInputElement>('Password').value;

test('a user is added with a role, and a refusal is said in the words of the bot', async () => {
  const taken = { status: 409, body: { code: 'x', detail: 'there is a user bob already.' } };
  const { api, client, user: hands, changes, made, paint } = await opened('people', { 'users.create': taken });
  await addBob(hands);
  await paint();
  expect(changes()).toEqual([['users.create', undefined, newUser]]);
  await screen.findByText('Not done: there is a user bob already.');
  // A command with a password has no idempotency key, because the bot would store a fast hash of its body.
  expect(made()[0]?.key).toBeUndefined();
  expect(typedPassword()).toBe('a good phrase');
  api.answer('users.create', ok({ ...user, name: 'bob' }));
  await hands.click(screen.getByRole('button', { name: 'Add user' }));
  await paint();
  expect([typedPassword(), screen.queryByText(/^Not done/)]).toEqual(['', null]);
  expect(JSON.stringify(client.journal.entries())).not.toContain('a good phrase');
});

test('without an answer a user may have been added: the list is loaded again, and nothing is sent again', async () => {
  const { api, user: hands, changes, advance } = await opened('people', { 'users.create': 'network' });
  await addBob(hands);
  api.answer('users.list', ok({ data: [user, { ...user, name: 'bob' }] }));
  await advance(2_000);
  expect(changes().length).toBe(1);
  screen.getByText(/It may have been done all the same: the list above shows it\.$/);
  screen.getByLabelText('Role of bob');
});

test('another role, a removal and the end of a session ask first', async () => {
  const { user: hands, changes, paint } = await opened('people');
  await hands.selectOptions(await screen.findByLabelText('Role of ana'), 'admin');
  expect(changes()).toEqual([]);
  await hands.click(confirm('Change role'));
  await hands.click(await screen.findByRole('button', { name: 'Remove ana' }));
  await hands.click(confirm('Remove'));
  await hands.click(await screen.findByRole('button', { name: 'End the session f00d of ana' }));
  await hands.click(confirm('End'));
  await paint();
  expect(changes()).toEqual([
    ['users.update', { name: 'ana' }, { role: 'admin' }],
    ['users.delete', { name: 'ana' }, undefined],
    ['sessions.end', { id: 'f00d' }, undefined],
  ]);
});

test('a new password closes its form once it is set', async () => {
  const { user: hands, changes, paint } = await opened('people');
  await hands.click(await screen.findByRole('button', { name: 'New password for ana' }));
  await hands.type(screen.getByLabelText('New password for ana', { selector: 'input' }), 'another phrase');
  await hands.click(screen.getAllByRole('button', { name: 'Set password' }).at(-1) as HTMLElement);
  await paint();
  expect(changes()).toEqual([['users.update', { name: 'ana' }, { password: 'another phrase' }]]);
  expect(screen.queryByLabelText('New password for ana', { selector: 'input' })).toBeNull();
});

test('who is no administrator is told so, and nothing is asked', async () => {
  const { api } = await opened('people', {}, 'operator');
  const tab = await screen.findByRole('tabpanel', { name: /Users/ });
  await within(tab).findByText('Only an administrator sees this');
  expect([api.count('users.list'), api.count('sessions.list')]).toEqual([0, 0]);
});

test('configurations are compared, copied and activated, and what would change is said before it does', async () => {
  const { user: hands, changes, client, paint } = await opened('configs');
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
  await paint();
  // The rest of the page follows at once.
  expect(client.getSnapshot().loaded.config).toMatchObject({ id: 'b', risk: { stop_loss_pct: 30 } });
  // The dialog gives the focus back once it has closed.
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await hands.click(await screen.findByRole('button', { name: 'Copy Calm' }));
  await hands.type(screen.getByLabelText('Create a configuration from Calm'), 'Night');
  await hands.click(screen.getByRole('button', { name: 'Create' }));
  await paint();
  const [activated, made] = changes();
  expect(activated).toEqual(['config.activate', { id: 'b' }, undefined]);
  expect(made?.[0]).toBe('config.create');
  // Fields that this bot did not send are not invented.
  expect(made?.[2]).toMatchObject({ name: 'Night', min_profit_threshold: 0.5, risk: { stop_loss_pct: 10 } });
  expect(made?.[2]).not.toHaveProperty('total_capital');
  expect(screen.queryByLabelText('Create a configuration from Calm')).toBeNull();
  // The active one can be neither activated nor deleted.
  expect(screen.queryByRole('button', { name: 'Delete Calm' })).toBeNull();
});

test('a backup is made without the keys where that is chosen, and says where it lies and how it is put back', async () => {
  const { user, changes, paint } = await opened('configs');
  const panel = within(await screen.findByRole('region', { name: 'Backup' }));
  await user.click(panel.getByRole('checkbox', { name: 'With the keys' }));
  await user.click(panel.getByRole('button', { name: 'Back up now' }));
  await paint();
  expect(changes()).toEqual([['system.backup', undefined, { keys: false }]]);
  expect(panel.getByRole('status').textContent).toMatch(
    /2 files, 2\.6 MB, in the folder \/srv\/bot\/backups\/2026-01-31T12.*triquad restore "\/srv.*--replace/s,
  );
});

test('why no backup was made is said in the words of the bot', async () => {
  const busy = { status: 409, body: { code: 'x', detail: 'A backup is being made.' } };
  const { user, paint } = await opened('configs', { 'system.backup': busy });
  const panel = within(await screen.findByRole('region', { name: 'Backup' }));
  await user.click(panel.getByRole('button', { name: 'Back up now' }));
  await paint();
  expect(panel.getByRole('alert').textContent).toBe('No backup was made: A backup is being made.');
  expect(panel.getByRole('status').textContent).toBe('');
});

test('where no answer came to a backup, it is not said that none was made', async () => {
  const { user, advance } = await opened('configs', { 'system.backup': 'network' });
  const panel = within(await screen.findByRole('region', { name: 'Backup' }));
  await user.click(panel.getByRole('button', { name: 'Back up now' }));
  await advance(2_000);
  expect(panel.getByRole('alert').textContent).toMatch(/Whether a backup was made/);
});

test('who may not change settings makes no backup', async () => {
  await opened('configs', {}, 'viewer');
  const panel = within(await screen.findByRole('region', { name: 'Backup' }));
  expect(panel.getByRole<HTMLButtonElement>('button', { name: 'Back up now' }).disabled).toBe(true);
});
