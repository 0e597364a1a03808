import operations from '../../../../../docs/operations.md?raw';
import guide from '../../../../../docs/operator-guide.md?raw';
import performance from '../../../../../docs/performance.md?raw';
import { type Block, parseMarkdown, textOf, wordsOf } from './markdown.ts';

/** A heading with what stands below it, up to the next heading. */
export type Section = {
  /** Unique in its page; the anchor of its heading. */
  readonly id: string;
  /** 2 or 3. */
  readonly level: number;
  readonly title: string;
  readonly blocks: readonly Block[];
  /** Its text without marks, for the search. */
  readonly words: string;
};

/** A document of the project's `docs` folder. */
export type Page = {
  /** In the address: `?page=operations`. */
  readonly name: PageName;
  readonly title: string;
  readonly intro: readonly Block[];
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
  const [title, ...blocks] = parseMarkdown(source);
  const starts = blocks.flatMap((block, index) => (block.kind === 'heading' ? [index] : []));
  const sections = starts.map((start, index): Section => {
    const head = blocks[start];
    const of = blocks.slice(start + 1, starts[index + 1] ?? blocks.length);
    const [id, level, line] = head?.kind === 'heading' ? [head.id, head.level, head.of] : ['', 2, []];
    return { id, level, title: textOf(line), blocks: of, words: of.map(wordsOf).join(' · ') };
  });
  // The file's own table of contents is for those who read the file.
  const intro = blocks.slice(0, starts[0] ?? blocks.length).filter(({ kind }) => kind !== 'list');
  return { name, title: title?.kind === 'heading' ? textOf(title.of) : name, intro, sections };
}

/** Where a link in a document leads: to a place of these pages, elsewhere, or nowhere here (`null`: a file of the project). */
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
