import { StoreFault } from '../journal/event-store.ts';
import type { FileStore } from '../journal/sqlite.ts';
import type { Clock } from '../model/clock.ts';
import type { LogLevel } from '../model/event.ts';

interface Daily {
  readonly store: Pick<FileStore, 'compact'>;
  readonly engine: { log(level: LogLevel, source: string, message: string, metadata?: Record<string, unknown>): void };
  /** Null for never. */
  readonly afterDays: number | null;
  readonly clock: Pick<Clock, 'now' | 'after'>;
}

const DAY_MS = 86_400_000;
/** A start has other things to do first. */
const FIRST_MS = 10_000;

/** Compacts the journal of a running bot soon after its start and then once a day, and logs what came of it; what it returns ends that. */
export function compactDaily({ store, engine, afterDays, clock }: Daily): () => void {
  if (afterDays === null) return () => {};
  const run = async (): Promise<void> => {
    try {
      const { facts, files, bytes } = await store.compact(clock.now() - afterDays * DAY_MS);
      if (facts === 0) return;
      const message = `${facts} facts older than ${afterDays} days have left the journal's database for ${files.join(', ')}.`;
      engine.log('INFO', 'journal', message, { facts, files, bytes });
    } catch (error) {
      if (!(error instanceof StoreFault)) throw error;
      if (ended) return;
      engine.log(
        'WARNING',
        'journal',
        `The journal was not compacted: ${error.message}. It is tried again tomorrow.`,
        {},
      );
    }
  };
  let ended = false;
  const daily = (): void => {
    void run();
    cancel = clock.after(DAY_MS, daily);
  };
  let cancel = clock.after(FIRST_MS, daily);
  return () => {
    ended = true;
    cancel();
  };
}
