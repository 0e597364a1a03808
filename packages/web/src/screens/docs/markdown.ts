import { lexer, type MarkedToken, type Token, type Tokens } from 'marked';

/** A block or a part of a line, as `marked` reads them. */
export type Part = MarkedToken;

/** Reads Markdown. HTML in it stays a part of its own, which screens show as text. */
export const parseMarkdown = (source: string): readonly Part[] => known(lexer(source));

/** The tokens of Markdown itself; extensions, which would add others, are not used. */
const known = (tokens: readonly Token[]): readonly Part[] =>
  (tokens as readonly Part[]).filter(({ type }) => type !== 'space');

/** The parts that a part or a cell of a table consists of; none for text and code. */
export const partsOf = (part: Part | Tokens.TableCell): readonly Part[] =>
  'tokens' in part && part.tokens !== undefined ? known(part.tokens) : [];

/** Words without marks, for titles and the search. */
export const wordsOf = (part: Part): string => {
  switch (part.type) {
    case 'list':
      return part.items.map((item) => allWords(partsOf(item), ' ')).join(' · ');
    case 'table':
      return [part.header, ...part.rows]
        .map((cells) => cells.map((cell) => allWords(partsOf(cell))).join(' '))
        .join(' · ');
    case 'code':
      return part.text;
    default: {
      const parts = partsOf(part);
      const words = parts.length > 0 ? allWords(parts) : 'text' in part ? part.text : '';
      return words.replace(/\s+/g, ' ');
    }
  }
};
const allWords = (parts: readonly Part[], between = ''): string => parts.map(wordsOf).join(between);

/** Gives each heading of a document the id that GitHub gives it, so that links in the files work here too. */
export const createIds = (): ((title: string) => string) => {
  const used = new Map<string, number>();
  return (title) => {
    const id = title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-');
    const before = used.get(id) ?? 0;
    used.set(id, before + 1);
    return before === 0 ? id : `${id}-${before}`;
  };
};
