import { columnsOf, cutOff } from './text-width.ts';

/** The text in lines of at most `columns` (at least 2), broken between words, and within a word that is longer than a line. */
export function wrapped(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((whole) => pieces(whole, columns))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && columnsOf(longer) > columns) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

function pieces(word: string, columns: number): string[] {
  if (columnsOf(word) <= columns) return [word];
  const first = cutOff(word, columns, '').trimEnd();
  return [first, ...pieces(word.slice(first.length), columns)];
}
