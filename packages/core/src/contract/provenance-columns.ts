import type { Provenance } from './provenance.ts';

/** One column per field in tables and exports. */
export const provenanceColumns = [
  'provenance_kind',
  'provenance_exchange',
  'provenance_name',
  'provenance_money',
] as const;
export type ProvenanceCells = Record<(typeof provenanceColumns)[number], string | null>;

export const provenanceCells = (provenance: Provenance | null | undefined): ProvenanceCells => ({
  provenance_kind: provenance?.kind ?? null,
  provenance_exchange: provenance?.exchange ?? null,
  provenance_name: provenance?.name ?? null,
  provenance_money: provenance?.money ?? null,
});
