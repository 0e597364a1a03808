import type { DatabaseSync } from 'node:sqlite';
import { type ChainRow, verifyChain } from '../journal/chain.ts';
import type { ChainVerdict } from '../journal/event-store.ts';
import { StoreFault } from '../journal/event-store.ts';
import { createFactCount } from '../journal/growth.ts';
import { snapshotSeq } from '../journal/journal-file.ts';
import { openToLook } from '../journal/look.ts';
import { JournalRows } from '../journal/rows.ts';
import { guarded, journalSchema } from '../journal/schema.ts';
import { evolve, initialState } from '../kernel/fold.ts';
import { defaultConfig } from '../model/config.ts';
import type { Fact } from '../model/event.ts';
import type { JournalledState } from '../model/state.ts';
import { Ledger } from '../portfolio/ledger.ts';

/** What the facts of a journal come to, folded from the first one. */
export interface JournalFindings {
  /** Of the file, and the newest that this program knows. */
  readonly schema: { readonly found: number; readonly known: number };
  /** What SQLite finds wrong with the file, null when nothing. */
  readonly damage: string | null;
  readonly chain: ChainVerdict;
  /** How many of the facts lie in sealed files. */
  readonly sealed: number;
  readonly state: JournalledState;
  readonly ledger: Ledger;
  /** Facts whose time is more than a second before that of the fact before. */
  readonly clockSteps: number;
  /** When the last fact was written, UTC milliseconds; null in an empty journal. */
  readonly lastAt: number | null;
  /** How many facts came a day in the last week of the journal; null where that is not known. */
  readonly factsPerDay: number | null;
}

const STEP_MS = 1_000;

type OnFact = (fact: Fact, ledger: Ledger, state: JournalledState) => void;

/**
 * Reads a journal that no process holds from end to end and changes nothing. `onFact` sees ledger and state after each fact.
 * @throws StoreFault
 */
export function examineJournal(file: string, onFact: OnFact = () => {}): JournalFindings {
  using database = openToLook(file);
  return guarded(file, () => findings(database, file, onFact));
}

function findings(database: DatabaseSync, file: string, onFact: OnFact): JournalFindings {
  const found = Number(database.prepare('PRAGMA user_version').get()?.user_version);
  const checked = String(database.prepare('PRAGMA quick_check(1)').get()?.quick_check ?? 'ok');
  if (found === 0) throw new StoreFault('corrupt', 'it is empty: it holds no journal');
  const rows = new JournalRows(database, file);
  const state = initialState(defaultConfig.parameters);
  const ledger = new Ledger();
  let lastAt: number | null = null;
  let clockSteps = 0;
  const count = createFactCount();
  function* read(): Generator<ChainRow> {
    for (const row of rows.from(1)) {
      const { seq, payload } = row;
      yield row;
      // Only what the chain holds to be genuine comes to this line.
      const fact = JSON.parse(payload) as Fact;
      evolve(state, fact);
      ledger.fold(seq, fact);
      if (lastAt !== null && fact.at < lastAt - STEP_MS) clockSteps += 1;
      lastAt = fact.at;
      count.add(fact.at);
      onFact(fact, ledger, state);
    }
  }
  const chain = verifyChain(read(), snapshotSeq(database));
  return {
    schema: { found, known: journalSchema.migrations.length },
    damage: checked === 'ok' ? null : checked,
    chain,
    sealed: rows.sealedTo(),
    state,
    ledger,
    clockSteps,
    lastAt,
    factsPerDay: count.perDay(),
  };
}
