import type { AnswerOf, Opportunity, Trade } from '@triquad/core/contract';
import type { Bot } from './bot.ts';

/** `decimal`: exact, as the journal has it. `number`: a figure worked out. `json`: a list or record within a cell. */
export type CellKind = 'text' | 'time' | 'whole' | 'number' | 'decimal' | 'json';

/** A column of an exported table; null for what is not known. Times in ISO 8601, UTC. */
export interface TableColumn {
  readonly name: string;
  readonly kind: CellKind;
}

/** Null, or what its column's kind has. */
export type Cell = string | number | null;

/** Both ends in ISO 8601, both included. */
export interface Range {
  readonly from?: string;
  readonly to?: string;
}

/** What can be exported: its columns, and its rows page by page, so that a long history does not fill the memory. */
export interface Table {
  readonly columns: readonly TableColumn[];
  pages(bot: Bot, range: Range, warn: (line: string) => void): AsyncGenerator<readonly (readonly Cell[])[], void>;
}

type Of<Row> = readonly [name: string, kind: CellKind, of: (row: Row) => Cell | undefined];
type Fact = AnswerOf<'facts.list'>['data'][number];
type Decided = AnswerOf<'history.list'>['body']['rows'][number];

const page = 500;

const columnsOf = <Row>(of: readonly Of<Row>[]): readonly TableColumn[] => of.map(([name, kind]) => ({ name, kind }));
const cellsOf = <Row>(of: readonly Of<Row>[], row: Row): readonly Cell[] => of.map(([, , value]) => value(row) ?? null);

const json = (value: unknown): string => JSON.stringify(value);
const path = (symbols: readonly string[] | null): Cell => symbols?.join('>') ?? null;

const tradeCells: readonly Of<Trade>[] = [
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
];

/** Trades of both modes, newest first. One that ends meanwhile began before the last page or is not of the range. */
async function* trades(bot: Bot, { from, to = new Date().toISOString() }: Range) {
  for (const mode of ['paper', 'live'] as const) {
    let [end, offset] = [to, 0];
    let seen = new Set<string>();
    for (;;) {
      const query = { mode, limit: page, offset, to: end, ...(from === undefined ? {} : { from }) };
      const { rows } = await bot.call('orders.history', { query });
      yield rows.filter(({ id }) => !seen.has(id)).map((row) => cellsOf(tradeCells, row));
      const last = rows.at(-1)?.entry_time ?? null;
      if (rows.length < page || last === null) break;
      offset = last === end ? offset + rows.length : 0;
      end = last;
      seen = new Set(rows.map(({ id }) => id));
    }
  }
}

const decisionCells: readonly Of<Decided>[] = [
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
];

/** Newest first. */
async function* decisions(bot: Bot, range: Range, warn: (line: string) => void) {
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = { limit: page, ...range, ...(cursor === undefined ? {} : { cursor }) };
    const answer: AnswerOf<'history.list'> = await bot.call('history.list', { query });
    const { kept_since } = answer.page;
    if (cursor === undefined && kept_since !== null) warn(`decisions are kept since ${kept_since}`);
    yield answer.body.rows.map((row) => cellsOf(decisionCells, row));
    cursor = answer.page.next;
  }
}

const opportunityCells: readonly Of<Opportunity>[] = [
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
];

/** Newest first: those in memory, then those that are kept on the disk. */
async function* opportunities(bot: Bot, { from, to }: Range) {
  for (let before: string | undefined; ; ) {
    const query = { limit: page, ...(before === undefined ? {} : { before }) };
    const { rows } = await bot.call('opportunities.list', { query });
    const isWithin = ({ detected_at }: Opportunity): boolean =>
      (from === undefined || (detected_at ?? '') >= from) && (to === undefined || (detected_at ?? '') <= to);
    yield rows.filter(isWithin).map((row) => cellsOf(opportunityCells, row));
    const last = rows.at(-1);
    const isPast = from !== undefined && (last?.detected_at ?? '') < from;
    if (rows.length < page || last === undefined || isPast) return;
    before = last.id;
  }
}

const factCells: readonly Of<Fact>[] = [
  ['seq', 'whole', ({ seq }) => seq],
  ['at', 'time', ({ at }) => at],
  ['type', 'text', ({ type }) => type],
  ['hash', 'text', ({ hash }) => hash],
  ['fact', 'json', ({ says }) => json(says)],
];

/** Oldest first, as far as the bot has written them down when it is asked first. */
async function* factsOf(bot: Bot, types: string | undefined, warn: (line: string) => void) {
  let last: number | undefined;
  for (let after = 0; after < (last ?? 1); ) {
    const query = { after, limit: page, ...(types === undefined ? {} : { types }) };
    const answer = await bot.call('facts.list', { query });
    last ??= answer.last;
    const { missing, through } = answer;
    if (missing !== null) warn(`facts ${missing.from} to ${missing.to} were moved out of the journal by a compaction`);
    yield answer.data;
    // One that compaction took away is passed over; a bot that says no more has no more.
    if (through <= after) return;
    after = through;
  }
}

