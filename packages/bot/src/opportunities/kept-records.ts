import type { OpportunityRecord } from '@triquad/core/contract';
import type { EventStore } from '../journal/event-store.ts';
import { ended } from './outcome.ts';

/** How many records of shown opportunities, of dislocations, and of ended cycles of a dislocation are kept in memory. */
const most = { shown: 1000, dislocations: 50, ended: 50 };

/** The records of opportunities, of those that ended too. */
export type KeptRecords = {
  /** `isShown`: clients know of it, not only those who ask for the cycles of its dislocation. */
  keep(record: OpportunityRecord, isShown: boolean): void;
  find(id: string): OpportunityRecord | undefined;
  /** Whether it was ever there, shown or not. */
  knows(id: string): boolean;
  /** Newest first. */
  shown(): readonly OpportunityRecord[];
  /** Every cycle of a dislocation, the most profitable first. */
  alternatives(dislocation: string): readonly OpportunityRecord[];
};

export const createKeptRecords = (store: Pick<EventStore, 'recall'>): KeptRecords => {
  // No opportunity outlives the process that found it.
  const before = store.recall('opportunities', { limit: most.shown }).map(({ data }) => data as OpportunityRecord);
  const shown = new Map(before.reverse().map((record) => [record.id, ended(record)]));
  const byDislocation = new Map<string, Map<string, OpportunityRecord>>();

  const cyclesOf = (id: string): Map<string, OpportunityRecord> => {
    const known = byDislocation.get(id);
    if (known) return known;
    const cycles = new Map<string, OpportunityRecord>();
    byDislocation.set(id, cycles);
    forgetOldest(byDislocation, most.dislocations);
    return cycles;
  };

  return {
    keep: (record, isShown) => {
      const cycles = cyclesOf(record.dislocation_id ?? record.id);
      cycles.set(record.id, record);
      const gone = cycles.size > most.ended ? [...cycles.values()].find(({ is_valid }) => !is_valid) : undefined;
      if (gone) cycles.delete(gone.id);
      if (!isShown) return;
      shown.set(record.id, record);
      forgetOldest(shown, most.shown);
    },
    find: (id) => shown.get(id),
    knows: (id) => shown.has(id) || [...byDislocation.values()].some((cycles) => cycles.has(id)),
    shown: () => [...shown.values()].reverse(),
    alternatives: (dislocation) =>
      [...(byDislocation.get(dislocation)?.values() ?? [])].sort((a, b) => (b.profit_usd ?? 0) - (a.profit_usd ?? 0)),
  };
};

const forgetOldest = <V>(kept: Map<string, V>, atMost: number): void => {
  const [oldest] = kept.size > atMost ? kept.keys() : [];
  if (oldest !== undefined) kept.delete(oldest);
};
