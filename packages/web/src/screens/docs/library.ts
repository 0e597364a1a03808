import operations from '../../../../../docs/operations.md?raw';
import guide from '../../../../../docs/operator-guide.md?raw';
import performance from '../../../../../docs/performance.md?raw';
import { createIds, type Part, parseMarkdown, wordsOf } from './markdown.ts';

/** A heading with the text up to the next heading. */
export type Section = {
  /** Unique in its page; the anchor of its heading. */
  readonly id: string;
  /** 2 or 3. */
  readonly level: number;
  readonly title: string;
  readonly blocks: readonly Part[];
  /** Its text without marks, for the search. */
  readonly words: string;
};

/** A document of the project's `docs` folder. */
export type Page = {
  /** In the address: `?page=operations`. */
  readonly name: PageName;
  readonly title: string;
  readonly intro: readonly Part[];
  readonly sections: readonly Section[];
};

const files = { guide, operations, performance };
export type PageName = keyof typeof files;
/** Documents by the name of their file, as they link to each other. */
const pageOfFile: Readonly<Record<string, PageName>> = {
  'operator-guide.md': 'guide',
  'operations.md': 'operations',
  'performance.md': 'performance',
};

/** The bundled documents, in the order of their list. */
export const pages: readonly Page[] = (Object.keys(files) as PageName[]).map((name) => pageOf(name, files[name]));

function pageOf(name: PageName, source: string): Page {
  const idOf = createIds();
  const blocks = parseMarkdown(source).map((block) => {
    const title = block.type === 'heading' ? wordsOf(block) : '';
    return { block, title, id: title === '' ? '' : idOf(title) };
  });
  const [first, ...rest] = blocks;
  const starts = rest.flatMap(({ block }, index) => (block.type === 'heading' ? [index] : []));
  const between = (from: number, to: number): Part[] => rest.slice(from, to).map(({ block }) => block);
  const sections = rest.flatMap(({ block, id, title }, start): Section[] => {
    if (block.type !== 'heading') return [];
    const of = between(start + 1, starts.find((next) => next > start) ?? rest.length);
    return [{ id, level: block.depth, title, blocks: of, words: of.map(wordsOf).join(' · ') }];
  });
  // The file's own table of contents is for readers of the file.
  const intro = between(0, starts[0] ?? rest.length).filter(({ type }) => type !== 'list');
  return { name, title: first?.title ?? name, intro, sections };
}

/** Target of a link in a document: a place of these pages, an address, or null for a file of the project. */
export const targetOf = (
  to: string,
  page: PageName,
): { readonly page: PageName; readonly id: string } | string | null => {
  if (/^https?:/.test(to)) return to;
  const [file = '', id = ''] = to.split('#');
  const other = file === '' ? page : pageOfFile[file];
  return other === undefined ? null : { page: other, id };
};

/** The address of a place in the documents. */
export const addressOf = (page: PageName | 'glossary', id = ''): string =>
  `/docs${page === 'guide' ? '' : `?page=${page}`}${id === '' ? '' : `#${id}`}`;
