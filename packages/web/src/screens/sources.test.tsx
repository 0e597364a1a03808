import { act, screen, within } from '@testing-library/react';
import { type Provenance, paperProvenance } from '@triquad/core/contract';
import { healthOf, ok, timeOf } from '@triquad/core/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { PageHead } from '../components/PageHead.tsx';
import { ScreenContext } from '../screen.ts';
import { screens } from '../screens.ts';
import { render } from '../testing/render.tsx';
import { setWidth } from '../testing/viewport.ts';
import { BacktestList } from './backtest/BacktestList.tsx';
import { OrdersPanel } from './execution/OrdersPanel.tsx';
import { TradesPanel } from './execution/TradesPanel.tsx';
import { LiveOpportunities } from './trading/LiveOpportunities.tsx';

const practice = paperProvenance('practice', 'kucoin', 'practice');
const live = paperProvenance('live', 'kucoin', 'live');
const real: Provenance = { ...live, money: 'real' };

const trade = (id: string, provenance: Provenance | null) => ({
  ...{ id, provenance, opportunity_type: 'TRI', exchange: 'kucoin', symbols: ['USDT', 'BTC', 'ETH', 'USDT'] },
  ...{ status: 'completed', profit: 2, profit_pct: 0.2, fees: 1, duration_seconds: 1, entry_time: timeOf() },
  ...(provenance?.name && { market: provenance.name }),
});
const order = (id: string, provenance: Provenance) => ({
  ...{ id, provenance, exchange: 'kucoin', symbol: 'BTC/USDT', side: 'buy', type: 'limit', quantity: 2, price: 1 },
  ...{ filled_quantity: 0, status: 'pending', created_at: timeOf() },
});

const watching = (provenance: Provenance | null, answers: Record<string, unknown>) => ({
  token: 't',
  answers: {
    health: healthOf('orders.stream', 'backtest'),
    'bot.status': ok({ is_running: true, mode: 'paper', market: 'practice', market_source: 'simulated', provenance }),
    ...answers,
  },
});
const headings = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
/** Texts of the table's columns for each row. */
const columnOf = (name: string) => {
  const at = headings().indexOf(name);
  return screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[at]?.textContent);
};
const shown = async (panel: React.ReactNode, options: object, width = 1_440) => {
  setWidth(width);
  const rendered = await render(panel, options);
  rendered.client.send({ type: 'Watch', resource: 'status' });
  await rendered.advance(2_000);
  return rendered;
};

test('a list of several sources names that of each row, one of the stated source none', async () => {
  const mixed = ok([trade('t4', practice), trade('t3', live), trade('t2', real), trade('t1', null)]);
  await shown(<TradesPanel />, watching(practice, { 'orders.history': mixed }));
  expect(columnOf('Source')).toEqual(['practice · invented', 'live · paper', 'live · real', 'not stated']);
});

test('a list whose rows all have the source that the screen states does not repeat it', async () => {
  const same = ok([trade('t1', practice), trade('t2', { ...practice, exchange: 'okx' })]);
  const head = (
    <ScreenContext value={screens.find(({ name }) => name === 'execution') ?? null}>
      <PageHead isMoney />
    </ScreenContext>
  );
  await shown(
    <>
      {head}
      <TradesPanel />
    </>,
    watching(practice, { 'orders.history': same }),
  );
  expect(headings()).not.toContain('Source');
  expect(screen.getAllByText('practice · invented').length).toBe(1);
  expect(screen.getByTitle(/the practice market, whose prices are invented.*invented money/)).toBeTruthy();
});

test('a resting order of another market is marked', async () => {
  const answers = { 'orders.list': ok([order('o2', practice), order('o1', live)]) };
  await shown(<OrdersPanel />, watching(practice, answers));
  expect(columnOf('Source')).toEqual(['practice · invented', 'live · paper']);
});

test('totals over trades of several sources are marked with the least true of them', async () => {
  const mixed = ok([trade('t1', practice), { ...trade('t2', live), market: 'practice' }]);
  await shown(<TradesPanel />, watching(live, { 'orders.history': mixed }));
  const panel = screen.getByRole('region', { name: 'Recent Trades' });
  expect(within(panel).getAllByTitle(/the practice market, whose prices are invented/)[0]?.textContent).toBe(
    'practice · invented',
  );
});

test('an opportunity of other prices than those that are watched is marked', async () => {
  const found = (id: string, provenance: Provenance) => ({
    ...{ id, provenance, type: 'TRI', exchange: 'kucoin', symbols: ['USDT', 'BTC', 'ETH', 'USDT'], is_valid: true },
    ...{ profit_pct: 0.5, profit_usd: 5, capital_required: 1_000, detected_at: timeOf(), expires_at: timeOf(60_000) },
  });
  const answers = { 'opportunities.list': ok([found('b', practice), found('a', live)]) };
  await shown(<LiveOpportunities height={300} />, watching(practice, answers));
  const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(items.map((text) => [text?.includes('live · paper'), text?.includes('practice · invented')])).toEqual([
    [false, false],
    [true, false],
  ]);
});

test('each backtest of the list names what it was played on; on a phone too', async () => {
  const run = (id: string, provenance: Provenance) => ({
    ...{ id, provenance, status: 'completed', progress: 1, created_at: timeOf(), config: null },
    metrics: { total_trades: 1, win_rate: 100, net_profit: 4, max_drawdown_pct: 0 },
  });
  const data = [run('b2', practice), run('b1', { ...live, kind: 'recorded', name: 'kucoin-1' })];
  await shown(<BacktestList />, watching(practice, { 'backtest.list': ok({ data, total: 2 }) }), 390);
  const cards = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(
    [cards[0], cards[1]].map((text) => /Source(practice · invented|recorded · paper)/.exec(text ?? '')?.[1]),
  ).toEqual(['practice · invented', 'recorded · paper']);
});

test('a saved file has the four columns of the source, also where the table does not show it', async () => {
  const saved: Blob[] = [];
  const create = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    saved.push(file as Blob);
    return '';
  });
  onTestFinished(() => create.mockRestore());
  const { user } = await shown(<TradesPanel />, watching(practice, { 'orders.history': ok([trade('t1', practice)]) }));
  expect(headings()).not.toContain('Source');
  await user.click(screen.getByRole('button', { name: /^CSV: trades/ }));
  const [head, row] = (await act(() => saved[0]?.text() ?? '')).split('\r\n');
  const names = head?.split(',') ?? [];
  const cells = row?.split(',') ?? [];
  expect(['kind', 'exchange', 'name', 'money'].map((one) => cells[names.indexOf(`provenance_${one}`)])).toEqual([
    'practice',
    'kucoin',
    'practice',
    'invented',
  ]);
  expect(names).not.toContain('Source');
});
