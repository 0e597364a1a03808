import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { repository } from './harness/recorded-data.ts';

/** Packages of which all comments are written so. */
const packages = ['core', 'web', 'cli'];
/** Openings that make a reader go back for the subject of a sentence: a comment begins with its noun or its verb. */
const indirect = /^(?:As many as|Nobody|Of|So that|That|The same|Those|What|Where|Whether|Who|Whoever)\b/;

type Comment = { readonly line: number; readonly text: string };

/** The comments of a source; `//` on lines that follow each other is one. */
function commentsOf(name: string, source: string): readonly Comment[] {
  const comments: { line: number; text: string; endLine: number; isLine: boolean }[] = [];
  const lineAt = (offset: number): number => source.slice(0, offset).split('\n').length;
  for (const { type, value, start, end } of parseSync(name, source).comments) {
    const isLine = type === 'Line' && /(?:^|\n)\s*$/.test(source.slice(0, start));
    const text = value
      .replace(/^\*/, '')
      .replace(/\n\s*\* ?/g, ' ')
      .trim();
    const [line, endLine] = [lineAt(start), lineAt(end)];
    const last = comments.at(-1);
    if (isLine && last?.isLine && last.endLine === line - 1)
      Object.assign(last, { text: `${last.text} ${text}`, endLine });
    else comments.push({ line, text, endLine, isLine });
  }
  return comments;
}

const isIndirect = ({ text }: Comment): boolean => indirect.test(text);

test('comments on lines that follow each other are one, which begins with its first word', () => {
  const source = '// What it is\n// Of it\nconst a = 1; // Where\n/** The value,\n * what else */\nconst b = 2;\n';
  expect(commentsOf('a.ts', source).map(({ line, text }) => `${line} ${text}`)).toEqual([
    '1 What it is Of it',
    '3 Where',
    '4 The value, what else',
  ]);
  expect(commentsOf('a.ts', source).filter(isIndirect)).toHaveLength(2);
});

test.each(packages)('comments of %s begin with their noun or verb', (name) => {
  const folder = join(repository, 'packages', name, 'src');
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) =>
      commentsOf(path, readFileSync(join(folder, path), 'utf8'))
        .filter(isIndirect)
        .map(({ line, text }) => `${path}:${line} ${text.slice(0, 60)}`),
    );
  expect(found).toEqual([]);
});
