import { expect, test } from 'vitest';
import { type Place, searchPlaces } from './search.ts';

const place = (id: string, title: string, words: string): Place => ({ page: 'guide', id, of: 'Guide', title, words });
const places = [
  place('a', 'Alerts', 'A loss may stop the bot.'),
  place('b', 'Limits', 'The stop loss is 10 %.'),
  place('c', 'Stopping everything', 'What a loss is.'),
  place('d', 'Stop loss', 'Below the first equity.'),
  place('e', 'Parada de emergencia', 'Una operación más.'),
];
const found = (query: string) => searchPlaces(places, query).map(({ id }) => id);

test('places with the whole query come first, of a title before those of a text', () => {
  expect(found('stop loss')).toEqual(['d', 'b', 'c', 'a']);
});

test('each word must occur, in whatever case and accent', () => {
  expect([found('STOP  equity'), found('operacion'), found('stop nowhere'), found(' ')]).toEqual([
    ['d'],
    ['e'],
    [],
    [],
  ]);
});

test('the words around a match are whole, and the match keeps its own spelling', () => {
  const long = `${'before '.repeat(40)}the Stop LOSS of today ${'after '.repeat(40)}`;
  const [hit] = searchPlaces([place('x', 'Title', long)], 'stop loss');
  expect(hit?.match).toBe('Stop LOSS');
  expect(hit?.before).toMatch(/^… (before )+the $/);
  expect(hit?.after).toMatch(/^ of today (after ?)+ …$/);
});

test('signs of two units do not move the match', () => {
  const [hit] = searchPlaces([place('x', 'Title', '🦀🦀 ÉTÉ loss')], 'loss');
  expect(hit).toMatchObject({ before: '🦀🦀 ÉTÉ ', match: 'loss', after: '' });
});
