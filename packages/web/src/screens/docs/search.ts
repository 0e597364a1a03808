import type { PageName } from './library.ts';

/** A place that can be found: a section of a document, or a term of the glossary. */
export type Place = {
  readonly page: PageName | 'glossary';
  readonly id: string;
  /** The document it belongs to. */
  readonly of: string;
  readonly title: string;
  readonly words: string;
};

/** A place with the words around the first match, split so that the match can be marked. */
export type Hit = Place & { readonly before: string; readonly match: string; readonly after: string };

/** Letters of context on each side. */
const around = 90;

// Removes accents and case letter by letter, so that positions in the text stay the same.
const plain = (text: string): string =>
  [...text]
    .map((letter) => (letter.length > 1 ? letter : letter.normalize('NFD').charAt(0).toLowerCase().charAt(0)))
    .join('');

/**
 * The places with every word of the query: first those with the whole query in their title, then in their text, then those
 * with a word of it in their title; else in the order they stand.
 */
export const searchPlaces = (places: readonly Place[], query: string): readonly Hit[] => {
  const wanted = plain(query).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return [];
  const hits = places.flatMap((place) => {
    const [title, words] = [plain(place.title), plain(place.words)];
    if (!wanted.every((word) => title.includes(word) || words.includes(word))) return [];
    const whole = wanted.join(' ');
    const ranks = [title.includes(whole), words.includes(whole), wanted.some((word) => title.includes(word)), true];
    return [{ rank: ranks.indexOf(true), hit: hitOf(place, words, [whole, ...wanted]) }];
  });
  // The sort is stable.
  return hits.sort((a, b) => a.rank - b.rank).map(({ hit }) => hit);
};

const hitOf = (place: Place, words: string, wanted: readonly string[]): Hit => {
  const word = wanted.find((one) => words.includes(one)) ?? '';
  const at = words.indexOf(word);
  // From and to the end of a word.
  const from = at <= around ? 0 : Math.min(at, words.indexOf(' ', at - around) + 1);
  const end = words.indexOf(' ', at + word.length + around);
  const to = end < 0 ? words.length : end;
  return {
    ...place,
    before: (from > 0 ? '… ' : '') + place.words.slice(from, at),
    match: place.words.slice(at, at + word.length),
    after: place.words.slice(at + word.length, to) + (to < place.words.length ? ' …' : ''),
  };
};
