import { screen } from '@testing-library/react';
import { healthOf, ok } from '@triquad/core/testing';
import { expect, onTestFinished, test } from 'vitest';
import { button, field, fill, noteOf } from '../../testing/form-screen.ts';
import { render } from '../../testing/render.tsx';
import { BacktestForm } from './BacktestForm.tsx';
import { usePoint } from './Point.tsx';
import { useBacktestForm } from './use-backtest-form.ts';

function Screen() {
  const form = useBacktestForm();
  usePoint(form);
  return <BacktestForm form={form} />;
}

const shown = (...capabilities: string[]) => shownWith({}, '/backtest', ...capabilities);
const shownWith = async (
  answers: NonNullable<Parameters<typeof render>[1]>['answers'],
  address = '/backtest',
  ...capabilities: string[]
) => {
  const test = await render(<Screen />, {
    address,
    token: 't',
    answers: { health: healthOf(...capabilities), ...answers },
  });
  await test.advance(2_000);
  const run = async () => {
    await test.user.click(button('Run Backtest'));
    await test.paint();
  };
  const sent = () => test.api.calls.flatMap(({ name, request }) => (name === 'backtest.run' ? [request.body] : []));
  const complete = async () => {
    await test.user.type(field('Backtest Name'), 'January');
    await test.user.type(field('Start Date'), '2026-01-01T00:00');
    await test.user.type(field('End Date'), '2026-01-02T12:30');
  };
  return { ...test, run, sent, complete };
};
const alerts = () => screen.getAllByRole('alert').flatMap(({ textContent }) => (textContent ? [textContent] : []));

test('an empty form says what is missing, and the keys go to the first field', async () => {
  const { user, run, sent } = await shown();
  expect(noteOf('Backtest Name')).toBe('');
  await user.click(field('binance'));
  await run();
  expect(['Backtest Name', 'Start Date', 'End Date'].map(noteOf)).toEqual([
    'Name is required',
    'Start date is required',
    'End date is required',
  ]);
  expect([alerts(), document.activeElement, sent()]).toEqual([
    ['Select at least one exchange'],
    field('Backtest Name'),
    [],
  ]);
});

test('numbers keep the limits of the specification', async () => {
  const { user } = await shown();
  expect(await fill(user, 'Initial Capital', '99')).toBe('Minimum capital is $100');
  expect(await fill(user, 'Initial Capital', '')).toBe('Minimum capital is $100');
  expect(await fill(user, 'Min Profit Threshold', '101')).toBe('Must be between 0 and 100');
  expect(await fill(user, 'Max Position Size', '9')).toBe('Must be at least 10');
  expect(await fill(user, 'Max Slippage', '-1')).toBe('Must be between 0 and 10');
  // The number stays as it was typed.
  expect(field('Max Slippage').value).toBe('-1');
});

test('an end before the start and a form without a type are refused', async () => {
  const { user, run, sent, complete } = await shown();
  await complete();
  await user.clear(field('End Date'));
  await user.type(field('End Date'), '2025-12-31T00:00');
  await user.click(field('Triangular'));
  await run();
  expect([noteOf('End Date'), alerts(), sent()]).toEqual([
    'End date must be after the start date',
    ['Select at least one opportunity type'],
    [],
  ]);
});

test('a run sends the defaults of the specification with what was entered', async () => {
  const { run, sent, complete } = await shown();
  await complete();
  await run();
  expect(sent()).toEqual([
    {
      name: 'January',
      start_date: new Date('2026-01-01T00:00').toISOString(),
      end_date: new Date('2026-01-02T12:30').toISOString(),
      initial_capital: 10_000,
      exchanges: ['binance'],
      min_profit_threshold: 0.5,
      max_position_size: 1_000,
      max_slippage: 0.5,
      enable_triangular: true,
      enable_quadrangular: false,
    },
  ]);
});

test('a seed is offered by a bot that has simulated markets, and is a whole number', async () => {
  await shown();
  expect(screen.queryByLabelText(/^Seed/)).toBe(null);
  const { user } = await shown('backtest');
  expect(await fill(user, 'Seed', '1.5')).toBe('Must be a whole number');
});

