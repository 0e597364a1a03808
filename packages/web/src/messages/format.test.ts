import { expect, test } from 'vitest';
import { formatIn } from './format.ts';

const [english, spanish] = [formatIn('en'), formatIn('es')];
// No-break spaces look like spaces.
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

test('money, percent, numbers and amounts in English', () => {
  const { dollars, percent, number, amount } = english;
  expect([dollars(1_234.5), dollars(-3), dollars(8.214, { sign: true }), dollars(0, { sign: true })]).toEqual([
    '$1,234.50',
    '−$3.00',
    '+$8.21',
    '$0.00',
  ]);
  expect([percent(0.824), percent(0.8244, { digits: 3, sign: true }), percent(-0.001)]).toEqual([
    '0.82%',
    '+0.824%',
    '−<0.01%',
  ]);
  expect([number(12_345), number(0.5, { digits: 1 }), amount(0.05231), amount(1_000)]).toEqual([
    '12,345',
    '0.5',
    '0.05231',
    '1,000',
  ]);
});

test('money, percent, numbers and amounts in Spanish', () => {
  const { dollars, percent, number, amount } = spanish;
  expect([dollars(50_051.57), dollars(-3), dollars(8.214, { sign: true })].map(plain)).toEqual([
    '50.051,57 $',
    '−3,00 $',
    '+8,21 $',
  ]);
  expect([percent(0.8244, { digits: 3, sign: true }), percent(-0.001)].map(plain)).toEqual(['+0,824 %', '−<0,01 %']);
  expect([number(12_345), amount(0.05231)].map(plain)).toEqual(['12.345', '0,05231']);
});

test('exact decimals keep each of their digits, in the signs of the language', () => {
  const long = '12345.123456789012345678';
  expect(english.exact(long, { sign: true })).toBe('+12,345.123456789012345678');
  expect(spanish.exact(long)).toBe('12.345,123456789012345678');
  expect([spanish.exact('-0.30'), english.exact('0', { sign: true })]).toEqual(['−0,3', '0']);
  // Text of a bot in place of a number is shown unchanged.
  expect(['', ' ', 'NaN', 'many'].map((text) => spanish.exact(text))).toEqual(['', ' ', 'NaN', 'many']);
});

test('a missing figure is a dash', () => {
  for (const { dollars, percent, number, amount, relativeTime } of [english, spanish]) {
    for (const missing of [null, undefined, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect([dollars(missing), percent(missing), number(missing), amount(missing)]).toEqual(['—', '—', '—', '—']);
    }
    expect([relativeTime(null, 0), relativeTime('nonsense', 0)]).toEqual(['—', '—']);
  }
});

test('how long ago, in the largest unit that fits', () => {
  const now = Date.parse('2026-01-31T12:00:00Z');
  const ago = (seconds: number) =>
    [english, spanish].map(({ relativeTime }) => relativeTime(now - seconds * 1_000, now));
  expect([-5, 0, 59, 60, 3_600, 86_400].map(ago)).toEqual([
    ['0s ago', 'hace 0 s'],
    ['0s ago', 'hace 0 s'],
    ['59s ago', 'hace 59 s'],
    ['1m ago', 'hace 1 min'],
    ['1h ago', 'hace 1 h'],
    ['1d ago', 'hace 1 d'],
  ]);
  expect(english.relativeTime('2026-01-31T11:59:30Z', now)).toBe('30s ago');
});

test('days and the words of counts', () => {
  const date = new Date('2026-11-20T12:00:00Z');
  expect([english, spanish].map(({ day }) => day(date, { year: true, utc: true }))).toEqual([
    '20 Nov 2026',
    '20 nov 2026',
  ]);
  expect([0, 1, 2_000].map((count) => english.plural(count, 'pair', 'pairs'))).toEqual([
    '0 pairs',
    '1 pair',
    '2,000 pairs',
  ]);
  expect([0, 1, 20_000].map((count) => spanish.plural(count, 'par', 'pares'))).toEqual([
    '0 pares',
    '1 par',
    '20.000 pares',
  ]);
});
