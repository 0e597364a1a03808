import { expect, test } from 'vitest';
import { pages, targetOf } from './library.ts';
import { type Block, type Inline, parseMarkdown, textOf, wordsOf } from './markdown.ts';

const text = (value: string): Inline => ({ kind: 'text', text: value });

test('a paragraph goes on over its lines, with code, strong words, stress and links', () => {
  expect(parseMarkdown('Run `a *b*` **now**,\nor *later*; see [the `x`](y.md#z).')).toEqual([
    {
      kind: 'paragraph',
      of: [
        text('Run '),
        { kind: 'code', text: 'a *b*' },
        text(' '),
        { kind: 'strong', of: [text('now')] },
        text(', or '),
        { kind: 'em', of: [text('later')] },
        text('; see '),
        { kind: 'link', to: 'y.md#z', of: [text('the '), { kind: 'code', text: 'x' }] },
        text('.'),
      ],
    },
  ]);
});

test('headings have the ids of GitHub, and a second one of the same words has its own', () => {
  const ids = parseMarkdown('# What, *now*?\n\n## Exchanges that are down, accounts\n\n## What now').map((block) =>
    block.kind === 'heading' ? [block.level, block.id] : null,
  );
  expect(ids).toEqual([
    [1, 'what-now'],
    [2, 'exchanges-that-are-down-accounts'],
    [2, 'what-now-1'],
  ]);
});

test('an item of a list holds its further lines and its own blocks', () => {
  expect(parseMarkdown('- one\n  goes on\n- two\n\n  - inner\n\nafter')).toEqual([
    {
      kind: 'list',
      isOrdered: false,
      items: [
        [{ kind: 'paragraph', of: [text('one goes on')] }],
        [
          { kind: 'paragraph', of: [text('two')] },
          { kind: 'list', isOrdered: false, items: [[{ kind: 'paragraph', of: [text('inner')] }]] },
        ],
      ],
    },
    { kind: 'paragraph', of: [text('after')] },
  ]);
  expect(parseMarkdown('1. one\n2. two')).toMatchObject([{ kind: 'list', isOrdered: true, items: [{}, {}] }]);
});

test('a bar that is escaped belongs to its cell', () => {
  expect(parseMarkdown('| a | b |\n|---|---|\n| `x \\| y` | 2 |')).toEqual([
    {
      kind: 'table',
      head: [[text('a')], [text('b')]],
      rows: [[[{ kind: 'code', text: 'x | y' }], [text('2')]]],
    },
  ]);
});

test('code keeps its lines, fenced or indented, and what looks like marks in it', () => {
  expect(parseMarkdown('```sh\n# **no** heading\n\nend\n```\n\n    in | dented\n\n    more')).toEqual([
    { kind: 'code', text: '# **no** heading\n\nend' },
    { kind: 'code', text: 'in | dented\n\nmore' },
  ]);
});

test('markup of a browser stays text', () => {
  expect(parseMarkdown('<script>alert(1)</script>')).toEqual([
    { kind: 'paragraph', of: [text('<script>alert(1)</script>')] },
  ]);
});

const linesOf = (block: Block): readonly (readonly Inline[])[] =>
  block.kind === 'table'
    ? [block.head, ...block.rows].flat()
    : block.kind === 'list'
      ? block.items.flat().flatMap(linesOf)
      : block.kind === 'code'
        ? []
        : [block.of];
const partsOf = (of: readonly Inline[]): readonly Inline[] =>
  of.flatMap((part) => ('of' in part ? [part, ...partsOf(part.of)] : [part]));
const bundled = pages.map(({ name, title, intro, sections }) => ({
  name,
  title,
  ids: sections.map(({ id }) => id),
  parts: [...intro, ...sections.flatMap(({ blocks }) => blocks)].flatMap(linesOf).flatMap(partsOf),
}));

test.each(bundled)('$title is read to its end: no mark is left over', ({ parts, ids }) => {
  const left = parts.filter((part) => part.kind === 'text' && /\*\*|`|\]\(|^\s*\||^#/.test(part.text));
  expect(left).toEqual([]);
  expect(ids.length).toBeGreaterThan(4);
  expect(new Set(ids).size).toBe(ids.length);
});

test.each(bundled)('each link of $title leads to a heading that exists', ({ name, parts }) => {
  const broken = parts.flatMap((part) => {
    if (part.kind !== 'link') return [];
    const target = targetOf(part.to, name);
    if (target === null || typeof target === 'string') return [];
    const ids = bundled.find((page) => page.name === target.page)?.ids;
    return target.id === '' || ids?.includes(target.id) ? [] : [`${part.to} (${textOf(part.of)})`];
  });
  expect(broken).toEqual([]);
});

test('the search finds the words of tables, lists and code', () => {
  const words = parseMarkdown('| a | b |\n|---|---|\n| c | d |\n\n- e\n- `f`\n\n```\ng\n```').map(wordsOf);
  expect(words).toEqual(['a b · c d', 'e · f', 'g']);
});
