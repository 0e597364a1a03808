import { provenanceCells, provenanceColumns, provenanceTag, provenanceText } from '@triquad/core';
import type { Provenance } from '@triquad/core/contract';
import type { Column, Field } from './output.ts';

/** What states the source of its figures; null where the bot does not. */
export interface Sourced {
  readonly provenance: Provenance | null;
}

const isSourced = (value: unknown): value is Sourced =>
  typeof value === 'object' && value !== null && 'provenance' in value;

/** A source that no bot of before stated is `source not stated`, in CSV empty. */
export const sourceColumn = <Row>(of: (row: Row) => Provenance | null): Column<Row> => ({
  title: 'SOURCE',
  value: (row) => provenanceTag(of(row)),
  tone: (row) => (of(row)?.money === 'invented' ? 'warn' : undefined),
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
  if (columns.some(({ apart }) => apart !== undefined)) return columns;
  if (rows.length > 0 && rows.every(isSourced))
    return [...columns, sourceColumn<Row>((row) => (isSourced(row) ? row.provenance : null))];
  return isSourced(document) ? [...columns, sourceColumn<Row>(() => document.provenance)] : columns;
};

/** The fields with that of the source, where they do not name it. */
export const fieldsWithSource = (fields: readonly Field[], document: unknown): readonly Field[] => {
  if (!isSourced(document) || fields.some(({ name }) => name === 'source')) return fields;
  const { provenance } = document;
  const tone = provenance?.money === 'invented' ? 'warn' : undefined;
  return [...fields, { name: 'source', value: provenanceText(provenance), tone }];
};
