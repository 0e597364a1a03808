import {
  atExchange,
  type PlaceOrder,
  type QueryOf,
  type ReadBodyOf,
  type TradingMode,
  underMode,
} from '@triquad/core/contract';
import { tradeRecord } from '../../portfolio/trade-record.ts';
import type { Archive } from '../archive.ts';
import type { TradeSums } from '../archive-reader.ts';
import type { Backend } from '../backend.ts';
import { marketAt } from '../books.ts';
import { executionResult } from '../execution-result.ts';
import type { Handlers } from '../handler.ts';
import { notFound, notValid, Refusal, unread } from '../problem.ts';
import { rangeOf } from '../range.ts';
import { orderRecord } from '../records.ts';
import { refusedCommand } from '../refused-command.ts';

type OrderRoutes =
  | 'orders.list'
  | 'orders.get'
  | 'orders.place'
  | 'orders.cancel'
  | 'orders.history'
  | 'orders.preview'
  | 'orders.execute';

export function orderRoutes({ engine, archive }: Backend): Pick<Handlers, OrderRoutes> {
  return {
    'orders.list': ({ query: { exchange = null, status = null, limit, offset } }) => {
      const refusal = unread(archive);
      if (refusal !== null) return refusal;
      const { rows, total } = archive.orders({ exchange, status, limit, offset });
      return { data: rows.map(orderRecord), total, limit, offset };
    },
    'orders.get': ({ parameters: { id } }) => {
      const order = archive.order(id);
      return order === null ? (unread(archive) ?? notFound('order', id)) : orderRecord(order);
    },
    'orders.place': async ({ body, key }) => {
      const wrong = wrongPrice(body);
      if (wrong !== null) return wrong;
      const result = await engine.command({ type: 'PlaceOrder', order: body, key });
      return result.ok ? orderRecord(result.value) : refusedCommand(result);
    },
    'orders.cancel': async ({ parameters: { id } }) => {
      const result = await engine.command({ type: 'CancelOrder', order_id: id });
      return result.ok ? orderRecord(result.value) : refusedCommand(result);
    },
    'orders.history': ({ query }) => unread(archive) ?? history(archive, query, engine.state().mode),
    'orders.preview': async ({ body }) => {
      const result = await engine.command({ type: 'PreviewOpportunity', ...body });
      return result.ok ? result.value : refusedCommand(result);
    },
    'orders.execute': async ({ body, key }) => {
      const { opportunity_id, amount = null, dry_run, min_profit_pct = null, again = false } = body;
      const guard = isGuarded(body) ? { min_profit_pct, again } : undefined;
      const result = await engine.command({
        type: 'ExecuteOpportunity',
        opportunity_id,
        amount,
        dry_run,
        guard,
        key,
      });
      return result.ok ? executionResult(tradeRecord(result.value, engine.state().orders)) : refusedCommand(result);
    },
  };
}

/** The sender says what its operator saw: the bot executes that or refuses. */
export function isGuarded({ expected_profit, min_profit_pct }: ReadBodyOf<'orders.execute'>): boolean {
  return expected_profit !== undefined || min_profit_pct !== undefined;
}

function wrongPrice({ type, price }: PlaceOrder): Refusal | null {
  if (type === 'limit' && price === undefined) return notValid('price', 'a limit order needs a price');
  if (type === 'market' && price !== undefined) return notValid('price', 'a market order has no price');
  return null;
}

function history(archive: Archive, query: QueryOf<'orders.history'>, present: TradingMode) {
  const { limit, offset } = query;
  const mode = query.mode ?? present;
  if (mode !== 'paper' && mode !== 'live') return notValid('mode', 'must be paper or live');
  const [exchange, type] = [query.exchange ?? null, query.type ?? null];
  const range = rangeOf(query);
  if (range instanceof Refusal) return range;
  const { from, to } = range;
  const { rows, total } = archive.trades({
    from,
    to,
    exchange,
    type,
    mode,
    market: query.market ?? null,
    limit,
    offset,
  });
  const last = marketAt(archive, (to ?? Number.MAX_SAFE_INTEGER - 1) + 1);
  const which = query.market === undefined ? last : { market: query.market, kind: null };
  const own = archive.provenance(which.market, which.kind);
  return {
    data: [...rows],
    total,
    limit,
    offset,
    summary: {
      provenance: own && atExchange(underMode(own, mode), exchange),
      ...summaryOf(archive.sums({ from, to, exchange, type, mode, ...which })),
    },
  };
}

/** A trade counts as won or lost by the sign of its profit; one that bought nothing is neither. */
function summaryOf({ total, counted, winning, losing, profit, fees }: TradeSums) {
  return {
    total,
    winning,
    losing,
    win_rate: counted === 0 ? null : (winning / counted) * 100,
    avg_profit: counted === 0 ? null : profit / counted,
    total_profit: profit,
    total_fees: fees,
  };
}
