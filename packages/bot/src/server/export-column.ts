import { provenanceCells as cellsOf, type Provenance, provenanceColumns } from '@triquad/core/contract';

/** `decimal`: exact, as the journal has it. `number`: a figure worked out. `json`: a list or record within a cell. */
type CellKind = 'text' | 'time' | 'whole' | 'number' | 'decimal' | 'json';

/** A column of an exported table; null for what is not known. Times in ISO 8601, UTC. */
export interface ExportColumn {
  readonly name: string;
  readonly kind: CellKind;
}

/** Null, or what its column's kind has. */
export type ExportCell = string | number | null;
export type ExportRow = readonly ExportCell[];

/** The columns of a table, and what each has of a record. */
export type CellsOf<T> = readonly (readonly [
  name: string,
  kind: CellKind,
  of: (record: T) => ExportCell | undefined,
])[];

export const columnsOf = <T>(cells: CellsOf<T>): readonly ExportColumn[] =>
  cells.map(([name, kind]) => ({ name, kind }));

export const rowOf = <T>(cells: CellsOf<T>, record: T): ExportRow => cells.map(([, , of]) => of(record) ?? null);

/** One column per field. */
export const provenanceCells = <T>(of: (record: T) => Provenance | null | undefined): CellsOf<T> =>
  provenanceColumns.map((name) => [name, 'text', (record) => cellsOf(of(record))[name]] as const);
