import type { DatabaseSync } from 'node:sqlite';
import type { Range } from '@triquad/core/time';
import type { Engine } from '../engine/engine.ts';

const MINUTE_MS = 60_000;
const KEPT_MS = 60 * 24 * 60 * MINUTE_MS;

/** How long the bot watched the market, and what it saw, minute by minute; it outlives the process. */
export interface Observations {
  within(period: Range): { readonly opportunities: number; readonly minutes: number };
  /** Books the time since the last call as watched, if the bot was running. */
  tick(): void;
  stop(): void;
}

export function createObservations(database: DatabaseSync, engine: Engine, now: () => number): Observations {
  database.exec(
    'CREATE TABLE IF NOT EXISTS watched (minute INTEGER PRIMARY KEY, ms INTEGER NOT NULL, opportunities INTEGER NOT NULL) STRICT',
  );
  const add = database.prepare(
    `INSERT INTO watched VALUES (?, ?, ?) ON CONFLICT (minute)
     DO UPDATE SET ms = ms + excluded.ms, opportunities = opportunities + excluded.opportunities`,
  );
  const forget = database.prepare('DELETE FROM watched WHERE minute < ?');
  const select = database.prepare(
    'SELECT total(ms) AS ms, total(opportunities) AS opportunities FROM watched WHERE minute >= ? AND minute < ?',
  );
  let last = now();
  let seen = 0;
  const isRunning = () => engine.state().lifecycle === 'running';
  /** Whether it has watched since `last`. */
  let watching = isRunning();
  const unsubscribe = engine.subscribe(({ type }) => {
    if (type === 'OpportunityDetected') seen += 1;
    if (type !== 'BotStarted' && type !== 'BotStopping') return;
    tick();
    watching = type === 'BotStarted';
  });
  let failed = false;
  /** Null while it does not watch. */
  const watchedSince = (at: number): number | null => (watching ? Math.min(MINUTE_MS, Math.max(0, at - last)) : null);
  const book = () => {
    const at = now();
    const minute = at - (at % MINUTE_MS);
    const ms = watchedSince(at);
    if (ms !== null) add.run(minute, ms, seen);
    forget.run(at - KEPT_MS);
    last = at;
    seen = 0;
    watching = isRunning();
  };
  const tick = () => {
    try {
      book();
      failed = false;
    } catch (error) {
      // What was seen is booked once there is room again.
      if (!failed)
        engine.log('ERROR', 'server', 'What was watched could not be written down.', { error: String(error) });
      failed = true;
    }
  };
  return {
    within({ from, to }) {
      const row = select.get(Math.floor(from), Math.ceil(to));
      const at = now();
      const booked = { opportunities: Number(row?.opportunities ?? 0), ms: Number(row?.ms ?? 0) };
      // What came since the last tick counts as well.
      const ms = at >= from && last < to ? watchedSince(at) : null;
      if (ms === null) return { opportunities: booked.opportunities, minutes: booked.ms / MINUTE_MS };
      return { opportunities: booked.opportunities + seen, minutes: (booked.ms + ms) / MINUTE_MS };
    },
    tick,
    stop() {
      tick();
      unsubscribe();
    },
  };
}
