import { fireEvent, screen, within } from '@testing-library/react';
import { healthOf, ok } from '@triquad/core/testing';
import { expect, test } from 'vitest';
import { render } from '../../testing/render.tsx';
import { Research } from './Research.tsx';

const times = [1, 100, 1_000];
const cells = (modelled: readonly number[], reached: number) =>
  [0, 25, 100].map((latency_ms, step) => ({
    ...{ latency_ms, reached, reached_share: 0.5, followed: 2 },
    ...{ optimistic: 5.02, modelled: modelled[step] ?? 0, pessimistic: -3.87 },
  }));
const fee = (fee_pct: number, episodes: number, modelled: readonly number[]) => ({
  ...{
    fee_pct,
    episodes,
    cycles: episodes > 0 ? 2 : 0,
    undirected: episodes,
    longest_ms: 4_000,
    cells: cells(modelled, episodes),
  },
  ...{ median_ms: episodes > 0 ? 1_900 : null, undirected_median_ms: null, survival: [1, 0.8, 0.4] },
});
const range = { optimistic: 0.3, modelled: 0.24, pessimistic: -0.1 };
const record = {
  terms: {
    ...{
      recording: 'binance-1',
      session: null,
      from: null,
      to: null,
      enable_triangular: true,
      enable_quadrangular: true,
    },
    ...{ start_currencies: ['USDT'], capital: 1_000, fees_pct: [0, 0.01, 0.075], latencies_ms: [0, 25, 100] },
    ...{ fee_pct: 0.075, latency_ms: 25, max_quote_age_ms: null },
  },
  data: {
    ...{
      recording: 'binance-1',
      exchange: 'binance',
      from: '2026-01-31T10:00:00.000Z',
      to: '2026-01-31T12:00:00.000Z',
    },
    ...{ rows: 40_779, markets: 3, sessions: 1, gaps: 1, longest_gap_ms: 61_000, left_out: 0 },
  },
  cycles: { tri: 2, quad: 1_240 },
  conclusion: 'in English',
  break_even_pct: 0.0211,
  fees: [fee(0, 1_242, [58.2, 43.8, -6.31]), fee(0.01, 70, [5.02, 2.43, -0.1]), fee(0.075, 0, [])],
  ended: { price: 61, size: 23, age: 0, lost: 0, cut: 16 },
  times_ms: times,
  lifetimes: [
    { by: 'gain', name: '2 to 5 bp', episodes: 1_000, median_ms: 800, survival: [1, 0.004, 0] },
    { by: 'market', name: 'ETH/BTC', episodes: 900, median_ms: null, survival: [1, 0.5, null] },
    { by: 'hour', name: '11', episodes: 7, median_ms: 12_000, survival: [1, 1, 1] },
  ],
  break_even: { step_pct: 0.001, counts: [5, 0, 3] },
  best: [
    {
      ...{ type: 'TRI', symbols: ['USDT', 'ETH', 'BTC', 'USDT'], markets: ['ETH/USDT', 'ETH/BTC', 'BTC/USDT'] },
      ...{ break_even_pct: 0.0211, at: '2026-01-31T11:24:07.300Z', capital: 912, ended: 'price' },
      fees: [0, 1, 2].map((place) => ({ episodes: 5 - place, break_even_ms: 340, ...range })),
    },
  ],
  assumptions: [],
};
const answer = { status: 'completed', progress: 1, error: null, result: record };
const recording = {
  name: 'binance-1',
  exchange: 'binance',
  from: record.data.from,
  to: record.data.to,
  rows: 1,
  bytes: 1,
};

const opened = async (
  given: unknown,
  recordings: readonly unknown[] = [recording],
  address = '/research',
  more: NonNullable<Parameters<typeof render>[1]>['answers'] = {},
) => {
  const page = await render(<Research />, {
    address,
    token: 't',
    answers: {
      health: healthOf('research', 'recordings'),
      'recordings.list': ok({ data: recordings }),
      'research.whatif': ok(given),
      ...more,
    },
  });
  await page.advance(2_000);
  return page;
};

test('says in a sentence whether it would have paid, with the range at your own fee and latency', async () => {
  const page = await opened(answer);
  const conclusion = within(await screen.findByRole('region', { name: 'Conclusion' }));
  expect(
    conclusion.getByText(/^At your fee of 0.075% a leg, none of 1,242 cycles would have paid\. The best/).textContent,
  ).toBe(
    'At your fee of 0.075% a leg, none of 1,242 cycles would have paid. The best breaks even at 0.0211% a leg. ' +
      'Half of 1,242 opportunities without a fee lived no longer than 1.9 s.',
  );
  expect(conclusion.getByText(/1 gap of more than a minute/)).toBeTruthy();
  expect(screen.getByText('40,779 quotes of 3 markets')).toBeTruthy();
  const asked = page.api.calls.flatMap(({ name, request }) => (name === 'research.whatif' ? [request.query] : []));
  expect(asked).toEqual([{ recording: 'binance-1', capital: 1_000 }]);
});

