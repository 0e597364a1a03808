import { BigNumber } from 'bignumber.js';
import { expect, test } from 'vitest';
import { createWorld } from '../engine/world.suite.ts';
import { createMemoryStore } from '../journal/memory.ts';
import type { EngineConfig } from '../model/config.ts';
import type { Fact } from '../model/event.ts';
import type { Exchange, OrderReport } from '../model/exchange.ts';

/** USDT → BTC → ETH → USDT, of which the last leg is reported without its fee; `push` says what the stream says. */
const sold = async (config: Partial<EngineConfig> = {}) => {
  const reports: OrderReport[] = [];
  let push = (_report: OrderReport): void => {};
  const store = createMemoryStore<Fact>();
  const world = await createWorld(config, store, (exchange: Exchange) => {
    const [place, watch] = [exchange.account.place, exchange.account.subscribe];
    exchange.account.place = async (request, timeoutMs) => {
      const answer = await place(request, timeoutMs);
      if (answer.kind !== 'report' || request.symbol !== 'ETH/USDT') return answer;
      reports.push(answer.report);
      return { ...answer, report: { ...answer.report, fees: [] } };
    };
    exchange.account.subscribe = (listener) => {
      push = (report) => listener({ kind: 'report', report });
      return watch(listener);
    };
  });
  world.fair();
  await world.ask({ type: 'StartBot', parameters: {} });
  world.dislocate();
  await world.clock.advance(500);
  const execution = () => [...world.engine.state().executions.values()][0] ?? expect.unreachable('no execution');
  return {
    ...world,
    store,
    execution,
    report: reports[0] ?? expect.unreachable('no report'),
    push: (one: OrderReport) => push(one),
  };
};

test('a fee that comes when the execution has ended is booked, and its profit restated', async () => {
  const { engine, execution, report, push, heard, store, clock } = await sold();
  const before = execution();
  const fee = Number(report.fees[0]?.amount);
  expect(before).toMatchObject({ status: 'completed' });
  const held = engine.ledger.balance('paper', 'kucoin', 'USDT');
  push(report);
  push(report);
  await clock.advance(1000);
  const after = execution();
  expect(Number(before.profit) - Number(after.profit)).toBeCloseTo(fee, 9);
  expect((after.fees_usd ?? 0) - (before.fees_usd ?? 0)).toBeCloseTo(fee, 6);
  expect(held.minus(engine.ledger.balance('paper', 'kucoin', 'USDT')).toFixed()).toBe(report.fees[0]?.amount);
  expect([...engine.ledger.imbalances()]).toEqual([]);
  expect(heard.filter(({ type }) => type === 'FeeCharged' || type === 'ExecutionRestated')).toHaveLength(2);
  expect(engine.state().notifications.some(({ title }) => title.startsWith('A fill came after'))).toBe(false);
  const again = await createWorld({}, store);
  expect([...again.engine.state().executions.values()][0]).toEqual(after);
});

test('what may yet be taken as a fee is not free until the fee is booked', async () => {
  const { engine, report, push, clock, fair, during } = await sold({ paper_funds: { USDT: '1000' } });
  fair();
  const order = { exchange: 'kucoin', symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: 1000 } as const;
  const buyFor = async (usdt: BigNumber) => {
    const quantity = usdt.dividedBy(order.price).decimalPlaces(5, BigNumber.ROUND_DOWN).toNumber();
    const answer = await during(1000, engine.command({ type: 'PlaceOrder', order: { ...order, quantity } }));
    return answer.ok ? 'placed' : answer.detail;
  };
  const held = () => engine.ledger.balance('paper', 'kucoin', 'USDT');
  const fee = report.fees[0]?.amount ?? '0';
  expect(await buyFor(held())).toContain(`free are ${held().minus(fee).toFixed()}`);
  const shown = () => engine.balances().exchanges[0]?.balances.USDT;
  const order_id = [...engine.state().fees_pending][0];
  expect(shown()).toMatchObject({
    total: held().toNumber(),
    free: held().minus(fee).toNumber(),
    reserved: Number(fee),
    reserved_by: [{ kind: 'fee', id: order_id, amount: Number(fee) }],
  });
  push(report);
  await clock.advance(10);
  expect(shown()).toMatchObject({ free: held().toNumber(), reserved: 0, reserved_by: [] });
  expect(engine.state().fees_pending.size).toBe(0);
  expect(await buyFor(held())).toBe('placed');
});

test('a fee that turns out to be zero is no longer pending, and changes no profit', async () => {
  const { engine, execution, report, push, clock, heard } = await sold();
  const before = execution();
  const free = { ...report, fees: [{ asset: 'USDT', amount: '0' }] };
  push(free);
  push(free);
  await clock.advance(10);
  expect(engine.state().fees_pending.size).toBe(0);
  expect(execution()).toEqual(before);
  expect(heard.map(({ type }) => type).filter((type) => type === 'FeeCharged' || type === 'ExecutionRestated')).toEqual(
    ['FeeCharged'],
  );
});

test('a fill that the exchange takes back is taken out of the books, and halts the account', async () => {
  const { engine, execution, report, push, ask, clock, fair } = await sold();
  push(report);
  await clock.advance(1000);
  const before = execution();
  const held = engine.ledger.balance('paper', 'kucoin', 'USDT');
  const half = { ...report, filled_quantity: '0.1', filled_quote: '253', fees: [{ asset: 'USDT', amount: '0.253' }] };
  push({ ...half, state: 'cancelled' });
  await clock.advance(1000);
  expect(Number(before.profit) - Number(execution().profit)).toBeCloseTo(
    (Number(report.filled_quote) - 253) * 0.999,
    6,
  );
  const back = held.minus(engine.ledger.balance('paper', 'kucoin', 'USDT')).toNumber();
  expect(back).toBeCloseTo((Number(report.filled_quote) - 253) * 0.999, 6);
  expect([...engine.ledger.imbalances()]).toEqual([]);
  expect([...engine.state().halted_accounts]).toMatchObject([['kucoin', { cause: 'fill_corrected' }]]);
  fair();
  const order = {
    exchange: 'kucoin',
    symbol: 'BTC/USDT',
    side: 'buy',
    type: 'limit',
    quantity: 0.01,
    price: 49_000,
  } as const;
  await expect(ask({ type: 'PlaceOrder', order })).rejects.toThrow(/taken a fill back/);
});
