import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { render } from '../testing/render.tsx';
import { setWidth } from '../testing/viewport.ts';
import type { DataColumn, DataTableProps } from './column.ts';
import { DataTable } from './DataTable.tsx';
import { ExportButtons } from './ExportButtons.tsx';
import { useSortedRows } from './sorting.ts';

type Row = { path: string; profit: number };
const columns: DataColumn<Row>[] = [
  { id: 'path', name: 'Path', width: 90, card: 'line', text: ({ path }) => path },
  {
    id: 'profit',
    name: 'Profit',
    width: 80,
    card: 'figure',
    text: ({ profit }) => `$${profit}`,
    order: (r) => r.profit,
  },
  { id: 'risk', name: 'Risk', width: 80, text: () => 'Low' },
  { id: 'more', name: 'More', width: 80, action: true, text: () => '', cell: () => <button type="button">…</button> },
];
const rows: Row[] = [
  { path: 'USDT, BTC', profit: 1 },
  { path: 'USDT, ETH', profit: 3 },
];
const table = (props: Partial<DataTableProps<Row>> = {}) => (
  <DataTable label="Trades" columns={columns} rows={rows} rowKey={({ path }) => path} height={280} {...props} />
);

test('a wide screen has a table, a narrow one a card for each row with everything the table has', async () => {
  const wide = await render(table());
  expect(screen.getAllByRole('row').length).toBe(3);
  wide.unmount();
  setWidth(390);
  await render(table());
  expect(screen.queryByRole('table')).toBeNull();
  const cards = within(screen.getByRole('list', { name: 'Trades' })).getAllByRole('listitem');
  expect(cards.map(({ textContent }) => textContent)).toEqual(['USDT, BTCRiskLow$1…', 'USDT, ETHRiskLow$3…']);
});

test('a table that is too narrow leaves out its spare columns, the lowest first; the cards of a phone have them', async () => {
  const wide: DataColumn<Row>[] = [
    ...columns,
    { id: 'fees', name: 'Fees', width: 70, spare: 2, text: () => '$0.10' },
    { id: 'time', name: 'Time', width: 70, spare: 1, text: () => '3 s' },
  ];
  const total = wide.reduce((sum, { width }) => sum + width, 0);
  const shown = async (frame: number) => {
    const measured = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(frame);
    const { unmount } = await render(table({ columns: wide }));
    const names = screen.queryAllByText(/^(Fees|Time|Risk)$/).map(({ textContent }) => textContent);
    unmount();
    measured.mockRestore();
    return [...new Set(names)];
  };
  expect(await shown(total)).toEqual(['Risk', 'Fees', 'Time']);
  expect(await shown(total - 1)).toEqual(['Risk', 'Fees']);
  expect(await shown(total - 71)).toEqual(['Risk']);
  expect(await shown(10)).toEqual(['Risk']);
  setWidth(390);
  expect(await shown(10)).toEqual(['Risk', 'Fees', 'Time']);
});

test('a card opens as its row does', async () => {
  setWidth(390);
  const onOpen = vi.fn();
  const { user } = await render(table({ onOpen, openLabel: ({ path }) => `Open ${path}` }));
  await user.click(screen.getByText('$3'));
  await user.click(screen.getByRole('button', { name: /^Open USDT, BTC/ }));
  await user.click(screen.getAllByRole('button', { name: '…' })[0] ?? document.body);
  expect(onOpen.mock.calls).toEqual([[rows[1]], [rows[0]]]);
});

const Sorted = () => {
  const sorted = useSortedRows(rows, columns);
  return table(sorted);
};

test('cards are sorted by a list, and the order is in the address', async () => {
  setWidth(390);
  const { user } = await render(<Sorted />);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Profit, descending');
  expect(window.location.search).toBe('?sort=-profit');
  await expect.poll(() => screen.getAllByRole('listitem')[0]?.textContent).toMatch(/^USDT, ETH/);
});

test('of many rows a hundred become cards, the last ones where the table follows its end, and the others on request', async () => {
  setWidth(390);
  const many = Array.from({ length: 130 }, (_, profit): Row => ({ path: `p${profit}`, profit }));
  const { user, rerender } = await render(table({ rows: many }));
  const profits = () => screen.getAllByText(/^\$/).map(({ textContent }) => textContent);
  expect([profits().length, profits()[0]]).toEqual([100, '$0']);
  await rerender(table({ rows: many, follow: true }));
  expect([profits().length, profits().at(-1)]).toEqual([100, '$129']);
  await user.click(screen.getByRole('button', { name: 'Show all 130' }));
  expect(profits().length).toBe(130);
});

test('the order in the address is the one that is shown', async () => {
  await render(<Sorted />, { address: '/scanner?sort=-profit' });
  expect(screen.getAllByRole('row').map((row) => row.firstElementChild?.textContent)).toEqual([
    'Path',
    'USDT, ETH',
    'USDT, BTC',
  ]);
});

test('without rows the place for them shows why', async () => {
  const Emptied = () => {
    const [shown, setShown] = useState(rows);
    return (
      <>
        <button type="button" onClick={() => setShown([])}>
          clear
        </button>
        {table({ rows: shown, empty: 'Nothing matches' })}
      </>
    );
  };
  const { user } = await render(<Emptied />);
  await user.click(screen.getByRole('button', { name: 'clear' }));
  expect([screen.queryByRole('table'), screen.queryByText('Nothing matches') === null]).toEqual([null, false]);
});

test('the rows are copied for a spreadsheet, without the columns that hold buttons', async () => {
  const { user } = await render(<ExportButtons name="trades" columns={columns} rows={rows} />);
  await user.click(screen.getByRole('button', { name: /^Copy: trades/ }));
  expect(await navigator.clipboard.readText()).toBe('Path\tProfit\tRisk\nUSDT, BTC\t$1\tLow\nUSDT, ETH\t$3\tLow');
  expect(screen.getByRole('button', { name: /^Copied: trades/ })).toBeTruthy();
});

test('nothing is copied or saved of an empty table', async () => {
  await render(<ExportButtons name="trades" columns={columns} rows={[]} />);
  expect(screen.getAllByRole<HTMLButtonElement>('button').map(({ disabled }) => disabled)).toEqual([true, true]);
});
