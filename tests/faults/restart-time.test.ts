import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Fact } from '../../packages/bot/src/engine/event.ts';
import type { OrderIntent } from '../../packages/bot/src/engine/order-event.ts';
import { scaled } from '../../packages/bot/src/engine/scale.suite.ts';
import { openSqliteStore } from '../../packages/bot/src/journal/sqlite.ts';
import { type Bot, startBot, triquad } from '../harness/bot.ts';

/** No more than one start reads in a moment: what is in memory of an earlier one is what the archive goes on from. */
const ROUNDS = scaled(4, 80);
const EXECUTIONS_A_ROUND = 900;
const LIMIT_MS = 5_000;
const FACTS_AN_EXECUTION = 14;

test(`a bot with ${ROUNDS * EXECUTIONS_A_ROUND * FACTS_AN_EXECUTION} facts is ready again within five seconds, stopped or killed`, async () => {
  const { dataDir } = await startBot({ args: ['--seed', '7'] }).then(stopped);
  for (let round = 0; round < ROUNDS; round++) {
    grow(join(dataDir, 'journal.sqlite'), round);
    await startBot({ dataDir }).then(stopped);
  }
  const afterStop = await timed(() => startBot({ dataDir: dataDir }));
  await afterStop.value.kill();
  const afterKill = await timed(() => startBot({ dataDir: dataDir }));
  const history = await afterKill.value.call('GET', `/orders/history?limit=1`);
  expect((history.body as { total: number }).total).toBe(ROUNDS * EXECUTIONS_A_ROUND);
  const summary = await timed(() => afterKill.value.call('GET', '/performance/summary'));
  expect(await afterKill.value.stop()).toBe(0);
  console.log(`ready after a stop ${afterStop.ms} ms, after a kill ${afterKill.ms} ms; summary ${summary.ms} ms`);
  expect([afterStop.ms, afterKill.ms].filter((ms) => ms > LIMIT_MS)).toEqual([]);
  expect((await triquad(['doctor', '--data-dir', dataDir])).code).toBe(0);
}, 500_000);

async function timed<T>(work: () => Promise<T>): Promise<{ readonly value: T; readonly ms: number }> {
  const began = performance.now();
  const value = await work();
  return { value, ms: Math.round(performance.now() - began) };
}

async function stopped(bot: Bot): Promise<Bot> {
  expect(await bot.stop()).toBe(0);
  return bot;
}

/** Appends executions of three legs, completed, to a journal that nobody uses. */
function grow(file: string, round: number): void {
  const store = openSqliteStore<Fact>(file);
  const began = Date.now() - 3_600_000;
  for (let n = 0; n < EXECUTIONS_A_ROUND; n += 100) {
    const place = round * EXECUTIONS_A_ROUND + n;
    const batch = Array.from({ length: 100 }, (_, index) => executionFacts(place + index, began));
    store.append(batch.flat(), { durable: true });
  }
  store.close();
}

const path = ['USDT', 'BTC', 'ETH', 'USDT'];
const markets = [
  ['BTC', 'USDT', 'buy'],
  ['ETH', 'BTC', 'buy'],
  ['ETH', 'USDT', 'sell'],
] as const;

function executionFacts(n: number, began: number): readonly Fact[] {
  const at = began + n;
  const id = `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`;
  const start = { exchange: 'kucoin', mode: 'paper', trigger: 'automatic', dry_run: true } as const;
  const legs = markets.map(([base, quote, side], index) => ({
    leg: index + 1,
    symbol: `${base}/${quote}`,
    side,
    from: path[index] ?? '',
    to: path[index + 1] ?? '',
    quantity: '0.01',
    price: '1',
    expected_price: '1',
    fee_pct: 0,
  }));
  const plan = {
    id,
    opportunity_id: id,
    opportunity_type: 'TRI',
    ...start,
    path,
    legs,
    start_amount: '0.01',
    expected_end: '0.01',
    usd_rate: 1,
  } as const;
  return [
    { type: 'ExecutionStarted', plan, at },
    ...markets.flatMap(([base, quote, side], index): Fact[] => {
      const order_id = `${id.slice(0, -1)}${index}-${n}`;
      const order: OrderIntent = {
        id: order_id,
        client_order_id: order_id,
        exchange: 'kucoin',
        mode: 'paper',
        symbol: `${base}/${quote}`,
        base,
        quote,
        side,
        order_type: 'limit',
        time_in_force: 'IOC',
        quantity: '0.01',
        price: '1',
        purpose: 'leg',
        execution_id: id,
        leg: index + 1,
        expected_price: '1',
        deadline: at + 5_000,
      };
      const fill = { order_id, exchange: 'kucoin', mode: 'paper', symbol: order.symbol, base, quote, side } as const;
      return [
        { type: 'OrderIntended', order, at },
        { type: 'OrderSent', order_id, at },
        { type: 'OrderFilled', ...fill, quantity: '0.01', quote_quantity: '0.01', fees: [], usd_value: 1, at },
        { type: 'OrderClosed', order_id, status: 'filled', reason: null, at: at + 5 },
      ];
    }),
    {
      type: 'ExecutionFinished',
      execution_id: id,
      status: 'completed',
      profit: '0',
      left: [],
      fees_usd: 0,
      error_message: null,
      at: at + 9,
    },
  ];
}
