import * as z from 'zod/mini';
import { anything } from './answer.ts';
import { range, text, tradingMode } from './primitives.ts';
import { route } from './route.ts';

/** Tables of an export, each with its whole history. */
export const exportTables = ['trades', 'fills', 'facts', 'opportunities', 'decisions'] as const;
export type ExportTable = (typeof exportTables)[number];

/** Filters of an export beside its window; each table names its own. */
export const exportFilters = {
  trades: ['mode', 'exchange', 'type', 'market', 'q'],
  fills: ['mode', 'exchange', 'market'],
  facts: [],
  opportunities: ['exchange', 'type'],
  decisions: ['exchange', 'type', 'code', 'q'],
} as const satisfies Record<ExportTable, readonly string[]>;

/**
 * `from` and `to` in UTC, both included. `market`: whose prices were met, e.g. `practice`. `code`: the reason of a decision. `q`: part of an id,
 * a currency, an exchange, a status or reason. A filter that the table does not take is refused (422).
 */
const ExportQuery = z.object({
  format: z._default(z.enum(['csv', 'parquet']), 'csv'),
  ...range,
  mode: z.optional(tradingMode),
  exchange: z.optional(text),
  type: z.optional(text),
  market: z.optional(text),
  code: z.optional(text),
  q: z.optional(text),
});

export const exportRoutes = {
  'export.table': route({
    method: 'GET',
    path: '/export/{table}',
    role: 'viewer',
    extension: 'export',
    query: ExportQuery,
    record: z.string(),
    answer: anything,
    summary: `A whole table as a file: ${exportTables.join(', ')}`,
  }),
} as const;
