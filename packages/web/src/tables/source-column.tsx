import { provenanceCells, provenanceColumns } from '@triquad/core';
import type { Provenance } from '@triquad/core/contract';
import { useMemo } from 'react';
import { isSameSource, useStatedSource } from '../elements/stated-source.tsx';
import { sourceTag, source as sourceText } from '../messages/format.ts';
import { useMessages } from '../messages/messages.tsx';
import type { DataColumn } from './column.ts';

type SourceOf<Row> = (row: Row) => Provenance | null;

const sourceColumn = <Row,>(of: SourceOf<Row>, name: string): DataColumn<Row> => ({
  id: 'source',
  name,
  width: 150,
  text: (row) => sourceTag(of(row)),
  cell: (row) => <span title={sourceText(of(row))}>{sourceTag(of(row))}</span>,
  className: (row) => (of(row)?.money === 'invented' ? 'caution' : ''),
  apart: provenanceColumns.map((field) => ({ name: field, text: (row) => provenanceCells(of(row))[field] ?? '' })),
});

/**
 * The columns and one for their source. A table whose rows all have the source that the screen states hides it. Copies and files always
 * have it, files with one column per field.
 */
export const useSourced = <Row,>(
  columns: readonly DataColumn<Row>[],
  rows: readonly Row[],
): readonly DataColumn<Row>[] => {
  const { source: name } = useMessages().table;
  const stated = useStatedSource();
  const of = columns.find(({ source }) => source !== undefined)?.source;
  const isStated = of === undefined || rows.every((row) => isSameSource(of(row), stated));
  // Equal while rows come and go, so that their cells stay as they are.
  return useMemo(() => {
    if (of === undefined) return columns;
    const column = sourceColumn(of, name);
    return [...columns, isStated ? { ...column, hidden: true } : column];
  }, [columns, of, name, isStated]);
};
