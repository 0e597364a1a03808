import { screen, waitFor, within } from '@testing-library/react';
import { healthOf, ok, timeOf } from '@triquad/core/testing';
import { describe, expect, test } from 'vitest';
import { LifeHost } from '../../components/life/LifeHost.tsx';
import { ScreenContext } from '../../screen.ts';
import { screens } from '../../screens.ts';
import { render } from '../../testing/render.tsx';
import { History } from './History.tsx';

const path = ['USDT', 'BTC', 'ETH', 'USDT'];
const decided = (id: string, reason: string, more: object = {}) => ({
  id,
  opportunity_id: `o-${id}`,
  at: timeOf(0),
  exchange: 'kucoin',
  type: 'TRI',
  symbols: path,
  profit_pct: 0.642,
  decision: reason === 'executed' ? 'executed' : 'skipped',
  reason,
  detail: `figures of ${id}`,
  ...more,
});
const done = {
  id: 't1',
  status: 'completed',
  opportunity_type: 'TRI',
  exchange: 'kucoin',
  symbols: path,
  profit: 6.33,
  expected_profit: 6.41,
  capital: 998.24,
  fees: 3,
  duration_seconds: 0.246,
  entry_time: timeOf(0),
  legs: [{ leg: 1, market: 'BTC/USDT', side: 'buy', expected_price: 100, price: 100.1, quantity: 1, status: 'filled' }],
};
const life = {
  id: 'o-d1',
  opportunity_id: 'o-d1',
  execution_id: 't1',
  found: {
    at: timeOf(0),
    profit_usd: 6.41,
    profit_pct: 0.642,
    threshold_pct: 0.2,
    book_ages_ms: [18, 21],
    alternatives: 18,
  },
  decisions: [decided('d1', 'executed')],
  trigger: 'automatic',
  trade: done,
  left: [{ asset: 'ETH', amount: '0.00000021', stranded: false }],
  facts: [
    { seq: 184_207, at: timeOf(3), type: 'ExecutionStarted', hash: 'abcdef0123456789', says: { trigger: 'automatic' } },
  ],
  forgotten: [],
};

function Screen() {
  return (
    <ScreenContext value={screens.find(({ name }) => name === 'history') ?? null}>
      <History />
      <LifeHost />
    </ScreenContext>
  );
}
const opened = async (address: string, answers: object = {}, capabilities = ['history']) => {
  const rendered = await render(<Screen />, {
    address,
    token: 't',
    answers: {
      health: healthOf(...capabilities),
      'orders.history': ok({ data: [done] }),
      'history.list': ok({
        data: [decided('d2', 'asset_busy'), decided('d1', 'executed')],
        next: null,
        total: 2,
        by_code: [{ code: 'asset_busy', count: 1 }],
        kept_since: timeOf(-60_000),
      }),
      'history.get': ok(life),
      ...answers,
    },
  });
  await rendered.advance(2_000);
  return rendered;
};
const address = () => `${window.location.pathname}${window.location.search}`;

test('a trade of the window opens its life, and the address says so', async () => {
  const { user, advance } = await opened('/history?window=month');
  const table = within(screen.getByRole('table', { name: 'Trades' }));
  expect(table.getByText('$998.24')).toBeTruthy();
  await user.click(table.getByRole('button', { name: /^One life of TRI kucoin USDT → BTC → ETH → USDT, / }));
  await advance(500);
  expect(address()).toBe('/history?window=month&life=t1');
});

test('what was shown is compared with what came of the trades that count, as the performance does', async () => {
  const empty = { ...done, id: 't2', status: 'failed', profit: 0, expected_profit: 5, fees: 0 };
  await opened('/history?window=month', { 'orders.history': ok({ data: [done, empty] }) });
  const figure = (name: string) => screen.getByRole('group', { name }).textContent;
  expect(figure('Shown')).toContain('+$6.41');
  expect(figure('Realised')).toContain('+$6.33');
  expect(figure('Realised')).toContain('average +$6.33');
  expect(figure('Shown')).toContain('98.8% of it came');
  expect(figure('Trades')).toContain('1 won · 0 lost · 1 not counted');
  expect(figure('Fees')).toContain('32.2% of gross');
});

test('trades are chosen by their result, which the address has and Back undoes, and the totals say what they cover', async () => {
  const unwound = { ...done, id: 't2', status: 'unwound', profit: -2 };
  const { user, advance } = await opened('/history?window=month', { 'orders.history': ok({ data: [done, unwound] }) });
  const realised = () => screen.getByRole('group', { name: 'Realised' }).textContent;
  expect(realised()).toContain('+$4.33');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Result' }), 'unwound');
  await advance(500);
  expect(address()).toBe('/history?window=month&result=unwound');
  expect(realised()).toContain('−$2.00');
  expect(screen.getByText('Figures of 1 of the 2 trades in this window')).toBeTruthy();
  window.history.back();
  await waitFor(() => expect(address()).toBe('/history?window=month'));
  await waitFor(() => expect(realised()).toContain('+$4.33'));
});

