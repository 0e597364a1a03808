import { describe, expect, test } from 'vitest';
import { type Column, hasColour, jsonLine, printable, table } from './output.ts';

interface Row {
  readonly path: string;
  readonly profit: string;
}

const columns: Column<Row>[] = [
  { title: 'PATH', value: ({ path }) => path, shrinks: true },
  { title: 'PROFIT', value: ({ profit }) => profit, align: 'right', tone: () => 'good' },
];
const rows = [
  { path: 'USDT→BTC→ETH→USDT', profit: '+0.82%' },
  { path: 'USDT→SOL', profit: '+10.61%' },
];

describe('table', () => {
  test('aligns its columns and leaves no blanks at the end of a line', () => {
    expect(table(columns, rows, { colour: false })).toBe(
      'PATH                PROFIT\nUSDT→BTC→ETH→USDT   +0.82%\nUSDT→SOL           +10.61%\n',
    );
  });

  test('moves the columns together, then cuts the one that gives way, to the width of the terminal', () => {
    expect(table(columns, rows, { colour: false, width: 25 })).toBe(
      'PATH               PROFIT\nUSDT→BTC→ETH→USDT  +0.82%\nUSDT→SOL          +10.61%\n',
    );
    expect(table(columns, rows, { colour: false, width: 20 })).toBe(
      'PATH          PROFIT\nUSDT→BTC→ET…  +0.82%\nUSDT→SOL     +10.61%\n',
    );
  });

  test('goes on below, under its own title, with a text that is too long', () => {
    const entries: Column<Row>[] = [
      { title: 'AT', value: () => '2026-11-20', brief: () => '20' },
      { title: 'MESSAGE', value: ({ path }) => path, wraps: true },
    ];
    const said = [{ path: `one two three four five six seven eight ${'x'.repeat(40)}`, profit: '' }];
    expect(table(entries, said, { colour: false, width: 40 })).toBe(
      [
        'AT  MESSAGE',
        '20  one two three four five six seven',
        '    eight',
        `    ${'x'.repeat(36)}`,
        '    xxxx',
        '',
      ].join('\n'),
    );
  });

  test('counts a wide character as the two columns it takes', () => {
    const wide = [{ path: '交易', profit: '1' }, ...rows.slice(1)];
    expect(table(columns, wide, { colour: false, titles: false })).toBe('交易            1\nUSDT→SOL  +10.61%\n');
  });

  test('leaves optional columns out, the last one first, before a line grows longer than the terminal', () => {
    const optional = (title: string): Column<Row> => ({ title, value: () => 'xxxx', optional: true });
    const all = [optional('A'), ...columns, optional('B')];
    const heading = (width: number) => table(all, rows.slice(1), { colour: false, width }).split('\n')[0];
    expect([31, 30, 29, 24, 23, 10].map(heading)).toEqual([
      'A     PATH       PROFIT  B',
      'A     PATH       PROFIT  B',
      'A     PATH       PROFIT  B',
      'A     PATH       PROFIT',
      'A     PATH       PROFIT',
      'PATH      PROFIT',
    ]);
  });

  test('colours by meaning', () => {
    expect(table(columns, rows.slice(1), { colour: true, titles: false })).toBe('USDT→SOL  \x1b[32m+10.61%\x1b[39m\n');
  });

  test('lets no control character of a cell through', () => {
    expect(table(columns, [{ path: 'a\x1b[2Jb\nc', profit: '1' }], { colour: false, titles: false })).toBe(
      'a [2Jb c       1\n',
    );
  });
});

test.each([
  ['\x1b]0;title\x07', ' ]0;title '],
  ['\u009b31m', ' 31m'],
  ['right\u202eleft', 'right left'],
])('%j is printed as %j', (text, printed) => {
  expect(printable(text)).toBe(printed);
});

test.each([
  [true, {}, true],
  [false, {}, false],
  [true, { NO_COLOR: '1' }, false],
  [true, { NO_COLOR: '' }, true],
  [true, { TERM: 'dumb' }, false],
])('colour on a terminal (%s) with %j: %s', (isTTY, env, has) => {
  expect(hasColour({ write: () => true, isTTY }, env)).toBe(has);
});

test('JSON carries the same value and no control character', () => {
  const value = { message: 'a\u001b[2J\u009b31m\u202eb \u{e0041}', n: 1 };
  const line = jsonLine(value);
  expect(line).toBe('{"message":"a\\u001b[2J\\u009b31m\\u202eb \\udb40\\udc41","n":1}\n');
  expect(JSON.parse(line)).toEqual(value);
});
