import { type Cell, cellText } from './output.ts';

/** RFC 4180, one line a row, from values: numbers in every digit. A missing value is empty, and a text that a spreadsheet would compute is quoted as text. */
export const csvText = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('');

const decimal = /^[+-]?\d+(\.\d+)?$/;

function quoted(value: Cell): string {
  const given = cellText(value) ?? '';
  const text = typeof value === 'number' || decimal.test(given) ? given : given.replace(/^([=+@\t\r-])/, "'$1");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Every value of a document, one below the other, named by its path: `legs.0.price`. */
export const leavesOf = (document: unknown, path = ''): readonly (readonly [path: string, value: Cell])[] => {
  if (typeof document !== 'object' || document === null) return [[path, document as Cell]];
  return Object.entries(document).flatMap(([name, value]) => leavesOf(value, path === '' ? name : `${path}.${name}`));
};
