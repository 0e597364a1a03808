import { screen, within } from '@testing-library/react';
import { healthOf, ok, timeOf } from '@triquad/core/testing';
import { expect, test } from 'vitest';
import { render } from '../../testing/render.tsx';
import { setWidth } from '../../testing/viewport.ts';
import './AuditTab.tsx';
import { Settings } from './Settings.tsx';

const entry = (seq: number, fields: object = {}) => ({
  seq,
  at: timeOf(seq),
  actor: 'ada',
  action: 'config.update',
  target: 'c1',
  outcome: 'ok',
  request_id: null,
  source: '10.0.0.7',
  session: 's1',
  before: null,
  after: null,
  ...fields,
});
const page = (newest: number, length = 100) => ok({ data: Array.from({ length }, (_, at) => entry(newest - at)) });

type Answers = NonNullable<NonNullable<Parameters<typeof render>[1]>['answers']>;
const opened = async (
  answer: NonNullable<Answers['audit.list']>,
  { role = 'admin', capabilities = ['audit'], tab = 'audit' } = {},
) => {
  setWidth(1_600);
  const rendered = await render(<Settings />, {
    token: 't',
    address: `/settings?tab=${tab}`,
    answers: {
      health: healthOf('auth', 'auth.code', ...capabilities),
      'auth.me': ok({ name: 'ada', role }),
      'exchanges.list': ok({ exchanges: {} }),
      'audit.list': answer,
    },
  });
  for (let turn = 0; turn < 20; turn += 1) await rendered.advance(100);
  const queries = () =>
    rendered.api.calls.flatMap(({ name, request }) => (name === 'audit.list' ? [request.query] : []));
  return { ...rendered, queries };
};
const rows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .queryAllByRole('cell')
        .map(({ textContent }) => textContent)
        .slice(1),
    );

test('each row says who did what from where, what it changed, and what came of it', async () => {
  const change = { before: { 'risk.stop_loss_pct': 5 }, after: { 'risk.stop_loss_pct': 3, name: 'night' } };
  await opened(
    ok({ data: [entry(2, change), entry(1, { source: null, target: null, action: 'login', outcome: 'refused' })] }),
  );
  expect(rows()).toEqual([
    ['ada', '10.0.0.7', 'config.update', 'c1', 'risk.stop_loss_pct 5 → 3, name — → night', 'done'],
    ['ada', 'the bot’s machine', 'login', '—', '', 'refused'],
  ]);
  expect(screen.queryByRole('button', { name: 'Load older entries' })).toBe(null);
});

test('older entries are loaded before the oldest one shown, and none is lost or doubled', async () => {
  const { user, api, advance, queries, client } = await opened(page(250));
  api.answer('audit.list', page(150, 50));
  await user.click(screen.getByRole('button', { name: 'Load older entries' }));
  await advance(100);
  expect(queries()).toEqual([{ limit: 100 }, { limit: 100, before: 151 }]);
  const seqs = client.getSnapshot().audit.entries.map(({ seq }) => seq);
  expect(seqs).toEqual(Array.from({ length: 150 }, (_, at) => 250 - at));
  expect(screen.queryByRole('button', { name: 'Load older entries' })).toBe(null);
});

test('one that could not be loaded says why and is tried again', async () => {
  const { user, api, advance } = await opened({ status: 403, body: { detail: 'not yours' } });
  expect(screen.getByText('not yours')).toBeTruthy();
  api.answer('audit.list', ok({ data: [] }));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await advance(100);
  expect(screen.getByText('Nothing has been recorded yet')).toBeTruthy();
});

test('only an administrator loads it', async () => {
  const { queries } = await opened(page(100), { role: 'operator' });
  expect([screen.getAllByText('Only an administrator sees this').length > 0, queries()]).toEqual([true, []]);
});

test('it is loaded only while it is shown, and not offered by a bot without it', async () => {
  const other = await opened(page(100), { tab: 'global' });
  expect([screen.queryAllByRole('tab', { name: /Audit/ }).length, other.queries()]).toEqual([1, []]);
  other.unmount();
  const { queries } = await opened(page(100), { capabilities: [] });
  expect([screen.queryAllByRole('tab', { name: /Audit/ }).length, queries()]).toEqual([0, []]);
});
