import type { Provenance } from '../contract/provenance.ts';

/** A record that states the source of its figures; null where its bot does not. */
export type Sourced = { readonly provenance: Provenance | null };

/** Money that came about at a market, in USD, with its source. Null: unknown, and not stated. */
export type Figure = { readonly usd: number | null; readonly source: Provenance | null };

/** A figure of the record that states its source; of none while that is not loaded. */
export const figureOf = (record: Sourced | null | undefined, usd: number | null | undefined): Figure => ({
  usd: usd ?? null,
  source: record?.provenance ?? null,
});
