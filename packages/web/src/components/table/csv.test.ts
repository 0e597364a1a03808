import { expect, test } from 'vitest';
import { money } from '../../messages/format.ts';
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
  const column = { id: 'a', name: 'A', width: 1, text: (value: number) => money(value) };
  expect(money(-5.3)).toBe('−$5.30');
  expect([toCsv([column], [-5.3]), toTsv([column], [-5.3])]).toEqual(['A\r\n-$5.30\r\n', 'A\n-$5.30']);
});