test('a refusal of the bot is shown at its field until the field changes', async () => {
  const { api, user, run, complete } = await shown();
  const errors = [{ path: 'end_date', message: 'the simulated market is played for 31 days at most' }];
  api.answer('backtest.run', { status: 422, body: { detail: 'not valid', code: 'invalid', errors } });
  await complete();
  await run();
  expect([noteOf('End Date'), alerts()]).toEqual([errors[0]?.message, []]);
  await fill(user, 'End Date', '2026-01-02T12:31');
  expect(noteOf('End Date')).toBe('');
});

test('a refusal that concerns no field is shown above the button', async () => {
  const { api, run, complete } = await shown();
  api.answer('backtest.run', { status: 503, body: { detail: 'two backtests are running' } });
  await complete();
  await run();
  expect(alerts()).toEqual([expect.stringContaining('two backtests are running')]);
});

test('a draft survives leaving the screen, until it is reset', async () => {
  const { user, rerender, storage, complete } = await shown();
  await complete();
  await fill(user, 'Max Slippage', 'x');
  await rerender(<p>Another screen</p>);
  expect(screen.queryByLabelText('Backtest Name')).toBe(null);
  await rerender(<Screen />);
  expect([field('Backtest Name').value, field('End Date').value, field('Max Slippage').value]).toEqual([
    'January',
    '2026-01-02T12:30',
    'x',
  ]);
  await user.click(button('Reset'));
  expect([field('Backtest Name').value, storage.get('backtest_draft')]).toEqual(['', null]);
});

test.each(['{', 'null', '7', '{"name":{"value":7,"before":null}}'])(
  'a stored draft that makes no sense (%s) is none',
  async (draft) => {
    const { rerender, storage } = await shown();
    await rerender(<p>Another screen</p>);
    storage.set('backtest_draft', draft);
    await rerender(<Screen />);
    expect([field('Backtest Name').value, field('Initial Capital').value]).toEqual(['', '10000']);
  },
);

test('a recording fills in its range and its exchange', async () => {
  const recorded = {
    name: 'kraken-a',
    exchange: 'kraken',
    from: '2026-01-31T10:00:00.250Z',
    to: '2026-01-31T11:30:00.900Z',
  };
  const { user, api } = await shownWith({ 'recordings.list': ok({ data: [recorded] }) }, '/backtest', 'recordings');
  await user.type(field('Backtest Name'), 'January');
  await user.click(button('kraken-a'));
  await user.click(button('Run Backtest'));
  const bodies = api.calls.flatMap(({ name, request }) => (name === 'backtest.run' ? [request.body] : []));
  expect(bodies).toMatchObject([
    { exchanges: ['kraken'], start_date: '2026-01-31T10:00:00.000Z', end_date: '2026-01-31T11:30:01.000Z' },
  ]);
});

test('a point of Research fills the form in, its fee and latency as terms of the run that can be taken back', async () => {
  const query =
    'recording=kraken-a&exchange=kraken&from=2026-01-31T10:00:00.250Z&to=2026-01-31T11:00:00Z&position=700&fee=0.015&latency=50';
  const { run, sent, user } = await shownWith({}, `/backtest?${query}`);
  await run();
  const range = { start_date: '2026-01-31T10:00:00.000Z', end_date: '2026-01-31T11:00:00.000Z', name: 'kraken-a' };
  expect(sent()).toEqual([
    expect.objectContaining({
      ...range,
      exchanges: ['kraken'],
      max_position_size: 700,
      fees: { kraken: { taker_pct: 0.015 } },
      // Three legs of 50 ms: the third arrives after five ways.
      paper: { exchanges: { kraken: { order_delay: { median_ms: 30, p99_ms: 30 } } } },
    }),
  ]);
  await fill(user, 'Taker fee', '');
  await run();
  expect(sent().at(-1)).toMatchObject(range);
  expect(sent().at(-1)).not.toHaveProperty('fees');
});

