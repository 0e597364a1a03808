import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isReadable } from '../directory/inventory.ts';
import { openToLook } from '../journal/look.ts';
import { JournalRows } from '../journal/rows.ts';
import { guarded, versionOf } from '../journal/schema.ts';
import type { Fact } from '../model/event.ts';
import type { KeptChoice } from '../model/market-event.ts';

/** What a journal says of the market: the last choice, and the last one that was watched, by its name; null where there was none. */
export interface JournalledMarket {
  readonly choice: KeptChoice | null;
  readonly watched: string | null;
}

const none: JournalledMarket = { choice: null, watched: null };

/** Reads the market of a data directory that no bot uses out of its journal. @throws StoreFault */
export function journalledMarket(dataDir: string): JournalledMarket {
  const file = join(dataDir, 'journal.sqlite');
  if (!existsSync(file) || !isReadable(dataDir, 'journal.sqlite')) return none;
  using database = openToLook(file);
  return guarded(file, () => {
    if (versionOf(database, file) === 0) return none;
    const select = database.prepare('SELECT payload FROM journal WHERE type = ? ORDER BY seq DESC LIMIT 1');
    const inTable = (type: Fact['type']): string | undefined => select.get(type)?.payload?.toString();
    const rows = new JournalRows(database, file);
    let { choice, watched } = none;
    const note = (payload: string): void => {
      const fact = JSON.parse(payload) as Fact;
      if (fact.type === 'MarketChosen') choice = fact.choice;
      if (fact.type === 'MarketOpened') watched = fact.market;
    };
    // Older facts may have left the table for sealed files.
    const kept = [inTable('MarketChosen'), inTable('MarketOpened')];
    if (kept.includes(undefined))
      for (const { payload } of rows.from(1, rows.sealedTo()))
        if (/"type":"Market(Chosen|Opened)"/.test(payload)) note(payload);
    for (const payload of kept) if (payload !== undefined) note(payload);
    return { choice, watched };
  });
}
