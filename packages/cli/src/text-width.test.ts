import { describe, expect, test } from 'vitest';
import { columnsOf, cutOff, fitted } from './text-width.ts';

describe('columns of a terminal', () => {
  test.each([
    ['', 0],
    ['TRI binance +0.82%', 18],
    ['USDT→BTC ● ─▁█…', 15],
    ['交易所', 6],
    ['Ünïcode', 7],
    ['e\u0301', 1],
    ['한국', 4],
    ['🚀 up', 5],
    ['👍🏽', 2],
    ['ﾊﾝｶｸ', 4],
  ])('%j takes %i', (text, columns) => {
    expect(columnsOf(text)).toBe(columns);
  });

  test('what fits is filled up, what does not is cut off', () => {
    expect(fitted('BTC', 5, '…')).toBe('BTC  ');
    expect(fitted('BTC', 5, '…', 'right')).toBe('  BTC');
    expect(fitted('BITCOIN', 5, '…')).toBe('BITC…');
    expect(fitted('BITCOIN', 3, '')).toBe('BIT');
    expect(fitted('BITCOIN', 0, '…')).toBe('');
  });

  test('a wide character is never cut in half', () => {
    expect(fitted('交易所', 5, '…')).toBe('交易…');
    expect(fitted('交易所', 4, '…')).toBe('交 …');
    expect(fitted('交易', 5, '…')).toBe('交易 ');
    expect(cutOff('交易', 4, '…')).toBe('交易');
  });
});
