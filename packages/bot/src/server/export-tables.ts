import { setImmediate } from 'node:timers/promises';
import type {
  DecidedRecord,
  ExportTable,
  OpportunityRecord,
  Provenance,
  TradeRecord,
  TradingMode,
} from '@triquad/core/contract';
import { isWithin, type OpenRange } from '@triquad/core/time';
import { bisect } from '../journal/bisect.ts';
import type { EventStore, KeptRecord, Ring } from '../journal/event-store.ts';
import type { DecisionMade, Fact } from '../model/event.ts';
import { isoTime } from '../model/moment.ts';
import type { Archive } from './archive.ts';
import type { TradePlace } from './archive-reader.ts';
import {
  type CellsOf,
  columnsOf,
  type ExportCell,
  type ExportColumn,
  type ExportRow,
  provenanceCells,
  rowOf,
} from './export-column.ts';
import { createFills, fillCells, fillTypes, type SaidFact, watchedPrices } from './export-fills.ts';
import { factRecord } from './facts-page.ts';
import { matcherOf } from './lives.ts';
import { decidedRecord } from './records.ts';
import { keptOpportunity, newestFirst } from './ring-search.ts';

/** What is wanted of a table; `[from, to)` in UTC milliseconds, null for any. Filters that the table does not take are null. */
export interface Wanted extends OpenRange {
  readonly mode: TradingMode | null;
  readonly exchange: string | null;
  readonly type: string | null;
  readonly market: string | null;
  readonly code: string | null;
  readonly q: string | null;
}

/** Where the rows come from. `opportunities`: those in memory. */
export interface ExportSource {
  readonly store: Pick<EventStore<Fact>, 'facts' | 'committed' | 'records'>;
  readonly archive: Pick<Archive, 'tradesBefore'>;
  readonly opportunities: () => readonly OpportunityRecord[];
  readonly redact: (line: string) => string;
}

/** Rows page by page, so that a long history neither fills the memory nor holds the market up. */
type Pages = AsyncGenerator<readonly ExportRow[], void>;
/** What of a table is not there any more, as headers of the answer. */
export type Missing = Readonly<Record<string, string>>;

interface Table {
  readonly columns: readonly ExportColumn[];
  readonly pages: (source: ExportSource, wanted: Wanted) => Pages;
  readonly missing: (source: ExportSource, wanted: Wanted) => Promise<Missing>;
}

/** Rows that are read at a time: some milliseconds. */
const PAGE = 250;
/** A record may be written again later than it was made, and moments are of a clock that may be set. */
const SLACK_MS = 60_000;

const json = (value: unknown): string => JSON.stringify(value);
const path = (symbols: readonly string[]): ExportCell => symbols.join('>');

const tradeCells: CellsOf<TradeRecord> = [
  ['id', 'text', ({ id }) => id],
  ['started_at', 'time', ({ entry_time }) => entry_time],
  ['mode', 'text', ({ mode }) => mode],
  ['status', 'text', ({ status }) => status],
  ['type', 'text', ({ opportunity_type }) => opportunity_type],
  ['exchange', 'text', ({ exchange }) => exchange],
  ['path', 'text', ({ symbols }) => path(symbols)],
  ['capital_usd', 'number', ({ capital }) => capital],
  ['profit_usd', 'number', ({ profit }) => profit],
  ['expected_profit_usd', 'number', ({ expected_profit }) => expected_profit],
  ['optimistic_profit_usd', 'number', ({ optimistic_profit }) => optimistic_profit],
  ['pessimistic_profit_usd', 'number', ({ pessimistic_profit }) => pessimistic_profit],
  ['fees_usd', 'number', ({ fees }) => fees],
  ['profit_pct', 'number', ({ profit_pct }) => profit_pct],
  ['slippage_pct', 'number', ({ slippage_pct }) => slippage_pct],
  ['duration_seconds', 'number', ({ duration_seconds }) => duration_seconds],
  ['opportunity_id', 'text', ({ opportunity_id }) => opportunity_id],
  ['dislocation_id', 'text', ({ dislocation_id }) => dislocation_id],
  ['config_version', 'whole', ({ config_version }) => config_version],
  ['error', 'text', ({ error_message }) => error_message],
  ['legs', 'json', ({ legs }) => json(legs)],
  ['market', 'text', ({ market }) => market],
  ['dust_usd', 'number', ({ dust }) => dust],
  ['started_by', 'text', ({ trigger }) => trigger],
  ...provenanceCells(({ provenance }: TradeRecord) => provenance),
];