test('terms of its own go with the run; what is empty is left to the bot', async () => {
  const tiers = [{ name: 'VIP 3', maker_pct: 0.04, taker_pct: 0.06 }];
  const conditions = ok({ data: [{ exchange: 'binance', tiers }] });
  const { user, run, sent, complete } = await shownWith(
    { 'conditions.list': conditions },
    '/backtest',
    'backtest',
    'conditions',
  );
  await user.click(screen.getByText('Terms of this run'));
  await complete();
  await user.selectOptions(field('Fee tier'), 'VIP 3');
  await fill(user, 'Order delay, median', '5');
  await fill(user, 'Order delay, 99 %', '40');
  await user.selectOptions(field('What orders meet'), 'realistic');
  await fill(user, 'Taken by others first', '20');
  await fill(user, 'Halt at loss', '3');
  await fill(user, 'Max loss of a way back', '0.5');
  await fill(user, 'Doubted profit', '2');
  await user.click(field('USDC'));
  await user.click(field('BTC'));
  await run();
  expect(sent()).toEqual([
    expect.objectContaining({
      fees: { binance: { tier: 'VIP 3' } },
      paper: {
        conditions: 'realistic',
        taken_pct: 20,
        exchanges: { binance: { order_delay: { median_ms: 5, p99_ms: 40 } } },
      },
      limits: { stop_loss_pct: 3, max_unwind_loss_pct: 0.5, max_profit_pct: 2 },
      start_currencies: ['USDC', 'BTC'],
    }),
  ]);
  await user.click(field('USDC'));
  await user.click(field('BTC'));
  await run();
  expect(sent().at(-1)).not.toHaveProperty('start_currencies');
});

test('a fee of everything, a rebate and delays that make no sense are refused at their fields', async () => {
  const { user, run, sent, complete } = await shown('backtest');
  await user.click(screen.getByText('Terms of this run'));
  await complete();
  const fee = 'A taker pays 0 to 10 %: rebates are for makers';
  expect(await fill(user, 'Taker fee', '100')).toBe(fee);
  expect(await fill(user, 'Taker fee', '-0.01')).toBe(fee);
  expect(await fill(user, 'Taker fee', '0')).toBe('');
  expect(await fill(user, 'Order delay, median', '2001')).toBe('Must be between 0 and 2,000');
  await fill(user, 'Order delay, median', '50');
  await run();
  expect([noteOf('Order delay, 99 %'), sent()]).toEqual(['As the median, or more', []]);
  expect(await fill(user, 'Order delay, 99 %', '40')).toBe('Must not be below the median');
  // While anything is set the terms stay in sight.
  await user.click(screen.getByText('Terms of this run'));
  expect(field('Taker fee').value).toBe('0');
});

const inZone = (zone: string): void => {
  const before = process.env.TZ;
  process.env.TZ = zone;
  onTestFinished(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });
};
const sentRange = (sent: unknown[]) => {
  const { start_date, end_date } = sent[0] as { start_date: string; end_date: string };
  return [start_date, end_date];
};

test.each([
  ['Europe/Madrid', '2026-03-29T02:30'],
  ['America/New_York', '2026-03-08T02:30'],
  ['Australia/Lord_Howe', '2026-10-04T02:15'],
])('in %s %s does not exist and is refused with a sentence', async (zone, local) => {
  inZone(zone);
  const { user, run, sent, complete } = await shown();
  await complete();
  expect(await fill(user, 'Start Date', local)).toBe(
    'This time does not exist in your zone: the clocks go forward over it. Choose an earlier or a later one',
  );
  await run();
  expect(sent()).toEqual([]);
});

test.each([
  ['Europe/Madrid', '2026-10-25T02:30', 'UTC+2', 'UTC+1', '2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'],
  ['America/New_York', '2026-11-01T01:30', 'UTC−4', 'UTC−5', '2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z'],
  [
    'Australia/Lord_Howe',
    '2026-04-05T01:45',
    'UTC+11',
    'UTC+10:30',
    '2026-04-04T14:45:00.000Z',
    '2026-04-04T15:15:00.000Z',
  ],
])(
  'in %s %s comes twice: the form says which is taken, and takes the other one',
  async (zone, local, first, second, early, late) => {
    inZone(zone);
    const { user, run, sent, complete } = await shown();
    await complete();
    await fill(user, 'End Date', '2026-12-01T00:00');
    await fill(user, 'Start Date', local);
    expect(screen.getByText(/comes twice/).textContent).toContain(`The one at ${first} is taken.`);
    await run();
    expect(sentRange(sent())[0]).toBe(early);
    await user.click(button(`Take the one at ${second}`));
    expect([field('Start Date').value, screen.getByText(/comes twice/).textContent]).toEqual([
      local,
      expect.stringContaining(`The one at ${second} is taken.`),
    ]);
    await run();
    expect(sentRange(sent().slice(-1))[0]).toBe(late);
  },
);

