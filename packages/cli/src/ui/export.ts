import { csvText } from '../csv.ts';
import type { Cell } from '../output.ts';
import { type Fitting, written } from './figures.ts';
import type { Row, View } from './view.ts';

/** The rows as they are filtered and sorted, as CSV: every column of the view, figures with every digit. */
export function csvOf({ columns }: View, rows: readonly Row[]): string {
  const named = columns.filter(({ name }) => !decoration.has(name));
  const head = ['id', ...named.map(({ name }) => name)];
  const body = rows.map(({ id, cells }) => {
    const all = cells();
    return [id, ...named.map(({ name }) => said(all[name]?.text))];
  });
  return csvText([head, ...body]);
}

const decoration = new Set(['fold', 'mark', 'bar', 'meter', 'new', 'others']);
const said = (text: string | Fitting | undefined): Cell => {
  if (typeof text !== 'function') return text;
  return text.value === undefined ? written(text) : text.value;
};

export const fileName = ({ name }: View, now: number): string =>
  `triquad-${name}-${new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')}.csv`;
