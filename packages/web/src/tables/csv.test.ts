import { expect, test } from 'vitest';
import { dollars } from '../messages/format.ts';
import type { DataColumn } from './column.ts';
import { toCsv, toTsv } from './csv.ts';

const csv = (...texts: string[]) => toCsv([{ id: 'a', name: 'A, b', width: 1, text: (row: string) => row }], texts);

test('a header line, quotes where they are needed, and lines as RFC 4180 ends them', () => {
  expect(csv('plain', 'a,b', 'say "go"', 'two\nlines')).toBe(
    '"A, b"\r\nplain\r\n"a,b"\r\n"say ""go"""\r\n"two\nlines"\r\n',
  );
});

test('a text that a spreadsheet would run is defused; a signed figure stays one', () => {
  expect(csv('=1+1', '@SUM(A1)', '+cmd', '-$5.30', '+0.82%', '-12.5').split('\r\n').slice(1, -1)).toEqual([
    "'=1+1",
    "'@SUM(A1)",
    "'+cmd",
    '-$5.30',
    '+0.82%',
    '-12.5',
  ]);
});

test('a minus sign becomes the hyphen that spreadsheets and programs read', () => {
  const column = { id: 'a', name: 'A', width: 1, text: (value: number) => dollars(value) };
  expect(dollars(-5.3)).toBe('−$5.30');
  expect([toCsv([column], [-5.3]), toTsv([column], [-5.3])]).toEqual(['A\r\n-$5.30\r\n', 'A\n-$5.30']);
});

test('a file has values in full, not as they are shown; a rank is no value', () => {
  type Row = { profit: number | null; at: string; risk: string };
  const columns: DataColumn<Row>[] = [
    { id: 'profit', name: 'Profit', width: 1, text: ({ profit }) => dollars(profit), order: ({ profit }) => profit },
    { id: 'at', name: 'At', width: 1, text: () => '12:00', order: ({ at }) => at },
    { id: 'risk', name: 'Risk', width: 1, text: ({ risk }) => risk, order: () => 2, value: 'text' },
    { id: 'none', name: 'None', width: 1, text: () => '—' },
  ];
  const at = '2026-01-31T12:00:00.123Z';
  const rows = [
    { profit: -1234.567890123, at, risk: 'low' },
    { profit: 1e-9, at, risk: '=low' },
    { profit: null, at, risk: '' },
  ];
  expect(toCsv(columns, rows).split('\r\n')).toEqual([
    'Profit,At,Risk,None',
    `-1234.567890123,${at},low,`,
    `0.000000001,${at},'=low,`,
    `,${at},,`,
    '',
  ]);
  expect(toTsv(columns, rows).split('\n')[1]).toBe('-$1,234.57\t12:00\tlow\t—');
});
