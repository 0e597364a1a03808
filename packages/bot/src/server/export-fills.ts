import { atExchange, type JournalFactRecord, type Provenance, underMode } from '@triquad/core/contract';
import { provenanceOfMarket } from '../model/market-event.ts';
import type { CellsOf, ExportCell } from './export-column.ts';
import { provenanceCells } from './export-column.ts';

/** A fact before its source is known. */
export type SaidFact = Omit<JournalFactRecord, 'provenance'>;

/** What of a fact moved an account. */
interface Fill {
  readonly fact: SaidFact;
  readonly kind: 'fill' | 'fee' | 'correction' | 'repricing';
  readonly order: Order | undefined;
  readonly fee: { readonly asset: ExportCell; readonly amount: ExportCell };
  /** Whether it has the amounts of the fill itself. */
  readonly isMain: boolean;
}
interface Order {
  readonly execution_id: ExportCell;
  readonly leg: ExportCell;
  readonly purpose: ExportCell;
  /** Whose prices it met; null where the journal does not say. */
  readonly market: ExportCell;
  readonly provenance: Provenance | null;
}

/** The facts that `createFills` has to hear of. */
export const fillTypes: ReadonlySet<string> = new Set([
  'MarketOpened',
  'OrderIntended',
  'OrderFilled',
  'FeeCharged',
  'FillCorrected',
  'FillRepriced',
]);
/** Orders whose fills may still come. */
const mostOrders = 100_000;

const cell = (value: unknown): ExportCell => (typeof value === 'string' || typeof value === 'number' ? value : null);
/** A correction takes back what it names. */
const signed = (kind: Fill['kind'], value: unknown): ExportCell => {
  const text = cell(value);
  if (text === null || kind !== 'correction') return text;
  return String(text).startsWith('-') ? String(text).slice(1) : `-${text}`;
};

const said = (name: string) => (fill: Fill) => cell(fill.fact.says[name]);
const amount = (name: string) => (fill: Fill) => (fill.isMain ? signed(fill.kind, fill.fact.says[name]) : null);

export const fillCells: CellsOf<Fill> = [
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
  ['market', 'text', ({ order }) => order?.market],
  ...provenanceCells(({ order }: Fill) => order?.provenance),
];

/**
 * Takes the facts of a journal in their order, and gives for each the rows it makes: one for a fill with its first fee, and one for each
 * further fee, so that columns add up.
 */
export function createFills(): (fact: SaidFact) => readonly Fill[] {
  const orders = new Map<string, Order>();
  const watched = watchedPrices();
  let market: ExportCell = null;
  return (fact) => {
    const provenance = watched(fact);
    if (fact.type === 'MarketOpened') market = cell(fact.says.market);
    else if (fact.type === 'OrderIntended') remember(orders, fact, market, provenance);
    else return fillsOf(fact, orders.get(String(fact.says.order_id)));
    return [];
  };
}

/**
 * Takes the facts of a journal in their order, and gives for each the prices that were watched then: those of its exchange and mode where it names
 * them. `before`: those that were watched before the first.
 */
export function watchedPrices(before: Provenance | null = null): (fact: SaidFact) => Provenance | null {
  let watched = before;
  return ({ type, says }) => {
    if (type === 'MarketOpened')
      watched = provenanceOfMarket(String(says.market), says.provenance as Provenance | undefined);
    const { mode, exchange } = { ...fieldsOf(says.order), ...fieldsOf(says.plan), ...says };
    const own = watched && underMode(watched, mode === 'live' ? 'live' : 'paper');
    return own && atExchange(own, typeof exchange === 'string' ? exchange : null);
  };
}

function remember(
  orders: Map<string, Order>,
  { says }: SaidFact,
  market: ExportCell,
  provenance: Provenance | null,
): void {
  const order = fieldsOf(says.order);
  orders.set(String(order.id), {
    execution_id: cell(order.execution_id),
    leg: cell(order.leg),
    purpose: cell(order.purpose),
    market,
    provenance,
  });
  const [oldest] = orders.keys();
  if (orders.size > mostOrders && oldest !== undefined) orders.delete(oldest);
}

const kinds: Readonly<Record<string, Fill['kind']>> = { FillCorrected: 'correction', FillRepriced: 'repricing' };

function fillsOf(fact: SaidFact, order: Order | undefined): readonly Fill[] {
  const { says } = fact;
  const none = { asset: null, amount: null };
  if (fact.type === 'FeeCharged') {
    const fee = { asset: cell(says.asset), amount: cell(says.amount) };
    return [{ fact, kind: 'fee', order, fee, isMain: false }];
  }
  const kind = kinds[fact.type] ?? 'fill';
  const fees = (Array.isArray(says.fees) ? says.fees : []).map(fieldsOf);
  const [first, ...others] = fees.map((fee) => ({ asset: cell(fee.asset), amount: signed(kind, fee.amount) }));
  const main: Fill = { fact, kind, order, fee: first ?? none, isMain: true };
  return [main, ...others.map((fee): Fill => ({ fact, kind: 'fee', order, fee, isMain: false }))];
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};
