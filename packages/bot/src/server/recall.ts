import type { FlattenedRecord, RiskRecord, RouteName } from '@triquad/core/contract';
import type { Effect } from '../model/effect.ts';
import { tradeRecord } from '../portfolio/trade-record.ts';
import type { Backend } from './backend.ts';
import { executionResult } from './execution-result.ts';
import { notFound, Refusal, unread } from './problem.ts';
import { orderRecord } from './records.ts';

/** The answer to a call that was carried out before, by what its effect has come to since. */
export type Recall = (name: RouteName, effect: Effect) => object | Refusal;

export function createRecall({ engine, archive }: Pick<Backend, 'engine' | 'archive'>): Recall {
  const orderOf = (id: string) => archive.order(id) ?? unread(archive) ?? notFound('order', id);
  const execution = (id: string) => {
    const { executions, orders } = engine.state();
    const known = executions.get(id);
    const trade = known === undefined ? archive.trade(id) : tradeRecord(known, orders);
    return trade === null ? (unread(archive) ?? notFound('execution', id)) : executionResult(trade);
  };
  const sale = (ids: readonly string[]) => {
    const told: string[] = [];
    for (const id of ids) {
      const order = orderOf(id);
      if (order instanceof Refusal) return order;
      const { side, base, quote, filled_quantity, filled_quote } = order;
      told.push(`${side === 'sell' ? 'sold' : 'bought'} ${filled_quantity} ${base} for ${filled_quote} ${quote}`);
    }
    return { message: told.join(', then '), risk: engine.risk() };
  };
  return (name, { kind, ids }) => {
    const [id = ''] = ids;
    if (kind === 'execution') return execution(id);
    if (kind === 'flatten') return flattenedBefore(engine.risk());
    if (kind === 'position') return { message: `${id} is kept as a position`, risk: engine.risk() };
    if (kind === 'wallet') return { message: 'The paper wallet was reset before', risk: engine.risk() };
    if (name !== 'orders.place') return sale(ids);
    const order = orderOf(id);
    return order instanceof Refusal ? order : orderRecord(order);
  };
}

/** What each order of it did, the archive says. */
const flattenedBefore = ({ provenance, stranded }: RiskRecord): FlattenedRecord => ({
  provenance,
  message: 'This flatten was carried out before; what is held now is listed',
  preview: false,
  positions: stranded.map(({ exchange, asset, amount, value_usd, way_out }) => ({
    exchange,
    asset,
    amount,
    value_usd,
    market: way_out?.market ?? null,
    expected_price: way_out?.expected_price ?? null,
    floor_price: null,
    expected_proceeds_usd: null,
    expected_loss_usd: way_out?.expected_loss_usd ?? null,
    outcome: null,
  })),
  expected_loss_usd: stranded.reduce((sum, { way_out }) => sum + (way_out?.expected_loss_usd ?? 0), 0),
});