test('any cell of the grid chooses its fee and latency, with the keyboard alone', async () => {
  const { user } = await opened(answer);
  const grid = within(await screen.findByRole('table', { name: 'Profit by fee and latency' }));
  const cell = grid.getByRole('button', { name: '0.01%, 25 ms: +$2.43' });
  expect(cell.getAttribute('aria-pressed')).toBe('false');
  expect(grid.getByRole('button', { name: '0.075%, 25 ms: no trade, your own' }).getAttribute('aria-pressed')).toBe(
    'true',
  );
  cell.focus();
  await user.keyboard('{Enter}');
  expect(grid.getByRole('button', { name: '0.01%, 25 ms: +$2.43' }).getAttribute('aria-pressed')).toBe('true');
  const point = within(screen.getByRole('region', { name: 'Profit at 0.01% and 25 ms a leg' }));
  expect(point.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    '−$3.87',
    '+$2.43',
    '+$5.02',
  ]);
  expect(point.getByText('50% of 70 opportunities still there when the last leg arrives')).toBeTruthy();
  await user.keyboard('{ArrowUp}{ArrowRight}');
  const reached = grid.getByRole('button', { pressed: true });
  expect([document.activeElement, reached.getAttribute('aria-label')]).toEqual([reached, '0%, 100 ms: −$6.31']);
  await user.keyboard('{ArrowUp}');
  expect(document.activeElement).toBe(reached);
  expect(grid.getAllByRole('button').filter(({ tabIndex }) => tabIndex === 0)).toEqual([reached]);
  await user.keyboard('{ArrowDown}{ArrowLeft}');
  const slider = screen.getByRole('slider', { name: 'Fee per leg' });
  expect(slider.getAttribute('aria-valuetext')).toBe('0.01%');
  fireEvent.change(slider, { target: { value: '0' } });
  expect(screen.getByRole('region', { name: 'Profit at 0% and 25 ms a leg' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Use my fee and latency' }));
  expect(screen.getByRole('region', { name: 'Profit at 0.075% and 25 ms a leg' })).toBeTruthy();
});

test('the best cycles stand with their break-even fee and latency, and how opportunities ended', async () => {
  await opened(answer, [recording], '/research?fee=0.01');
  const table = await screen.findByRole('table', { name: 'Best cycles' });
  expect(within(table).getByText('USDT → ETH → BTC → USDT')).toBeTruthy();
  expect(within(table).getByText('0.0211%')).toBeTruthy();
  expect(within(table).getByText('340 ms')).toBeTruthy();
  expect(within(table).getByText('+$0.24')).toBeTruthy();
  expect(screen.getByText('price 61% · size taken 23% · recording 16%')).toBeTruthy();
});

test('your own values and the best are marked in the grid and on the sliders', async () => {
  await opened(answer);
  const grid = within(await screen.findByRole('table', { name: 'Profit by fee and latency' }));
  expect(grid.getByRole('button', { name: '0%, 0 ms: +$58.20, the best' }).textContent).toBe('★+58.20');
  expect(grid.getAllByRole('button', { name: /your own/ })).toHaveLength(1);
  expect(
    [grid.getByRole('columnheader', { name: /25/ }), grid.getByRole('rowheader', { name: /0.075%/ })].map(
      ({ textContent }) => textContent,
    ),
  ).toEqual(['25you', 'you 0.075%']);
  const slider = screen.getByRole('slider', { name: 'Fee per leg' }).parentElement;
  expect(slider?.textContent).toContain('0 ★');
});

test('nothing that made no profit is the best', async () => {
  await opened({
    ...answer,
    result: {
      ...record,
      fees: [fee(0, 3, [-1, -2, -3]), ...record.fees.slice(1, 1)],
      terms: { ...record.terms, fees_pct: [0], fee_pct: 0 },
    },
  });
  await screen.findByRole('table', { name: 'Profit by fee and latency' });
  expect(screen.queryByText(/★/)).toBe(null);
});

test('a point is backtested on the same recording, with its fee and latency', async () => {
  const page = await opened(answer, [recording], '/research?fee=0.01');
  await page.user.click(await screen.findByRole('button', { name: 'Backtest this point' }));
  const { pathname, searchParams } = new URL(window.location.href);
  expect([pathname, Object.fromEntries(searchParams)]).toEqual([
    '/backtest',
    {
      recording: 'binance-1',
      exchange: 'binance',
      from: record.data.from,
      to: record.data.to,
      position: '1000',
      fee: '0.01',
      latency: '25',
    },
  ]);
});

test('lifetimes are shown by gross size, market and hour; what is less than a percent is not none', async () => {
  const { user } = await opened(answer);
  const choice = await screen.findByRole('combobox', { name: 'Lifetimes by' });
  const rows = () => screen.getAllByRole('row').map(({ textContent }) => textContent);
  await user.selectOptions(choice, 'Gross size');
  expect(rows()).toContain('2 to 5 bp1,000800 msunder 1%');
  await user.selectOptions(choice, 'Market');
  expect(rows()).toContain('ETH/BTC900—50%');
  await user.selectOptions(choice, 'Hour (UTC)');
  expect(rows()).toContain('11:00712 s100%');
});

test('what ended less than one of a hundred is not 0%', async () => {
  await opened({ ...answer, result: { ...record, ended: { price: 999, size: 0, age: 0, lost: 0, cut: 1 } } });
  expect(await screen.findByText('price 100% · recording under 1%')).toBeTruthy();
});

test('the last hour of what is recorded now is asked for, and left again', async () => {
  const more = {
    health: healthOf('research', 'recordings'),
    'recordings.recorder': ok({
      recording: true,
      since: record.data.from,
      rows: 1,
      bytes: 1,
      quota_bytes: 1,
      reason: null,
    }),
  };
  const page = await opened(answer, [recording], '/research', more);
  const button = await screen.findByRole('button', { name: 'Live, last 1 h' });
  await page.user.click(button);
  await page.advance(2_000);
  const asked = () =>
    page.api.calls.flatMap(({ name, request }) => (name === 'research.whatif' ? [request.query] : [])).at(-1);
  expect(asked()).toEqual({ recording: 'binance-1', capital: 1_000, from: '2026-01-31T11:00:00.000Z' });
  expect(button.getAttribute('aria-pressed')).toBe('true');
  await page.user.click(button);
  await page.advance(2_000);
  expect(asked()).toEqual({ recording: 'binance-1', capital: 1_000 });
});

test('asks again each second until the answer is there, says how far it is, and why there is none', async () => {
  const page = await opened({ status: 'running', progress: 0.4, error: null, result: null });
  expect((await screen.findByRole('status')).textContent).toBe('Reading the recording: 40%');
  const seconds = async (count: number) => {
    for (let second = 0; second < count; second++) await page.advance(1_000);
  };
  const asked = () => page.api.calls.filter(({ name }) => name === 'research.whatif').length;
  const before = asked();
  await seconds(3);
  expect(asked()).toBeGreaterThan(before + 1);
  page.api.answer('research.whatif', ok({ status: 'failed', progress: 1, error: 'no row can be read', result: null }));
  await seconds(3);
  expect(await screen.findByText('no row can be read')).toBeTruthy();
  const ended = asked();
  await seconds(5);
  expect(asked()).toBe(ended);
  page.api.answer('research.whatif', ok(answer));
  await page.user.click(screen.getByRole('button', { name: 'Retry' }));
  await seconds(3);
  expect(await screen.findByRole('table', { name: 'Best cycles' })).toBeTruthy();
});

test('without a recording, and with a bot that does not know the question, says so', async () => {
  const first = await opened(answer, []);
  await screen.findByText('Nothing is recorded yet.');
  first.unmount();
  await render(<Research />, { address: '/research', token: 't', answers: { health: healthOf('recordings') } });
  expect(await screen.findByText('This bot does not answer such questions.')).toBeTruthy();
});

test('bars are asked only on purpose, and what they answer says what they are', async () => {
  const bars = { kind: 'bars', exchange: 'kraken', name: 'kraken-bars', money: 'paper' };
  const refusal = { status: 422, code: 'bars_not_quotes', detail: 'kraken-bars has bars', errors: [] };
  const { user, api, advance, replaced } = await openedBars({ status: 422, body: refusal }, bars);
  await advance(2_000);
  expect(screen.getByText('kraken-bars has bars, not quotes')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Conclusion' })).toBe(null);
  api.answer('research.whatif', replaced);
  await user.click(screen.getByRole('button', { name: 'Ask bars anyway' }));
  await advance(2_000);
  const asked = api.calls.flatMap(({ name, request }) => (name === 'research.whatif' ? [request.query] : []));
  expect(asked.at(-1)).toEqual({ recording: 'kraken-bars', capital: 1_000, bars: true });
  expect(screen.getByTitle(/^bars: closes, not quotes/).textContent).toBe('bars · paper');
  expect(screen.getByText(/^A close is no quote/)).toBeTruthy();
  expect(window.location.search).toBe('?bars=yes');
});

const openedBars = async (refusal: { status: number; body: unknown }, provenance: object) => {
  const named = { ...recording, name: 'kraken-bars', exchange: 'kraken', provenance };
  const page = await opened({}, [named], '/research', { 'research.whatif': refusal });
  return { ...page, replaced: ok({ ...answer, result: { ...record, provenance } }) };
};
