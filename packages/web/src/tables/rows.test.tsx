import { fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { render } from '../testing/render.tsx';
import type { DataColumn, DataTableProps, Sort } from './column.ts';
import { DataTable } from './DataTable.tsx';

type Row = { id: string; profit: number };
const columns: DataColumn<Row>[] = [
  { id: 'id', name: 'ID', width: 90, grow: true, text: ({ id }) => id },
  {
    id: 'profit',
    name: 'Profit',
    width: 80,
    align: 'right',
    text: ({ profit }) => `$${profit}`,
    order: (r) => r.profit,
  },
  {
    id: 'delete',
    name: 'Delete',
    width: 50,
    action: true,
    text: () => '',
    cell: () => <button type="button">x</button>,
  },
];
const rowsOf = (from: number, to: number): Row[] =>
  Array.from({ length: to - from }, (_, at) => ({ id: `row ${from + at}`, profit: from + at }));
const table = (rows: readonly Row[], props: Partial<DataTableProps<Row>> = {}) => (
  <DataTable label="Trades" columns={columns} rows={rows} rowKey={({ id }) => id} height={280} {...props} />
);
const opening = (onOpen: (row: Row) => void) => ({ onOpen, openLabel: ({ id }: Row) => `Open ${id}` });
const frame = () => screen.getByRole('table').parentElement as HTMLElement;
const drawn = () => screen.getAllByRole('row').map((row) => row.getAttribute('aria-rowindex'));
const scrollTo = (offset: number) => {
  frame().scrollTop = offset;
  fireEvent.scroll(frame());
};

test('a screen reader gets a table with its size and named columns', async () => {
  await render(table(rowsOf(0, 3)));
  expect(screen.getByRole('table', { name: 'Trades' }).getAttribute('aria-rowcount')).toBe('4');
  expect(screen.getAllByRole('columnheader').map((cell) => [cell.textContent, cell.getAttribute('scope')])).toEqual([
    ['ID', 'col'],
    ['Profit', 'col'],
    ['Delete', 'col'],
  ]);
  expect(drawn()).toEqual(['1', '2', '3', '4']);
});

test('only rows near the view are in the document, numbered by their place among all', async () => {
  await render(table(rowsOf(0, 500)));
  expect([drawn()[1], drawn().length < 40]).toEqual(['2', true]);
  scrollTo(28 * 250);
  expect(screen.getByText('row 250').closest('tr')?.getAttribute('aria-rowindex')).toBe('252');
  expect([screen.queryByText('row 0'), drawn().length < 40]).toEqual([null, true]);
  scrollTo(28 * 500);
  expect(drawn().at(-1)).toBe('501');
});

test('the room of the rows that are not drawn is kept', async () => {
  await render(table(rowsOf(0, 500)));
  scrollTo(28 * 250);
  const heights = [...frame().querySelectorAll<HTMLElement>('tbody tr[aria-hidden]')].map(({ style }) => style.height);
  const spacers = heights.map((height) => Number.parseInt(height, 10) / 28);
  expect(spacers.reduce((sum, rows) => sum + rows, 0) + drawn().length - 1).toBe(500);
});

test('fewer rows than before are all drawn, wherever the table was scrolled to', async () => {
  const { rerender } = await render(table(rowsOf(0, 500)));
  scrollTo(28 * 480);
  await rerender(table(rowsOf(0, 2)));
  expect(drawn()).toEqual(['1', '2', '3']);
});

test('sort buttons come before the rows, say their direction, and hold their room', async () => {
  const Sorted = () => {
    const [sort, setSort] = useState<Sort | null>(null);
    return table(rowsOf(0, 2), { sort, onSort: setSort, ...opening(() => {}) });
  };
  const { user } = await render(<Sorted />);
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'ID',
    'Profit',
    'row 0',
    'x',
    'row 1',
    'x',
  ]);
  const directions: (string | null)[] = [];
  const room = () => screen.getByRole('button', { name: 'Profit' }).children.length;
  const rooms = [room()];
  for (let press = 0; press < 3; press += 1) {
    await user.click(screen.getByRole('button', { name: 'Profit' }));
    directions.push(screen.getByRole('columnheader', { name: 'Profit' }).getAttribute('aria-sort'));
    rooms.push(room());
  }
  expect(directions).toEqual(['descending', 'ascending', null]);
  expect(rooms).toEqual([2, 2, 2, 2]);
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
});

test('a row opens on a click and on Enter', async () => {
  const onOpen = vi.fn();
  const { user } = await render(table(rowsOf(0, 2), opening(onOpen)));
  await user.click(screen.getByText('$1'));
  await user.tab();
  await user.keyboard('{Enter}');
  expect(onOpen.mock.calls).toEqual([[{ id: 'row 1', profit: 1 }], [{ id: 'row 0', profit: 0 }]]);
});

test('another button of the row, or selecting its text, does not open it', async () => {
  const onOpen = vi.fn();
  const { user } = await render(table(rowsOf(0, 1), opening(onOpen)));
  await user.click(screen.getByRole('button', { name: 'x' }));
  const selection = vi.spyOn(window, 'getSelection').mockReturnValue({ toString: () => '$0' } as Selection);
  await user.click(screen.getByText('$0'));
  selection.mockRestore();
  expect(onOpen).not.toHaveBeenCalled();
});

