import type { ExecutionResultRecord, PlaceOrder, QueryOf, TradeRecord } from '@triquad/core/contract';
import type { Backend } from '../backend.ts';
import type { Handlers } from '../handler.ts';
import { momentOf } from '../moment.ts';
import { pageOf } from '../page.ts';
import { notFound, notValid, Refusal } from '../problem.ts';
import { orderRecord, orderStatus } from '../records.ts';
import { refusedCommand } from '../refused-command.ts';
import { tradeRecord } from '../trade-record.ts';

type OrderRoutes =
  | 'orders.list'
  | 'orders.get'
  | 'orders.place'
  | 'orders.cancel'
  | 'orders.history'
  | 'orders.preview'
  | 'orders.execute';

export function orderRoutes({ engine, books }: Backend): Pick<Handlers, OrderRoutes> {
  return {
    'orders.list': ({ query }) => {
      const rows = [...engine.state().orders.values()].filter(
        (order) =>
          (query.exchange === undefined || order.exchange === query.exchange) &&
          (query.status === undefined || orderStatus[order.status] === query.status),
      );
      const page = pageOf(rows.reverse(), query);
      return { ...page, data: page.data.map(orderRecord) };
    },
    'orders.get': ({ parameters: { id } }) => {
      const order = engine.state().orders.get(id);
      return order === undefined ? notFound('order', id) : orderRecord(order);
    },
    'orders.place': async ({ body }) => {
      const wrong = wrongPrice(body);
      if (wrong !== null) return wrong;
      const result = await engine.command({ type: 'PlaceOrder', order: body });
      return result.ok ? orderRecord(result.value) : refusedCommand(result);
    },
    'orders.cancel': async ({ parameters: { id } }) => {
      const result = await engine.command({ type: 'CancelOrder', order_id: id });
      return result.ok ? orderRecord(result.value) : refusedCommand(result);
    },
    'orders.history': ({ query }) => history(books.trades(), query),
    'orders.preview': async ({ body }) => {
      const result = await engine.command({ type: 'PreviewOpportunity', ...body });
      return result.ok ? result.value : refusedCommand(result);
    },
    'orders.execute': async ({ body: { opportunity_id, amount, dry_run } }) => {
      const result = await engine.command({
        type: 'ExecuteOpportunity',
        opportunity_id,
        amount: amount ?? null,
        dry_run,
      });
      return result.ok ? executionResult(tradeRecord(result.value, engine.state().orders)) : refusedCommand(result);
    },
  };
}

function wrongPrice({ type, price }: PlaceOrder): Refusal | null {
  if (type === 'limit' && price === undefined) return notValid('price', 'a limit order needs a price');
  if (type === 'market' && price !== undefined) return notValid('price', 'a market order has no price');
  return null;
}

function executionResult(trade: TradeRecord): ExecutionResultRecord {
  return {
    status: trade.status === 'completed' ? 'success' : 'failed',
    execution_id: trade.execution_id,
    result: {
      actual_profit: trade.actual_profit,
      actual_profit_pct: trade.profit_pct,
      fees: trade.fees,
      duration_ms: trade.duration_seconds === null ? null : trade.duration_seconds * 1000,
      legs: trade.legs,
      error_message: trade.error_message,
    },
  };
}

function history(trades: readonly TradeRecord[], query: QueryOf<'orders.history'>) {
  const from = momentOf('from', query.from);
  if (from instanceof Refusal) return from;
  const to = momentOf('to', query.to);
  if (to instanceof Refusal) return to;
  const rows = trades.filter((trade) => {
    const at = Date.parse(trade.entry_time);
    return (
      trade.status !== 'pending' &&
      (from === null || at >= from) &&
      (to === null || at <= to) &&
      (query.exchange === undefined || trade.exchange === query.exchange) &&
      (query.type === undefined || trade.type === query.type)
    );
  });
  return { ...pageOf(rows, query), summary: summaryOf(rows) };
}

/** A trade counts as won or lost by the sign of its profit; one that bought nothing is neither. */
function summaryOf(trades: readonly TradeRecord[]) {
  const profits = trades.filter(({ status }) => status !== 'failed').map(({ profit }) => profit ?? 0);
  const total = profits.reduce((sum, profit) => sum + profit, 0);
  const winning = profits.filter((profit) => profit > 0).length;
  return {
    total: trades.length,
    winning,
    losing: profits.filter((profit) => profit < 0).length,
    win_rate: profits.length === 0 ? null : (winning / profits.length) * 100,
    avg_profit: profits.length === 0 ? null : total / profits.length,
    total_profit: total,
    total_fees: trades.reduce((sum, { fees }) => sum + (fees ?? 0), 0),
  };
}