test('a range over a change of the clocks shows both offsets, and is sent in UTC', async () => {
  inZone('Europe/Madrid');
  const { user, run, sent, complete } = await shown();
  await complete();
  await fill(user, 'End Date', '2026-04-01T00:00');
  await fill(user, 'Start Date', '2026-03-01T00:00');
  expect(screen.getByText(/Your local time/).textContent).toBe(
    'Your local time: Europe/Madrid. The clocks change within: UTC+1 at the start, UTC+2 at the endIn UTC: 2026-02-28 23:00 to 2026-03-31 22:00',
  );
  await run();
  expect(sentRange(sent())).toEqual(['2026-02-28T23:00:00.000Z', '2026-03-31T22:00:00.000Z']);
});

test('a recording of any exchange fills in its range and its exchange, also in an hour that comes twice', async () => {
  inZone('Europe/Madrid');
  const recording = { name: 'okx-20261025', exchange: 'okx', rows: 9, bytes: 9 };
  const range = { from: '2026-10-25T01:10:00.250Z', to: '2026-10-25T01:50:00.001Z' };
  const { user, run, sent } = await shownWith(
    { 'recordings.list': ok({ data: [{ ...recording, ...range }] }) },
    '/backtest',
    'backtest',
    'recordings',
  );
  for (const name of ['binance', 'coinbase', 'kraken', 'kucoin', 'okx']) expect(field(name)).toBeTruthy();
  await user.type(field('Backtest Name'), 'okx');
  await user.click(button('okx-20261025'));
  expect([field('okx').checked, field('binance').checked]).toEqual([true, false]);
  await run();
  expect(sent()).toMatchObject([
    { exchanges: ['okx'], start_date: '2026-10-25T01:10:00.000Z', end_date: '2026-10-25T01:50:01.000Z' },
  ]);
});

test('where nothing is recorded it asks, and plays an invented market only when that is chosen', async () => {
  const detail = 'start_date: nothing is recorded of binance in this range; there is binance-1';
  const errors = [{ path: 'start_date', message: detail }];
  const { user, paint, run, sent, complete } = await shownWith(
    { 'backtest.run': { status: 422, body: { status: 422, code: 'no_recording', detail, errors } } },
    '/backtest',
    'backtest.market',
  );
  await complete();
  await run();
  expect(alerts()).toEqual([expect.stringMatching(/^nothing is recorded of binance.*binance-1.*An invented market/)]);
  await user.click(button('Play the practice market (invented)'));
  await paint();
  expect(sent()).toMatchObject([{ market: 'recorded' }, { market: 'practice' }]);
});

test('bars of the range are played only on purpose, by their names', async () => {
  const detail = 'recordings: of this range there are only bars (kraken-bars), and they cannot be asked';
  const errors = [{ path: 'recordings', message: detail }];
  const bars = { kind: 'bars', exchange: 'binance', name: 'binance-bars', money: 'paper' };
  const range = { from: '2020-01-01T00:00:00.000Z', to: '2030-01-01T00:00:00.000Z', rows: 1, bytes: 1 };
  const { user, paint, run, sent, complete } = await shownWith(
    {
      'backtest.run': { status: 422, body: { status: 422, code: 'bars_not_quotes', detail, errors } },
      'recordings.list': ok({
        data: [
          { name: 'binance-bars', exchange: 'binance', provenance: bars, ...range },
          { name: 'okx-bars', exchange: 'okx', provenance: { ...bars, exchange: 'okx' }, ...range },
          { name: 'binance-1', exchange: 'binance', provenance: { ...bars, kind: 'recorded' }, ...range },
        ],
      }),
    },
    '/backtest',
    'backtest.market',
    'recordings',
  );
  await complete();
  await run();
  expect(alerts()).toEqual([expect.stringContaining('there are only bars')]);
  await user.click(button('Play bars anyway'));
  await paint();
  expect(sent().at(-1)).toMatchObject({ recordings: ['binance-bars'] });
});
