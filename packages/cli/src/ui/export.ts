import { type Figure, written } from './figures.ts';
import type { Row, View } from './view.ts';

/** The rows as they are filtered and sorted, as CSV: every column of the view, figures in full. */
export function csvOf({ columns }: View, rows: readonly Row[]): string {
  const named = columns.filter(({ name }) => !decoration.has(name));
  const head = ['id', ...named.map(({ name }) => name)];
  const body = rows.map(({ id, cells }) => {
    const all = cells();
    return [id, ...named.map(({ name }) => said(all[name]?.text))];
  });
  return [head, ...body].map((line) => `${line.map(quoted).join(',')}\r\n`).join('');
}

const decoration = new Set(['fold', 'mark', 'bar', 'meter', 'new', 'others']);
/** A spreadsheet reads neither a real minus nor separated thousands. */
const said = (text: string | Figure | undefined): string =>
  text === undefined ? '' : typeof text === 'string' ? text : written(text).replaceAll('−', '-').replaceAll(',', '');

/** RFC 4180; a text that a spreadsheet would compute is quoted as text. */
function quoted(text: string): string {
  const isFormula = /^[=+@\t\r-]/.test(text) && !/^[+-]?[\d,.]+$/.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const fileName = ({ name }: View, now: number): string =>
  `triquad-${name}-${new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')}.csv`;
