import { provenanceCells, provenanceColumns, provenanceTag, provenanceText, type Sourced } from '@triquad/core';
import type { Provenance } from '@triquad/core/contract';
import type { Column, Field } from './output.ts';

const isSourced = (value: unknown): value is Sourced =>
  typeof value === 'object' && value !== null && 'provenance' in value;

const toneOf = (source: Provenance | null) => (source?.money === 'invented' ? ('warn' as const) : undefined);

/** A source that no bot of before stated is `not stated`, in CSV empty. */
export const sourceColumn = <Row>(of: (row: Row) => Provenance | null): Column<Row> => ({
  title: 'SOURCE',
  value: (row) => provenanceTag(of(row)),
  tone: (row) => toneOf(of(row)),
  source: of,
  apart: provenanceColumns.map((name) => ({
    title: name.toUpperCase(),
    value: (row) => provenanceCells(of(row))[name],
  })),
});

export const ownSource: Column<Sourced> = sourceColumn(({ provenance }) => provenance);

/** The columns with that of the source, where a list does not name it and its rows, or the document that they are of, state one. */
export const withSource = <Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  document: unknown,
): readonly Column<Row>[] => {
  if (columns.some(({ source }) => source !== undefined)) return columns;
  if (rows.length > 0 && rows.every(isSourced))
    return added(
      columns,
      sourceColumn<Row>((row) => (isSourced(row) ? row.provenance : null)),
    );
  return isSourced(document)
    ? added(
        columns,
        sourceColumn<Row>(() => document.provenance),
      )
    : columns;
};

/** The last column may wrap. */
const added = <Row>(columns: readonly Column<Row>[], one: Column<Row>): readonly Column<Row>[] =>
  columns.at(-1)?.wraps ? [...columns.slice(0, -1), one, ...columns.slice(-1)] : [...columns, one];

/** The source that all rows have, in a line, and the columns without it; null where they have several, or state none. */
export const oneSource = <Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): { readonly columns: readonly Column<Row>[]; readonly line: Field } | null => {
  const of = columns.find(({ source }) => source !== undefined)?.source;
  const [first, ...others] = of === undefined ? [] : rows.map(of);
  if (first === undefined) return null;
  const same = (field: keyof Provenance) => others.every((one) => one?.[field] === first?.[field]);
  if (!same('kind') || !same('name') || !same('money')) return null;
  const all = first === null || same('exchange') ? first : { ...first, exchange: null };
  return {
    columns: columns.filter(({ source }) => source === undefined),
    line: { name: 'source', value: provenanceText(all), tone: toneOf(all) },
  };
};

/** The fields and, unless one of them is named `source`, a field for the document's source. */
export const fieldsWithSource = (fields: readonly Field[], document: unknown): readonly Field[] => {
  if (!isSourced(document) || fields.some(({ name }) => name === 'source')) return fields;
  const { provenance } = document;
  return [...fields, { name: 'source', value: provenanceText(provenance), tone: toneOf(provenance) }];
};
