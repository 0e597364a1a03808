import { screen, within } from '@testing-library/react';
import { healthOf, ok } from '@triquad/core/testing';
import { expect, test } from 'vitest';
import { render } from '../../testing/render.tsx';
import { Feeds } from './Feeds.tsx';

const live = {
  exchange: 'binance',
  connection: null,
  state: 'live',
  since: '2026-01-31T10:58:00.000Z',
  last_message_at: '2026-01-31T11:59:59.970Z',
  at: '2026-01-31T12:00:00.000Z',
  markets: 20,
  markets_trusted: 20,
  messages_per_second: 2914,
  latency_ms: 8,
  clock_ahead_ms: -3,
  reconnects: 0,
  gaps: 0,
  resyncs: 2,
  excluded: [],
  reason: null,
};
const down = {
  ...live,
  exchange: 'kraken',
  connection: 'spot',
  state: 'down',
  since: '2026-01-31T11:59:19.000Z',
  last_message_at: '2026-01-31T11:59:18.800Z',
  markets_trusted: 0,
  messages_per_second: 0,
  latency_ms: null,
  reconnects: 12,
  excluded: [{ market: 'CRV/BTC', reason: 'three orders refused: tick size', until: '2026-01-31T12:40:00.000Z' }],
  reason: 'the socket was closed',
};

const opened = async (data: readonly unknown[], ...capabilities: string[]) => {
  const page = await render(<Feeds />, {
    address: '/feeds',
    token: 't',
    answers: { health: healthOf(...capabilities), 'feeds.list': ok({ data }) },
  });
  await page.advance(400);
  return page;
};
const cellsOf = (row: HTMLElement | undefined) =>
  within(row ?? document.body)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

test('each connection says how it is, the one in trouble first, with what it says and the markets left out', async () => {
  await opened([live, down], 'feeds', 'scan');
  const table = await screen.findByRole('table', { name: 'Connections' });
  const [, first, second] = within(table).getAllByRole('row');
  expect(cellsOf(first)).toEqual(
    expect.arrayContaining([
      'kraken',
      'spot',
      'Down',
      '00:00:41',
      '41.20 s',
      '0',
      '12',
      '0 / 20',
      'the socket was closed',
    ]),
  );
  expect(cellsOf(second)).toEqual(
    expect.arrayContaining(['binance', 'Live', '01:02:00', '0.03 s', '2,914', '8 ms', '−3 ms', '20 / 20']),
  );
  expect(screen.getByText('20 of 40 markets trusted · 2,914 messages/s')).toBeTruthy();
  expect(screen.getByText('1 Down')).toBeTruthy();
  const excluded = screen.getByRole('region', { name: 'Excluded markets' });
  expect(within(excluded).getByRole('listitem').textContent).toBe(
    'CRV/BTC kraken · tried again at 12:40 UTC, or when its exchange lists it againthree orders refused: tick size',
  );
});

test('bytes have a column only where a bot counts them', async () => {
  const first = await opened([live], 'feeds');
  const table = await screen.findByRole('table', { name: 'Connections' });
  expect(within(table).queryByRole('columnheader', { name: /kB/ })).toBeNull();
  first.unmount();
  await opened([{ ...live, bytes_per_second: 74_300 }], 'feeds');
  const counted = await screen.findByRole('table', { name: 'Connections' });
  expect(within(counted).getByText('74.3')).toBeTruthy();
});

test('a bot without connections, and one that does not report them, say so', async () => {
  const first = await opened([], 'feeds');
  await screen.findByText('No connection is open.');
  first.unmount();
  await opened([live], 'risk');
  expect((await screen.findAllByText('This bot does not report its connections.')).length).toBe(2);
});

test('the recorder is switched on and off, says how much it has, and why it ended', async () => {
  const off = { recording: false, since: null, rows: 0, bytes: 0, quota_bytes: 20e9, reason: null };
  const on = { ...off, recording: true, rows: 12_345, bytes: 2_340_000 };
  const page = await render(<Feeds />, {
    address: '/feeds',
    token: 't',
    answers: { health: healthOf('recordings'), 'recordings.recorder': ok(off), 'recordings.switch': ok(on) },
  });
  await page.advance(400);
  const recorder = within(await screen.findByRole('region', { name: 'Recorder' }));
  expect(recorder.getByText('Nothing is recorded now.')).toBeTruthy();
  page.api.answer('recordings.recorder', ok(on));
  await page.user.click(recorder.getByRole('checkbox', { name: 'Record prices' }));
  await page.advance(2_000);
  const sent = page.api.calls.flatMap(({ name, request }) => (name === 'recordings.switch' ? [request.body] : []));
  expect(sent).toEqual([{ recording: true }]);
  expect(recorder.getByText(/^12,345 rows, 2.3 MB. All recordings take 20 GB at most/)).toBeTruthy();
  const inputs = { recording: true, name: 'session-1', rows: 7, bytes: 1_200_000, reason: null };
  page.api.answer('recordings.recorder', ok({ ...on, inputs }));
  page.client.send({ type: 'Refresh', resource: 'recorder' });
  await page.advance(2_000);
  expect(recorder.getByText(/^All that enters the engine is recorded too: 1.2 MB in session-1/)).toBeTruthy();
  page.api.answer('recordings.recorder', ok({ ...on, inputs: { ...inputs, recording: false, reason: 'ENOSPC' } }));
  page.client.send({ type: 'Refresh', resource: 'recorder' });
  await page.advance(2_000);
  expect(recorder.getByText(/^All that entered the engine was recorded: 1.2 MB/)).toBeTruthy();
  expect(recorder.getByText(/^The recording of inputs ended: ENOSPC\./)).toBeTruthy();
  page.api.answer('recordings.recorder', ok({ ...off, reason: 'recording ended: ENOSPC' }));
  page.client.send({ type: 'Refresh', resource: 'recorder' });
  await page.advance(2_000);
  expect(recorder.getByRole('alert').textContent).toBe('recording ended: ENOSPC');
});

test('a viewer cannot switch the recorder, and sees why', async () => {
  const off = { recording: false, since: null, rows: 0, bytes: 0, quota_bytes: 20e9, reason: null };
  const page = await render(<Feeds />, {
    address: '/feeds',
    token: 't',
    answers: {
      health: healthOf('recordings', 'socket.auth', 'auth.code'),
      'auth.me': ok({ name: 'ada', role: 'viewer' }),
      'recordings.recorder': ok(off),
    },
  });
  page.socket.latest.say({ type: 'authenticated' });
  await page.advance(400);
  const recorder = within(await screen.findByRole('region', { name: 'Recorder' }));
  const record = recorder.getByRole<HTMLInputElement>('checkbox', { name: 'Record prices' });
  expect([record.disabled, record.closest('[title]')?.getAttribute('title')]).toEqual([
    true,
    expect.stringMatching(/operator/),
  ]);
});
