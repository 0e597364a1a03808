import type { LogLevel, LogRecord, QueryOf } from '@triquad/core/contract';
import type { LogWritten } from '../../model/event.ts';
import type { Backend } from '../backend.ts';
import type { Handlers } from '../handler.ts';
import { searchQueue } from '../queue.ts';
import { logRecord } from '../records.ts';

const GRAVITY: Readonly<Record<LogLevel, number>> = { DEBUG: 0, INFO: 1, WARNING: 2, ERROR: 3 };
const PAGE = 500;

export function logRoutes(backend: Backend): Pick<Handlers, 'logs.list'> {
  const queue = searchQueue();
  return { 'logs.list': ({ query }) => queue.run(async () => ({ data: await history(backend, query) })) };
}

/** Walks back through the kept entries until enough of them fit, page by page so that the market never waits for it. */
async function history(
  { store, redact }: Backend,
  { limit, level, q, before }: QueryOf<'logs.list'>,
): Promise<LogRecord[]> {
  const least = GRAVITY[level ?? 'DEBUG'];
  const needle = q?.toLowerCase();
  const fits = (entry: LogRecord) =>
    // Ids grow with time.
    (before === undefined || entry.id < before) &&
    GRAVITY[entry.level] >= least &&
    (needle === undefined || `${entry.source} ${entry.message}`.toLowerCase().includes(needle));
  const found: LogRecord[] = [];
  let place: { readonly before?: number } = {};
  while (found.length < limit) {
    const kept = await store.records('logs', { limit: PAGE, ...place });
    found.push(...kept.map(({ data }) => logRecord(data as LogWritten)).filter(fits));
    const oldest = kept.at(-1);
    if (oldest === undefined) break;
    place = { before: oldest.seq };
  }
  return found.slice(0, limit).map((entry) => JSON.parse(redact(JSON.stringify(entry))) as LogRecord);
}
