import { Readable } from 'node:stream';
import { type ExportTable, exportFilters, exportTables, type QueryOf } from '@triquad/core/contract';
import { StoreFault } from '../../journal/event-store.ts';
import type { Backend } from '../backend.ts';
import { Download } from '../download.ts';
import { exportFormats } from '../export-file.ts';
import { tables, type Wanted } from '../export-tables.ts';
import type { Handlers } from '../handler.ts';
import { notFound, notValid, Refusal, unread } from '../problem.ts';
import { rangeOf } from '../range.ts';

type Query = QueryOf<'export.table'>;

/** Exports at once: each reads a whole history. */
const MOST = 3;
/** A client that takes nothing for so long has gone, or holds up those that wait. */
const STALLED_MS = 60_000;
const filters = ['mode', 'exchange', 'type', 'market', 'code', 'q'] as const;

/** `stalledMs`: after how long an export that is not taken is ended. */
export function exportRoutes(
  { engine, store, archive, redact, now }: Backend,
  stalledMs = STALLED_MS,
): Pick<Handlers, 'export.table'> {
  const source = { store, archive, redact, opportunities: () => engine.state().opportunities };
  let running = 0;
  const onFault = (table: string, error: unknown): void => {
    // The bot is ending, or its disk has failed, which it says itself.
    if (!(error instanceof StoreFault))
      engine.log('ERROR', 'server', 'An export failed.', { table, error: String(error) });
  };
  return {
    'export.table': async ({ parameters, query }) => {
      const table = exportTables.find((one) => one === parameters.table);
      if (table === undefined) return notFound('table', parameters.table);
      const wanted = wantedOf(table, query);
      if (wanted instanceof Refusal) return wanted;
      const refusal = table === 'trades' ? unread(archive) : null;
      if (refusal !== null) return refusal;
      if (running >= MOST) return TOO_MANY;
      running += 1;
      let isOpen = true;
      const release = (): void => {
        if (isOpen) running -= 1;
        isOpen = false;
      };
      try {
        const { columns, pages, missing } = tables[table];
        const kept = await missing(source, wanted);
        const rows = pages(source, wanted);
        // What cannot be read at all is refused, not cut off.
        const first = await rows.next();
        const { type, write } = exportFormats[query.format];
        const body = streamOf(write(table, columns, begun(first, rows)), stalledMs);
        body.once('error', (error) => onFault(table, error));
        body.once('close', release);
        const name = `triquad-${table}-${new Date(now()).toISOString().slice(0, 10)}.${query.format}`;
        return new Download(body, {
          'content-type': type,
          'content-disposition': `attachment; filename="${name}"`,
          ...kept,
        });
      } catch (error) {
        release();
        throw error;
      }
    },
  };
}

const TOO_MANY = new Refusal(429, 'too_many_exports', `${MOST} exports are running already: try again in a while.`, {
  retryAfterSeconds: 5,
});

function wantedOf(table: ExportTable, query: Query): Wanted | Refusal {
  const taken: readonly string[] = exportFilters[table];
  const wrong = filters.find((name) => query[name] !== undefined && !taken.includes(name));
  if (wrong !== undefined) return notValid(wrong, `the table ${table} is not narrowed by it`);
  const range = rangeOf(query);
  if (range instanceof Refusal) return range;
  const { mode = null, exchange = null, type = null, market = null, code = null, q = null } = query;
  return { ...range, mode, exchange, type, market, code, q };
}

async function* begun<T>(first: IteratorResult<T, void>, rest: AsyncGenerator<T, void>): AsyncGenerator<T, void> {
  try {
    if (first.done === true) return;
    yield first.value;
    yield* rest;
  } finally {
    await rest.return();
  }
}

/** Reads on as far as the client has taken; ends it where the client takes nothing any more. */
function streamOf(parts: AsyncGenerator<Uint8Array, void>, stalledMs: number): Readable {
  const body = Readable.from(
    watched(parts, stalledMs, () => body.destroy()),
    { objectMode: false },
  );
  return body;
}

async function* watched(parts: AsyncGenerator<Uint8Array, void>, ms: number, end: () => void) {
  for await (const part of parts) {
    const timer = setTimeout(end, ms);
    try {
      yield part;
    } finally {
      clearTimeout(timer);
    }
  }
}
