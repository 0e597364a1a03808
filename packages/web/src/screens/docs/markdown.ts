/** A part of a line of text. */
export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'em'; readonly of: readonly Inline[] }
  | { readonly kind: 'link'; readonly to: string; readonly of: readonly Inline[] };
type Line = readonly Inline[];

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly id: string; readonly of: Line }
  | { readonly kind: 'paragraph'; readonly of: Line }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly (readonly Block[])[] }
  | { readonly kind: 'table'; readonly head: readonly Line[]; readonly rows: readonly (readonly Line[])[] }
  | { readonly kind: 'code'; readonly text: string };

const fence = /^```/;
const heading = /^(#{1,6}) +(.+)$/;
const item = /^(?:[-*]|(\d+)\.) +/;
const row = /^\|.*\|\s*$/;
const indent = /^ {4}/;
const isBlank = (line: string | undefined): boolean => line === undefined || line.trim() === '';

/** Reads the Markdown that our documents use: headings, paragraphs, lists, tables and code. Raw HTML stays text. */
export const parseMarkdown = (source: string): readonly Block[] => {
  const ids = new Map<string, number>();
  const idOf = (of: Line): string => {
    const id = slug(textOf(of));
    const used = ids.get(id) ?? 0;
    ids.set(id, used + 1);
    return used === 0 ? id : `${id}-${used}`;
  };
  return blocksOf(source.split(/\r?\n/), idOf);
};

/** The id that GitHub gives a heading, so that links in the files work here too. */
const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

const blocksOf = (lines: readonly string[], idOf: (of: Line) => string): Block[] => {
  const blocks: Block[] = [];
  let at = 0;
  /** The lines from here on for which this holds. */
  const take = (holds: (line: string, index: number) => boolean): string[] => {
    const from = at;
    while (at < lines.length && holds(lines[at] ?? '', at)) at += 1;
    return lines.slice(from, at);
  };
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const title = heading.exec(line);
    if (isBlank(line)) at += 1;
    else if (title !== null) {
      at += 1;
      const of = inlineOf(title[2] ?? '');
      blocks.push({ kind: 'heading', level: (title[1] ?? '').length, id: idOf(of), of });
    } else if (fence.test(line)) {
      at += 1;
      blocks.push({ kind: 'code', text: take((next) => !fence.test(next)).join('\n') });
      at += 1;
    } else if (row.test(line)) blocks.push(tableOf(take((next) => row.test(next))));
    else if (item.test(line)) {
      const isOrdered = /^\d/.test(line);
      // A blank line ends a list, unless it goes on with an item or an indented line.
      const part = take((next, index) =>
        isBlank(next) ? /^(?: {2}|[-*] |\d+\. )/.test(lines[index + 1] ?? '') : !heading.test(next),
      );
      blocks.push({ kind: 'list', isOrdered, items: itemsOf(part).map((of) => blocksOf(of, idOf)) });
    } else if (indent.test(line)) {
      const part = take((next, index) => indent.test(next) || (isBlank(next) && indent.test(lines[index + 1] ?? '')));
      blocks.push({ kind: 'code', text: part.map((one) => one.replace(indent, '')).join('\n') });
    } else {
      const part = take((next) => !isBlank(next) && !heading.test(next) && !fence.test(next) && !item.test(next));
      blocks.push({ kind: 'paragraph', of: inlineOf(part.join(' ')) });
    }
  }
  return blocks;
};

/** The lines of each item, without its mark and indentation. */
const itemsOf = (lines: readonly string[]): string[][] => {
  const items: string[][] = [];
  for (const line of lines) {
    if (item.test(line)) items.push([line.replace(item, '')]);
    else items.at(-1)?.push(line.replace(/^ {1,3}/, ''));
  }
  return items;
};

const tableOf = ([head = '', , ...rows]: readonly string[]): Block => ({
  kind: 'table',
  head: cellsOf(head),
  rows: rows.map(cellsOf),
});

const cellsOf = (line: string): Line[] =>
  line
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => inlineOf(cell.trim().replaceAll('\\|', '|')));

const marks = /`(?<code>[^`]+)`|\*\*(?<strong>.+?)\*\*|\*(?<em>[^*]+)\*|\[(?<link>[^\]]+)\]\((?<to>[^)\s]+)\)/;

const inlineOf = (text: string): Line => {
  const found = marks.exec(text);
  if (found === null) return text === '' ? [] : [{ kind: 'text', text }];
  const { code, strong, em, link, to } = found.groups ?? {};
  const before = text.slice(0, found.index);
  const after = inlineOf(text.slice(found.index + found[0].length));
  const part: Inline =
    code !== undefined
      ? { kind: 'code', text: code }
      : to !== undefined
        ? { kind: 'link', to, of: inlineOf(link ?? '') }
        : { kind: strong === undefined ? 'em' : 'strong', of: inlineOf(strong ?? em ?? '') };
  return [...(before === '' ? [] : [{ kind: 'text', text: before } as const]), part, ...after];
};

/** The words of a line without their marks. */
export const textOf = (of: Line): string => of.map((part) => ('text' in part ? part.text : textOf(part.of))).join('');

/** The words of a block, for a search. */
export const wordsOf = (block: Block): string => {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return textOf(block.of);
    case 'list':
      return block.items.map((of) => of.map(wordsOf).join(' ')).join(' · ');
    case 'table':
      return [block.head, ...block.rows].map((cells) => cells.map(textOf).join(' ')).join(' · ');
    case 'code':
      return block.text;
  }
};
