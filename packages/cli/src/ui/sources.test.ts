import { paperProvenance } from '@triquad/core/contract';
import { ok } from '@triquad/core/testing';
import { expect, test } from 'vitest';
import { textOf } from './cells.ts';
import { csvOf } from './export.ts';
import { fixture, provenance } from './fixture.ts';
import { listed } from './lists.ts';
import { screenLines } from './screen-lines.ts';
import { initialScreen, type ScreenState } from './screen-state.ts';
import { views } from './views/views.ts';

const live = paperProvenance('live', 'kucoin', 'live');
const real = { ...live, money: 'real' as const };
const recorded = paperProvenance('recorded', 'kucoin', 'kucoin-1');
const trade = (id: string, source: object | null) => ({
  ...{ id: `execution-${id}`, execution_id: `execution-${id}`, provenance: source, opportunity_type: 'TRI' },
  ...{ exchange: 'kucoin', symbols: ['USDT', 'BTC', 'LINK', 'USDT'], status: 'completed', mode: 'paper', legs: [] },
  ...{ capital: 1_000, profit: 6.33, profit_pct: 0.6, expected_profit: 6.41, fees: 3, duration_seconds: 0.2 },
});
const order = (id: string, source: object) => ({
  ...{ id: `order-${id}`, provenance: source, exchange: 'kucoin', symbol: 'SOL/ETH', side: 'sell', type: 'limit' },
  ...{ quantity: 7, filled_quantity: 4, price: 1, filled_price: 1, status: 'pending' },
});
const of = (...sources: (object | null)[]) =>
  fixture({ 'orders.history': ok({ data: sources.map((source, at) => trade(`00000${at}`, source)) }) });
const drawn = (state: Awaited<ReturnType<typeof of>>, screen: Partial<ScreenState>, columns = 80, rows = 24) =>
  screenLines({ state, screen: { ...initialScreen, ...screen }, size: { columns, rows }, place: 'bot:1' }).map((line) =>
    textOf(line).trimEnd(),
  );

test.each([80, 200])('at %i columns a list of several sources names that of each row', async (columns) => {
  const lines = drawn(await of(provenance, live, real, null), { view: 'executions' }, columns);
  expect(lines[3]).toMatch(/ Source$/);
  expect(
    lines
      .slice(4, 8)
      .map((line) => / (practice|live paper|live real|not stated)$/.exec(line)?.[1])
      .sort(),
  ).toEqual(['live paper', 'live real', 'not stated', 'practice']);
});

test('the source of the header is not repeated; another one that all rows have is in the title', async () => {
  const same = drawn(await of(provenance, { ...provenance, exchange: 'okx' }), { view: 'executions' });
  expect(same.slice(2, 4).join('\n')).not.toMatch(/Source|invented/);
  expect(same[0]).toContain('PRACTICE');
  const others = drawn(await of(recorded, recorded), { view: 'executions' });
  expect(others[2]).toMatch(/^─ 3 Executions ─+ .*recorded · paper ─$/);
  expect(others[3]).not.toContain('Source');
});

test('a resting order of another market is marked', async () => {
  const state = await fixture({
    'orders.list': ok({ data: [order('000001', provenance), order('000002', live)] }),
    'orders.history': ok({ data: [] }),
  });
  const rows = drawn(state, { view: 'orders' }).slice(4, 6);
  expect(rows.map((line) => / (practice|live paper)$/.exec(line)?.[1]).sort()).toEqual(['live paper', 'practice']);
});

test.each([80, 200])('at %i columns details say in words where the money is from', async (columns) => {
  const text = (view: ScreenState['view'], state: Awaited<ReturnType<typeof of>>) =>
    drawn(state, { view, detail: 0 }, columns, 50).join('\n');
  const state = await of(recorded);
  expect(text('executions', state)).toMatch(/ source +a recording, kucoin-1 of kucoin\n money +paper\n/);
  const invented = / source +the practice market, whose prices are invented\n money +invented\n/;
  for (const view of ['opportunities', 'orders', 'balances'] as const) expect(text(view, state)).toMatch(invented);
});

test('a saved list has the four columns of the source', async () => {
  const state = await of(recorded, null);
  const given = { state, screen: initialScreen, now: state.now };
  const view = views.executions;
  const [head, ...rows] = csvOf(view, listed(view, given, initialScreen.lists.executions).rows)
    .trim()
    .split(/\r?\n/);
  expect(head).toMatch(/,provenance_kind,provenance_exchange,provenance_name,provenance_money$/);
  expect(rows.map((row) => row.split(',').slice(-4)).sort()).toEqual([
    ['', '', '', ''],
    ['recorded', 'kucoin', 'kucoin-1', 'paper'],
  ]);
});