test('days of one’s own are a window, which the address has', async () => {
  await opened('/history?window=custom&from=2020-02-01&to=2020-02-02');
  expect(screen.getByText(/1 Feb 2020 – 2 Feb 2020/)).toBeTruthy();
  expect(screen.getByLabelText('From')).toHaveProperty('value', '2020-02-01');
  expect(screen.getByText('No trade in this window')).toBeTruthy();
});

describe('a window with more trades than a client keeps', () => {
  const many = Array.from({ length: 1_001 }, (_, at) => ({ ...done, id: `t${at}`, entry_time: timeOf(-at) }));
  const asked: object[] = [];
  const answer = ({ query }: { query: { from?: string; to?: string; offset?: number; limit: number } }) => {
    if (query.from !== undefined) asked.push(query);
    const { offset = 0, limit } = query;
    return ok({ data: many.slice(offset, offset + limit) });
  };
  const shown = () => screen.getByRole('group', { name: 'Trades' }).textContent;

  test('its older ones are loaded by pages, and the screen says how many are loaded until all are', async () => {
    const { user, advance } = await opened('/history?window=30d', { 'orders.history': answer }, [
      'history',
      'performance.breakdown',
    ]);
    expect(shown()).toContain('500');
    expect(screen.getByText('Only the newest 500 trades are loaded.')).toBeTruthy();
    for (const loaded of ['1,000', '1,001']) {
      await user.click(screen.getByRole('button', { name: 'Older trades' }));
      await advance(500);
      expect(shown()).toContain(loaded);
    }
    expect(screen.queryByText(/^Only the newest/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Older trades' })).toBeNull();
    const from = expect.stringMatching(/T00:00:00.000Z$/);
    expect(asked).toEqual([0, 500, 1_000].map((offset) => ({ from, offset, limit: 500 })));
  });

  test('a page that fails says why, and is asked for again by the operator', async () => {
    let isDown = true;
    const { user, advance } = await opened(
      '/history?window=30d',
      {
        'orders.history': (request: Parameters<typeof answer>[0]) =>
          isDown && (request.query.offset ?? 0) === 500 ? { status: 422, body: { detail: 'no' } } : answer(request),
      },
      ['history', 'performance.breakdown'],
    );
    const older = () => user.click(screen.getByRole('button', { name: 'Older trades' }));
    await older();
    await advance(500);
    expect(shown()).toContain('500');
    expect(screen.getByRole('alert').textContent).toBe('no');
    isDown = false;
    await older();
    await advance(500);
    expect(shown()).toContain('1,000');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('a bot that knows no windows is not asked for them', async () => {
    asked.length = 0;
    await opened('/history?window=30d', { 'orders.history': answer });
    expect(screen.getByText('Only the newest 500 trades are loaded.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Older trades' })).toBeNull();
    expect(asked).toEqual([]);
  });
});

test('each trade that counts is a bar of its own, the oldest first', async () => {
  const later = { ...done, id: 't2', profit: -2, entry_time: timeOf(1_000) };
  const empty = { ...done, id: 't3', status: 'failed', profit: 0 };
  await opened('/history?window=month', { 'orders.history': ok({ data: [later, done, empty] }) });
  const bars = screen.getByRole('img', { name: 'Result of each trade, oldest first: from −$2.00 to +$6.33' });
  const [first, last, ...others] = [...bars.querySelectorAll('rect')].map((bar) => Number(bar.getAttribute('height')));
  expect(others).toEqual([]);
  expect(first).toBeGreaterThan(last ?? Number.NaN);
});

test('trades under one market are shown and added up: the one that is watched, or another that is chosen', async () => {
  const { user, advance } = await opened('/history?window=month', {
    'orders.history': ok({
      data: [
        { ...done, market: 'live' },
        { ...done, id: 't2', profit: 500, market: 'practice' },
      ],
    }),
    'bot.status': ok({ bot_status: 'stopped', mode: 'paper', market: 'live' }),
  });
  const realised = () => screen.getByRole('group', { name: 'Realised' }).textContent;
  expect(realised()).toContain('+$6.33');
  const market = screen.getByRole('combobox', { name: 'Market' });
  await user.selectOptions(market, 'practice');
  await advance(500);
  expect(realised()).toContain('+$500.00');
  expect(address()).toContain('market=practice');
});

test('one life shows what was shown, what came, why, each leg and the facts', async () => {
  const { advance } = await opened('/history?life=o-d1');
  await screen.findByRole('dialog');
  await advance(500);
  const drawer = within(screen.getByRole('dialog', { name: /TRI kucoin USDT → BTC → ETH → USDT/ }));
  const figure = (name: string) => drawer.getAllByText(name)[0]?.nextElementSibling?.textContent;
  expect(['Result', 'Shown when decided', 'Against shown', 'Fees', 'Left over', 'Took'].map(figure)).toEqual([
    '+$6.33',
    '+$6.41',
    '−$0.08',
    '$3.00',
    '0.00000021 ETH',
    '246 ms',
  ]);
  expect(drawer.getByText('figures of d1')).toBeTruthy();
  expect(drawer.getByText('18 ms, 21 ms')).toBeTruthy();
  expect(drawer.getByText('ExecutionStarted')).toBeTruthy();
  expect(drawer.getByText('abcdef01')).toBeTruthy();
  expect(drawer.getByRole('region', { name: 'Legs, planned and actual' })).toBeTruthy();
});

test('one life says why what is left was not sold', async () => {
  const reason = { code: 'loss', loss_pct: 4, most_pct: 1 };
  const left = [{ asset: 'ETH', amount: '0.4', stranded: true, reason }];
  const { advance } = await opened('/history?life=o-d1', { 'history.get': ok({ ...life, left }) });
  await screen.findByRole('dialog');
  await advance(500);
  expect(
    screen.getByText('not sold · the best way back would have lost at least 4.00%, and at most 1% is allowed'),
  ).toBeTruthy();
});

test('why one was left alone is a click away: decisions by reason, with their figures', async () => {
  const { api, user, advance } = await opened('/history?view=decisions');
  const table = within(screen.getByRole('table', { name: 'All decisions' }));
  expect(table.getByText('Asset held by another execution')).toBeTruthy();
  expect(table.getByText('figures of d2')).toBeTruthy();
  expect(screen.getByText(/is not kept any more/)).toBeTruthy();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Reason' }), 'asset_busy');
  await advance(500);
  const last = api.calls.findLast(({ name }) => name === 'history.list');
  expect(last?.request.query).toMatchObject({ code: 'asset_busy', limit: 100 });
  expect(address()).toBe('/history?view=decisions&code=asset_busy');
});

test('what is not kept any more is said, and the rest is shown', async () => {
  const rest = { ...life, found: null, decisions: [], facts: [], forgotten: ['opportunity', 'facts'] };
  const { advance } = await opened('/history?life=t1', { 'history.get': ok(rest) });
  const drawer = within(await screen.findByRole('dialog'));
  await advance(500);
  expect(drawer.getByText(/The opportunity itself is not kept any more.*not found in the journal/)).toBeTruthy();
  expect(drawer.getAllByText('+$6.33').length).toBeGreaterThan(0);
});

test('an unknown id says what the bot says, and can be tried again', async () => {
  const { advance } = await opened('/history?life=x', {
    'history.get': { status: 404, body: { code: 'not_kept', detail: 'Nothing is known by the id x.' } },
  });
  const drawer = within(await screen.findByRole('dialog'));
  await advance(60_000);
  expect(drawer.getByText('Nothing is known by the id x.')).toBeTruthy();
  expect(drawer.getByRole('button', { name: 'Try again' })).toBeTruthy();
});

test('a bot that keeps no decisions has its trades, and no dead links', async () => {
  const { api } = await opened('/history?window=month&view=decisions&life=t1', {}, []);
  expect(screen.getByRole('table', { name: 'Trades' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'All decisions' })).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(api.calls.filter(({ name }) => name.startsWith('history'))).toEqual([]);
});

test('all that the filters select is saved as the bot streams it, once the whole of it has come', async () => {
  const asked: unknown[] = [];
  const { user, advance, saved, client } = await opened(
    '/history?window=yesterday&type=TRI&q=btc',
    {
      'bot.status': ok({ bot_status: 'stopped', mode: 'paper', market: 'live' }),
      'export.table': (request: object) => {
        asked.push(request);
        return { status: 200, body: ['id,profit\r\n', 't1,6.33\r\n'] };
      },
    },
    ['history', 'export'],
  );
  expect(screen.queryByRole('button', { name: /^CSV/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: /^All as CSV/ }));
  await advance(500);
  expect(asked).toEqual([
    {
      path: { table: 'trades' },
      query: {
        ...{ format: 'csv', type: 'TRI', q: 'btc', market: 'live', mode: 'paper' },
        ...{ from: expect.stringMatching(/T00:00:00.000Z$/), to: expect.stringMatching(/T00:00:00.000Z$/) },
      },
    },
  ]);
  expect(saved.map(({ name, type }) => [name.replace(/\d{4}-\d\d-\d\d/, 'day'), type])).toEqual([
    ['practice-trades-day.csv', 'text/csv'],
  ]);
  const content = saved[0]?.content;
  expect(content instanceof Blob && (await content.text())).toBe('id,profit\r\nt1,6.33\r\n');
  expect(client.getSnapshot().toasts.map(({ code }) => code)).toContain('export_saved');
});

test('of an export that is cut off nothing is saved, and that is said', async () => {
  const { user, advance, saved, client } = await opened(
    '/history?view=decisions',
    { 'export.table': { status: 200, body: ['id\r\n', 'd1\r\n', 'cut'] } },
    ['history', 'export'],
  );
  await user.click(screen.getByRole('button', { name: /^All as Parquet/ }));
  await advance(500);
  expect(saved).toEqual([]);
  expect(client.getSnapshot().toasts.map(({ code, kind }) => [code, kind])).toEqual([['export_failed', 'error']]);
  expect(screen.getByRole('button', { name: /^All as Parquet/ })).toHaveProperty('disabled', false);
});

test('a bot without exports saves the rows that are loaded', async () => {
  await opened('/history?window=month');
  expect(screen.getByRole('button', { name: /^CSV/ })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^All as/ })).toBeNull();
});
