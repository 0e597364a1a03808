import { none } from '@triquad/core';

/** RFC 4180, one line a row. A missing figure is empty, and a text that a spreadsheet would compute is quoted as text. */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('');

const figure = /^[+−-]?\$?[\d,]+(\.\d+)?%?$/;

function quoted(given: string): string {
  const text = given === none ? '' : figure.test(given) ? plain(given) : given.replace(/^([=+@\t\r-])/, "'$1");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** `+$1,234.50` as 1234.50: a spreadsheet reads neither units nor separated thousands, nor a real minus. */
const plain = (text: string): string => text.replaceAll('−', '-').replace(/[$,%+]/g, '');