/** A clock may have been set back: each fact is looked at. */
const isIn = ({ from, to }: Range, at: string | null): boolean =>
  (from === undefined || (at ?? '') >= from) && (to === undefined || (at ?? '') <= to);

async function* facts(bot: Bot, range: Range, warn: (line: string) => void) {
  for await (const some of factsOf(bot, undefined, warn))
    yield some.filter(({ at }) => isIn(range, at)).map((fact) => cellsOf(factCells, fact));
}

/** What of a fact moved an account. */
interface Fill {
  readonly fact: Fact;
  readonly kind: 'fill' | 'fee' | 'correction';
  readonly order: Order | undefined;
  readonly fee: { readonly asset: Cell; readonly amount: Cell };
  /** Whether it has the amounts of the fill itself. */
  readonly isMain: boolean;
}
interface Order {
  readonly execution_id: Cell;
  readonly leg: Cell;
  readonly purpose: Cell;
}

const fillTypes = 'OrderIntended,OrderFilled,FeeCharged,FillCorrected';
/** Orders whose fills may still come. */
const mostOrders = 100_000;

const cell = (value: unknown): Cell => (typeof value === 'string' || typeof value === 'number' ? value : null);
/** A correction takes back what it names. */
const signed = (kind: Fill['kind'], value: unknown): Cell => {
  const text = cell(value);
  if (text === null || kind !== 'correction') return text;
  return String(text).startsWith('-') ? String(text).slice(1) : `-${text}`;
};

const said = (name: string) => (fill: Fill) => cell(fill.fact.says[name]);
const amount = (name: string) => (fill: Fill) => (fill.isMain ? signed(fill.kind, fill.fact.says[name]) : null);
const fillCells: readonly Of<Fill>[] = [
  ['seq', 'whole', ({ fact }) => fact.seq],
  ['at', 'time', ({ fact }) => fact.at],
  ['kind', 'text', ({ kind }) => kind],
  ['mode', 'text', said('mode')],
  ['exchange', 'text', said('exchange')],
  ['symbol', 'text', said('symbol')],
  ['base', 'text', said('base')],
  ['quote', 'text', said('quote')],
  ['side', 'text', said('side')],
  ['quantity', 'decimal', amount('quantity')],
  ['quote_quantity', 'decimal', amount('quote_quantity')],
  ['fee', 'decimal', ({ fee }) => fee.amount],
  ['fee_asset', 'text', ({ fee }) => fee.asset],
  ['usd_value', 'number', ({ fact, isMain }) => (isMain ? cell(fact.says.usd_value) : null)],
  ['order_id', 'text', said('order_id')],
  ['execution_id', 'text', ({ order }) => order?.execution_id],
  ['leg', 'whole', ({ order }) => order?.leg],
  ['purpose', 'text', ({ order }) => order?.purpose],
];

/** Oldest first: a row for each fill with its first fee, and one for each further fee, so that columns add up. */
async function* fills(bot: Bot, range: Range, warn: (line: string) => void) {
  const orders = new Map<string, Order>();
  for await (const some of factsOf(bot, fillTypes, warn)) {
    const rows: (readonly Cell[])[] = [];
    for (const fact of some) {
      if (fact.type === 'OrderIntended') remember(orders, fact);
      else if (isIn(range, fact.at))
        rows.push(...fillsOf(fact, orders.get(String(fact.says.order_id))).map((fill) => cellsOf(fillCells, fill)));
    }
    yield rows;
  }
}

function remember(orders: Map<string, Order>, { says }: Fact): void {
  const order = fieldsOf(says.order);
  orders.set(String(order.id), {
    execution_id: cell(order.execution_id),
    leg: cell(order.leg),
    purpose: cell(order.purpose),
  });
  const [oldest] = orders.keys();
  if (orders.size > mostOrders && oldest !== undefined) orders.delete(oldest);
}

function fillsOf(fact: Fact, order: Order | undefined): readonly Fill[] {
  const { says } = fact;
  const none = { asset: null, amount: null };
  if (fact.type === 'FeeCharged') {
    const fee = { asset: cell(says.asset), amount: cell(says.amount) };
    return [{ fact, kind: 'fee', order, fee, isMain: false }];
  }
  const kind = fact.type === 'FillCorrected' ? 'correction' : 'fill';
  const fees = (Array.isArray(says.fees) ? says.fees : []).map(fieldsOf);
  const [first, ...others] = fees.map((fee) => ({ asset: cell(fee.asset), amount: signed(kind, fee.amount) }));
  const main: Fill = { fact, kind, order, fee: first ?? none, isMain: true };
  return [main, ...others.map((fee): Fill => ({ fact, kind: 'fee', order, fee, isMain: false }))];
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** By the words of the command. */
export const tables = {
  trades: { columns: columnsOf(tradeCells), pages: trades },
  fills: { columns: columnsOf(fillCells), pages: fills },
  facts: { columns: columnsOf(factCells), pages: facts },
  opportunities: { columns: columnsOf(opportunityCells), pages: opportunities },
  decisions: { columns: columnsOf(decisionCells), pages: decisions },
} satisfies Record<string, Table>;
