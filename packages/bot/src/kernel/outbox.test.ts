import { expect, test, vi } from 'vitest';
import { createWorld } from '../engine/world.suite.ts';
import { createMemoryStore } from '../journal/memory.ts';
import type { EngineEvent, Fact } from '../model/event.ts';

/** A bot that runs on a journal whose disk commits only when it is told to. */
const worldOnSlowDisk = async () => {
  const waiting: (() => void)[] = [];
  let isSlow = false;
  const store = createMemoryStore<Fact>({ commit: (end) => void (isSlow ? waiting.push(end) : end()) });
  const world = await createWorld({}, store);
  await world.ask({ type: 'StartBot', parameters: {} });
  world.fair();
  await world.clock.advance(10);
  isSlow = true;
  return {
    ...world,
    /** One commit ends: with what was there when it began. */
    commit: async () => {
      waiting.shift()?.();
      await world.clock.advance(0);
    },
  };
};
const isFact = ({ type }: EngineEvent): boolean =>
  !type.startsWith('Opportunity') && type !== 'LogWritten' && type !== 'DecisionMade';

test('no order leaves and nothing of an execution is published before it is on the disk; opportunities are at once', async () => {
  const { dislocate, clock, heard, exchange, commit, engine } = await worldOnSlowDisk();
  const place = vi.spyOn(exchange.account, 'place');
  const before = heard.length;
  dislocate();
  await clock.advance(200);
  const types = () => heard.slice(before).map(({ type }) => type);
  expect(engine.state().open_orders.size).toBe(1);
  expect(types()).toContain('OpportunityDetected');
  expect(heard.slice(before).filter(isFact)).toEqual([]);
  expect(place).not.toHaveBeenCalled();
  await commit();
  expect(
    heard
      .slice(before)
      .filter(isFact)
      .map(({ type }) => type),
  ).toEqual(['ExecutionStarted', 'EquityMarked', 'OrderIntended']);
  expect(place).toHaveBeenCalledTimes(1);
});

test('what is published shows the state as of its event, not what was recorded while it waited', async () => {
  const { dislocate, clock, engine, commit } = await worldOnSlowDisk();
  const shown: string[] = [];
  engine.watch((event) => {
    if (!('order_id' in event)) return undefined;
    const status = engine.state().orders.get(event.order_id)?.status;
    return () => shown.push(`${event.type} ${status}`);
  });
  dislocate();
  await clock.advance(10);
  await commit();
  await clock.advance(100);
  // Sent, and filled and closed while that waits for the disk.
  expect(shown).toEqual([]);
  await commit();
  expect(shown).toEqual(['OrderSent sent']);
  await commit();
  // Both are of one commit.
  expect(shown.slice(0, 3)).toEqual(['OrderSent sent', 'OrderFilled filled', 'OrderClosed filled']);
});

test.each([
  { type: 'StopBot', cancel_orders: false } as const,
  { type: 'RestartBot', parameters: {} } as const,
  {
    type: 'PlaceOrder',
    order: { exchange: 'kucoin', symbol: 'BTC/USDT', side: 'buy', type: 'limit', quantity: 0.01, price: 49_000 },
  } as const,
])('$type is answered once what it did is on the disk', async (command) => {
  const { engine, clock, commit, store } = await worldOnSlowDisk();
  const answer = vi.fn();
  const asked = engine.command(command).then((result) => {
    answer();
    return result;
  });
  await clock.advance(20_000);
  const { ok } = await Promise.race([asked, clock.advance(0).then(() => ({ ok: null }))]);
  expect([store.lastSeq() > store.committed(), ok]).toEqual([true, null]);
  for (let commits = 0; commits < 20; commits++) {
    await commit();
    await clock.advance(1000);
  }
  await asked;
  expect(answer).toHaveBeenCalledTimes(1);
});

test('a kill is answered within 10 ms however long the disk takes, and says that it is not on it yet', async () => {
  const { engine, clock } = await worldOnSlowDisk();
  const answers: unknown[] = [];
  void engine.command({ type: 'Kill', reason: 'drill' }).then((answer) => answers.push(answer));
  await clock.advance(10);
  expect(answers).toMatchObject([{ ok: true, value: { message: expect.stringContaining('not on the disk yet') } }]);
  expect(engine.state().halted?.cause).toBe('kill');
});

test('nothing new is begun while more than 10,000 facts wait for the disk', async () => {
  const { engine, dislocate, clock, commit } = await worldOnSlowDisk();
  const notice = {
    notification_type: 'bot',
    level: 'info',
    title: 't',
    message: 'm',
    source: 'test',
    code: 'configuration_lost',
    params: {},
  } as const;
  for (let more = 0; more <= 10_000; more++) engine.notify(notice);
  dislocate();
  await clock.advance(10);
  expect(engine.state().executions.size).toBe(0);
  const order = { exchange: 'kucoin', symbol: 'BTC/USDT', side: 'buy', type: 'limit', quantity: 0.01 } as const;
  expect(engine.state().open_orders.size).toBe(0);
  const placed = engine.command({ type: 'PlaceOrder', order: { ...order, price: 49_000 } });
  await commit();
  await commit();
  expect(await placed).toMatchObject({ ok: false, problem: 'unavailable' });
});
