import { expect, test } from 'vitest';
import { liveThrough } from './faulty-world.suite.ts';

const first = Number(process.env.SEED ?? 1);
const count = process.env.SEED ? 1 : Number(process.env.SEEDS ?? 200);

test(`at a bad exchange no order is lost, none is sent twice, and the ledger agrees with the exchange (${count} seeds)`, async () => {
  const ends: Record<string, number> = {};
  for (let seed = first; seed < first + count; seed++) {
    const { engine, exchange, inner, clock } = await liveThrough(seed);
    const { orders, executions, open_executions, open_orders } = engine.state();
    const asked = inner.balances();
    await clock.advance(100);
    const held = await asked;
    const total = held.kind === 'balances' ? held.total : {};
    const booked = [...engine.ledger.holdings('paper', 'kucoin')].map(([asset, amount]) => [asset, amount.toFixed()]);
    const sentIds = exchange.sent.map(({ client_order_id }) => client_order_id);
    const known = new Set([...orders.values()].map(({ client_order_id }) => client_order_id));
    expect({
      seed,
      open: [...open_executions, ...open_orders],
      sentTwice: sentIds.length - new Set(sentIds).size,
      lost: sentIds.filter((id) => !known.has(id)),
      imbalances: [...engine.ledger.imbalances()],
      booked: Object.fromEntries(booked),
      halted: engine.state().halted?.cause === 'balance_mismatch',
    }).toEqual({ seed, open: [], sentTwice: 0, lost: [], imbalances: [], booked: total, halted: false });
    for (const { status } of executions.values()) ends[status] = (ends[status] ?? 0) + 1;
    await engine.close();
  }
  console.log('executions ended', ends);
  if (count >= 100) expect(Object.keys(ends).sort()).toEqual(['completed', 'failed', 'stranded', 'unwound']);
}, 120_000);

test('the same seed gives the same life, record by record', async () => {
  const [one, again] = [await liveThrough(first), await liveThrough(first)];
  await one.engine.close();
  await again.engine.close();
  expect(again.facts).toEqual(one.facts);
  expect(one.facts.length).toBeGreaterThan(10);
});
