import { expect, test } from 'vitest';
import { pages, targetOf } from './library.ts';
import { createIds, type Part, parseMarkdown, partsOf, wordsOf } from './markdown.ts';

test('headings have the ids of GitHub, and a second one of the same words has its own', () => {
  const ids = ['What, now?', 'Exchanges that are down, accounts', 'What now'].map(createIds());
  expect(ids).toEqual(['what-now', 'exchanges-that-are-down-accounts', 'what-now-1']);
});

/** A part and all parts within it. */
const within = (part: Part): readonly Part[] => {
  const inner =
    part.type === 'table'
      ? [part.header, ...part.rows].flat().flatMap(partsOf)
      : part.type === 'list'
        ? part.items.flatMap(partsOf)
        : partsOf(part);
  return [part, ...inner.flatMap(within)];
};
const bundled = pages.map(({ name, title, intro, sections }) => ({
  name,
  title,
  ids: sections.map(({ id }) => id),
  parts: [...intro, ...sections.flatMap(({ blocks }) => blocks)].flatMap(within),
}));

test.each(bundled)('$title is read to its end: no mark is left over', ({ parts, ids }) => {
  const left = parts.filter(
    (part) => part.type === 'text' && partsOf(part).length === 0 && /\*\*|`|\]\(|^\s*\||^#/.test(part.text),
  );
  expect(left).toEqual([]);
  expect(ids.length).toBeGreaterThan(4);
  expect(new Set(ids).size).toBe(ids.length);
});

test.each(bundled)('each link of $title leads to a heading that exists', ({ name, parts }) => {
  const broken = parts.flatMap((part) => {
    if (part.type !== 'link') return [];
    const target = targetOf(part.href, name);
    if (target === null || typeof target === 'string') return [];
    const ids = bundled.find((page) => page.name === target.page)?.ids;
    return target.id === '' || ids?.includes(target.id) ? [] : [`${part.href} (${wordsOf(part)})`];
  });
  expect(broken).toEqual([]);
});

test('the search finds the words of tables, lists and code', () => {
  const words = parseMarkdown('| a | b |\n|---|---|\n| c | d |\n\n- e\n- `f`\n\n```\ng\n```').map(wordsOf);
  expect(words).toEqual(['a b · c d', 'e · f', 'g']);
});

test('markup of a browser is a part of its own, shown as text', () => {
  expect(parseMarkdown('<script>alert(1)</script>').map((part) => [part.type, wordsOf(part)])).toEqual([
    ['html', '<script>alert(1)</script>'],
  ]);
});
