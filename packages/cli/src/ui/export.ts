import { provenanceCells, provenanceColumns } from '@triquad/core';
import { csvText } from '../csv.ts';
import type { Cell } from '../output.ts';
import { type Fitting, written } from './figures.ts';
import type { Row, View } from './view.ts';

/** The rows as they are filtered and sorted, as CSV: every column of the view, figures with every digit, and the source of what has money. */
export function csvOf({ columns }: View, rows: readonly Row[]): string {
  const named = columns.filter(({ name }) => !decoration.has(name));
  const hasMoney = rows.some(({ source }) => source !== undefined);
  const head = ['id', ...named.map(({ name }) => name), ...(hasMoney ? provenanceColumns : [])];
  const body = rows.map(({ id, cells, source }) => {
    const all = cells();
    const stated = hasMoney ? Object.values(provenanceCells(source)) : [];
    return [id, ...named.map(({ name }) => said(all[name]?.text)), ...stated];
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
