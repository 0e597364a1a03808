import { expect, test } from 'vitest';
import { columnsOf } from '../text-width.ts';
import { boxed, over, span, textOf } from './cells.ts';

const shown = (lines: string[], box: string[]) =>
  over(
    lines.map((text) => [span(text)]),
    box.map((text) => [span(text)]),
    10,
  ).map(textOf);

test('a box stands in the middle, and what is beside it stays', () => {
  expect(shown(['0123456789', 'abcdefghij', '0123456789'], ['[--]'])).toEqual([
    '0123456789',
    'abc[--]hij',
    '0123456789',
  ]);
});

test('a wide character that a box covers by half leaves a blank, so that nothing moves', () => {
  const [line = ''] = shown(['交換所交換'], ['[---]']);
  expect(line).toBe('交[---] 換');
  expect(columnsOf(line)).toBe(10);
  expect(shown(['e\u0301bcdefghij'], ['[--]'])).toEqual(['e\u0301bc[--]hij']);
});

test('of a box that is higher than the screen the end stays, where the buttons are', () => {
  expect(shown(['0123456789'], ['top', 'buttons'])).toEqual(['0buttons89']);
});

test('the box of real money is double, and says so beside its title', () => {
  const lines = boxed({ title: 'Kill', summary: 'LIVE MONEY' }, [[span('x')]], 30, '═').map(textOf);
  expect(lines.slice(1)).toEqual([`║x${' '.repeat(27)}║`, `╚${'═'.repeat(28)}╝`]);
  expect(lines[0]).toMatch(/^╔═ Kill ═+ LIVE MONEY ═╗$/);
});