/** Trades of paper, then of real money, newest first. One that ends meanwhile is of neither page. */
async function* trades({ archive }: ExportSource, { mode, q, code: _, ...where }: Wanted): Pages {
  const sought = q?.trim().toLowerCase() ?? '';
  const fits = (trade: TradeRecord) =>
    sought === '' || wordsOf(trade).some((word) => word.toLowerCase().includes(sought));
  for (const one of mode === null ? (['paper', 'live'] as const) : [mode]) {
    for (let before: TradePlace | null = null; ; ) {
      const rows: readonly TradeRecord[] = archive.tradesBefore({ ...where, mode: one }, before, PAGE);
      yield rows.filter(fits).map((row) => rowOf(tradeCells, row));
      const last = rows.at(-1);
      if (last === undefined || rows.length < PAGE) break;
      before = { at: Date.parse(last.entry_time), id: last.id };
      await setImmediate();
    }
  }
}

/** As the history of the dashboard searches them. */
const wordsOf = ({ id, opportunity_id, exchange, symbols, status, error_message }: TradeRecord): readonly string[] => [
  ...[id, opportunity_id, exchange, status, error_message ?? ''],
  symbols.join(' → '),
];

const decisionCells: CellsOf<DecidedRecord> = [
  ['id', 'text', ({ id }) => id],
  ['at', 'time', ({ at }) => at],
  ['decision', 'text', ({ decision }) => decision],
  ['reason', 'text', ({ reason }) => reason],
  ['type', 'text', ({ type }) => type],
  ['exchange', 'text', ({ exchange }) => exchange],
  ['path', 'text', ({ symbols }) => path(symbols)],
  ['profit_pct', 'number', ({ profit_pct }) => profit_pct],
  ['threshold_pct', 'number', ({ threshold_pct }) => threshold_pct],
  ['opportunity_id', 'text', ({ opportunity_id }) => opportunity_id],
  ['dislocation_id', 'text', ({ dislocation_id }) => dislocation_id],
  ['execution_id', 'text', ({ execution_id }) => execution_id],
  ['detail', 'text', ({ detail }) => detail],
  ...provenanceCells(({ provenance }: DecidedRecord) => provenance),
];

/** Newest first. */
async function* decisions({ store }: ExportSource, { from, to, exchange, type, code, q }: Wanted): Pages {
  const fits = matcherOf({ ...(exchange && { exchange }), ...(type && { type }), ...(q && { q }) });
  yield* inPages(newestFirst(store, 'decisions', to), ({ at, data }) => {
    if (from !== null && at < from) return 'over';
    const decision = data as DecisionMade;
    const isWanted = isWithin({ from, to }, at) && (code === null || decision.reason === code) && fits(decision);
    return isWanted ? rowOf(decisionCells, decidedRecord(decision)) : null;
  });
}

const opportunityCells: CellsOf<OpportunityRecord> = [
  ['id', 'text', ({ id }) => id],
  ['detected_at', 'time', ({ detected_at }) => detected_at],
  ['expires_at', 'time', ({ expires_at }) => expires_at],
  ['type', 'text', ({ type }) => type],
  ['exchange', 'text', ({ exchange }) => exchange],
  ['path', 'text', ({ symbols }) => path(symbols)],
  ['profit_pct', 'number', ({ profit_pct }) => profit_pct],
  ['profit_usd', 'number', ({ profit_usd }) => profit_usd],
  ['capital_usd', 'number', ({ capital_required }) => capital_required],
  ['lifetime_ms', 'number', ({ lifetime_ms }) => lifetime_ms],
  ['break_even_fee_pct', 'number', ({ break_even_fee_pct }) => break_even_fee_pct],
  ['dislocation_id', 'text', ({ dislocation_id }) => dislocation_id],
  ['decision', 'text', ({ decision }) => decision?.decision],
  ['reason', 'text', ({ decision }) => decision?.reason],
  ['outcome', 'text', ({ outcome }) => outcome?.outcome],
  ['legs', 'json', ({ legs }) => json(legs)],
  ...provenanceCells(({ provenance }: OpportunityRecord) => provenance),
];

/** Newest first: those in memory, then the others on the disk. */
async function* opportunities(source: ExportSource, { from, to, exchange, type }: Wanted): Pages {
  const recent = source.opportunities();
  const known = new Set(recent.map(({ id }) => id));
  const fits = (one: OpportunityRecord): boolean => {
    return (
      isWithin({ from, to }, Date.parse(one.detected_at)) &&
      (exchange === null || one.exchange === exchange.toLowerCase()) &&
      (type === null || one.type === type)
    );
  };
  yield recent.filter(fits).map((one) => rowOf(opportunityCells, one));
  yield* inPages(newestFirst(source.store, 'opportunities', to), ({ at, data }) => {
    if (from !== null && at < from - SLACK_MS) return 'over';
    const one = keptOpportunity(data);
    return known.has(one.id) || !fits(one) ? null : rowOf(opportunityCells, one);
  });
}