test('all rows are one tab stop, and arrows, Home and End move between them', async () => {
  const { user } = await render(
    table(
      rowsOf(0, 500),
      opening(() => {}),
    ),
  );
  const stops = () => screen.getAllByRole('button', { name: /^Open/ }).filter(({ tabIndex }) => tabIndex === 0).length;
  const focused = () => document.activeElement?.getAttribute('aria-label');
  await user.tab();
  const visited = [focused()];
  for (const key of ['{ArrowDown}', '{ArrowDown}', '{ArrowUp}', '{End}', '{ArrowUp}', '{PageUp}', '{Home}']) {
    await user.keyboard(key);
    visited.push(focused());
    expect(stops()).toBe(1);
  }
  expect(visited).toEqual([0, 1, 2, 1, 499, 498, 490, 0].map((index) => `Open row ${index}, row ${index}`));
});

test('a table whose rows do not open is itself a tab stop, so that it can be scrolled', async () => {
  const { user } = await render(table(rowsOf(0, 1)));
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('table'));
});

test('a new row draws itself alone: the cells of the others stay as they are', async () => {
  const drawnCells: string[] = [];
  const watched: DataColumn<Row>[] = [
    { id: 'id', name: 'ID', width: 90, text: ({ id }) => id, cell: ({ id }) => void drawnCells.push(id) },
  ];
  const rows = rowsOf(0, 20);
  const props = { columns: watched, ...opening(() => {}) };
  const { rerender } = await render(table(rows, props));
  drawnCells.length = 0;
  await rerender(table([{ id: 'new', profit: 1 }, ...rows], props));
  expect(new Set(drawnCells)).toEqual(new Set(['new', 'row 0']));
});

test('when the focused row goes away the focus stays in the table', async () => {
  const { user, rerender } = await render(
    table(
      rowsOf(0, 5),
      opening(() => {}),
    ),
  );
  await user.tab();
  await rerender(
    table(
      rowsOf(1, 6),
      opening(() => {}),
    ),
  );
  expect(document.activeElement).toBe(screen.getByRole('table'));
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Open row 1, row 1');
});

test('new rows have a colour for 600 ms, those of the first render do not, and a flood does not', async () => {
  const flashing = () =>
    within(frame())
      .getAllByRole('row')
      .filter((row) => row.className.includes('flash'))
      .map((row) => row.firstElementChild?.textContent);
  const { rerender, advance } = await render(table(rowsOf(5, 8), { flash: true }));
  expect(flashing()).toEqual([]);
  await rerender(table(rowsOf(4, 8), { flash: true }));
  expect(flashing()).toEqual(['row 4']);
  await advance(599);
  expect(flashing()).toEqual(['row 4']);
  await advance(1);
  expect(flashing()).toEqual([]);
  const arriving: unknown[] = [];
  for (const from of [3, 2, 1]) {
    await rerender(table(rowsOf(from, 8), { flash: true }));
    arriving.push(flashing());
  }
  expect(arriving).toEqual([['row 3'], ['row 2', 'row 3'], ['row 1', 'row 2']]);
  await rerender(table(rowsOf(-5, 8), { flash: true }));
  expect(flashing()).toEqual([]);
});

test('rows that open keep their places while a mouse moves over them, and say what waits', async () => {
  const opens = opening(() => {});
  const { rerender, advance } = await render(table(rowsOf(5, 8), opens));
  const named = () => screen.getAllByRole('button', { name: /^Open/ }).map((button) => button.textContent);
  const body = () => screen.getAllByRole('rowgroup')[1] as HTMLElement;
  const move = (pointerType = 'mouse') => fireEvent.pointerMove(body(), { pointerType });
  move('touch');
  await rerender(table(rowsOf(4, 8), opens));
  expect(named()).toEqual(['row 4', 'row 5', 'row 6', 'row 7']);
  move();
  await rerender(table([...rowsOf(2, 6), { id: 'row 6', profit: 9 }], opens));
  expect([named(), screen.getByText('$9').closest('tr')?.textContent]).toEqual([
    ['row 4', 'row 5', 'row 6'],
    'row 6$9x',
  ]);
  expect(screen.getByText('2 new, held')).toBeTruthy();
  fireEvent.pointerLeave(body());
  expect([named().length, screen.queryByText(/new, held/)]).toEqual([5, null]);
  move();
  await rerender(table(rowsOf(1, 6), opens));
  await advance(1_999);
  expect(named()[0]).toBe('row 2');
  await advance(1);
  expect(named()[0]).toBe('row 1');
  // Others altogether, as by another filter, are shown at once.
  move();
  await rerender(table(rowsOf(20, 22), opens));
  expect(named()).toEqual(['row 20', 'row 21']);
});

test('following shows the last rows, until the operator scrolls away, and again at the end', async () => {
  const props = { follow: true };
  const { rerender } = await render(table(rowsOf(0, 100), props));
  const size = (rows: number) => {
    Object.defineProperty(frame(), 'scrollHeight', { configurable: true, value: 28 * (rows + 1) });
    Object.defineProperty(frame(), 'clientHeight', { configurable: true, value: 280 });
  };
  const add = async (rows: number) => {
    size(rows);
    await rerender(table(rowsOf(0, rows), props));
    return frame().scrollTop;
  };
  expect(await add(101)).toBe(28 * 102);
  scrollTo(28 * 20);
  expect(await add(102)).toBe(28 * 20);
  scrollTo(28 * 103 - 280);
  expect(await add(103)).toBe(28 * 104);
  expect(screen.getByText('row 102')).toBeTruthy();
});