/** The rows that `rowOf` makes of the records, until it says that what follows is over. */
async function* inPages(records: AsyncIterable<KeptRecord>, rowOf: (record: KeptRecord) => ExportRow | null | 'over') {
  let page: ExportRow[] = [];
  for await (const record of records) {
    const row = rowOf(record);
    if (row === 'over') break;
    if (row !== null) page.push(row);
    if (page.length < PAGE) continue;
    yield page;
    page = [];
  }
  yield page;
}

/** A fact, and the prices that were watched. */
type SourcedFact = { readonly fact: SaidFact; readonly provenance: Provenance | null };

const factCells: CellsOf<SourcedFact> = [
  ['seq', 'whole', ({ fact }) => fact.seq],
  ['at', 'time', ({ fact }) => fact.at],
  ['type', 'text', ({ fact }) => fact.type],
  ['hash', 'text', ({ fact }) => fact.hash],
  ['fact', 'json', ({ fact }) => json(fact.says)],
  ...provenanceCells(({ provenance }: SourcedFact) => provenance),
];

/** Oldest first, as far as they are on the disk when it begins. A reason that an operator gave may quote a secret. */
async function* factsOf({ store, redact }: ExportSource, types: ReadonlySet<string> | null) {
  const last = store.committed();
  for (let next = 1; next <= last; ) {
    const page = await store.facts(next, PAGE);
    const end = page.at(-1);
    if (end === undefined) return;
    next = end.seq + 1;
    const told = page.filter(({ seq, fact }) => seq <= last && (types === null || types.has(fact.type)));
    yield JSON.parse(redact(JSON.stringify(told.map(factRecord)))) as SaidFact[];
  }
}

/** A clock may have been set back: each fact is looked at. */
const within = (wanted: Wanted, { at }: SaidFact): boolean => isWithin(wanted, Date.parse(at));

async function* facts(source: ExportSource, wanted: Wanted): Pages {
  const watched = watchedPrices();
  for await (const page of factsOf(source, null))
    yield page
      .map((fact) => ({ fact, provenance: watched(fact) }))
      .filter(({ fact }) => within(wanted, fact))
      .map((row) => rowOf(factCells, row));
}

/** Oldest first. */
async function* fills(source: ExportSource, wanted: Wanted): Pages {
  const { mode, exchange, market } = wanted;
  const fillsOf = createFills();
  const isOf = (value: unknown, filter: string | null): boolean => filter === null || value === filter;
  for await (const page of factsOf(source, fillTypes))
    yield page
      .flatMap((fact) => fillsOf(fact).filter(() => within(wanted, fact)))
      .filter(
        ({ fact: { says }, order }) =>
          isOf(says.mode, mode) && isOf(says.exchange, exchange) && isOf(order?.market, market),
      )
      .map((fill) => rowOf(fillCells, fill));
}

const all = async (): Promise<Missing> => ({});

/** `x-kept-since`: what was recorded before is not kept any more. */
const ringMissing =
  (ring: Ring) =>
  async ({ store }: ExportSource, { from }: Wanted): Promise<Missing> => {
    const [newest] = await store.records(ring, { limit: 1 });
    if (newest === undefined) return {};
    const upTo = async (seq: number) => store.records(ring, { limit: 1, before: seq + 1 });
    const first = await bisect(1, newest.seq, async (seq) => (await upTo(seq)).length > 0);
    const [oldest] = await upTo(first);
    return first <= 1 || oldest === undefined || (from !== null && oldest.at < from)
      ? {}
      : { 'x-kept-since': isoTime(oldest.at) };
  };

/** `x-missing-facts`: the numbers of those that a compaction moved out of the journal. */
const factsMissing = async ({ store }: ExportSource): Promise<Missing> => {
  const [first] = await store.facts(1, 1);
  return first === undefined || first.seq <= 1 ? {} : { 'x-missing-facts': `1-${first.seq - 1}` };
};

export const tables: Readonly<Record<ExportTable, Table>> = {
  trades: { columns: columnsOf(tradeCells), pages: trades, missing: all },
  fills: { columns: columnsOf(fillCells), pages: fills, missing: factsMissing },
  facts: { columns: columnsOf(factCells), pages: facts, missing: factsMissing },
  opportunities: { columns: columnsOf(opportunityCells), pages: opportunities, missing: ringMissing('opportunities') },
  decisions: { columns: columnsOf(decisionCells), pages: decisions, missing: ringMissing('decisions') },
};
