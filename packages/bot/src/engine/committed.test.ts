import { expect, test } from 'vitest';
import type { CommitSchedule } from '../journal/group-commits.ts';
import { createMemoryStore } from '../journal/memory.ts';
import { evolve, initialState } from '../kernel/fold.ts';
import type { Fact } from '../model/event.ts';
import { Ledger } from '../portfolio/ledger.ts';
import { createWorld, testConfig } from './world.suite.ts';

/** What the facts on the disk alone come to. */
const foldOf = (facts: Iterable<{ readonly seq: number; readonly fact: Fact }>, committed: number) => {
  const state = initialState(testConfig.parameters);
  const ledger = new Ledger();
  for (const { seq, fact } of facts) {
    if (seq > committed) break;
    evolve(state, fact);
    ledger.fold(seq, fact);
  }
  const { parameters, ...rest } = state;
  return { state: rest, ledger: ledger.snapshot() };
};

test('what is read as of the last commit is what the facts on the disk come to, whatever was booked since', async () => {
  let schedule: CommitSchedule = (end) => end();
  const store = createMemoryStore<Fact>({ commit: (end) => schedule(end) });
  const { clock, engine, ask, fair, dislocate } = await createWorld({}, store);
  await ask({ type: 'StartBot', parameters: {} });
  fair();
  await clock.advance(10);
  schedule = (end) => void clock.after(400, end);
  dislocate();
  let behind = 0;
  for (let step = 0; step < 300; step++) {
    await clock.advance(10);
    const committed = store.committed();
    if (committed < store.lastSeq()) behind += 1;
    const wanted = foldOf(store.read(), committed);
    expect(engine.committed.state()).toMatchObject(wanted.state);
    expect(engine.committed.ledger.snapshot()).toEqual(wanted.ledger);
  }
  expect(behind).toBeGreaterThan(30);
  expect(engine.state().executions.size).toBe(1);
});

test('balances, risk and orders show a fill once it is on the disk, a halt at once', async () => {
  const ends: (() => void)[] = [];
  let isSlow = false;
  const store = createMemoryStore<Fact>({ commit: (end) => (isSlow ? void ends.push(end) : end()) });
  const { clock, engine, ask, fair, dislocate } = await createWorld({}, store);
  await ask({ type: 'StartBot', parameters: {} });
  fair();
  await clock.advance(10);
  isSlow = true;
  dislocate();
  await clock.advance(10);
  // The start of the execution is on the disk, so that its orders leave; nothing of what they bring.
  for (const end of ends.splice(0)) end();
  await clock.advance(2000);
  const holdings = ({ balances }: Pick<typeof engine, 'balances'>) =>
    Object.fromEntries(
      balances().exchanges.flatMap(({ balances: held }) =>
        Object.entries(held).map(([asset, { total }]) => [asset, total]),
      ),
    );
  const before = holdings(engine.committed);
  expect(holdings(engine)).not.toEqual(before);
  expect([...engine.committed.state().executions.values()].map(({ status }) => status)).toEqual(['legs']);
  void engine.command({ type: 'Kill', reason: 'drill' });
  expect(engine.committed.risk()).toMatchObject({ state: 'halted', reason: engine.risk().reason });
  for (; ends.length > 0; await clock.advance(1)) for (const end of ends.splice(0)) end();
  expect(holdings(engine.committed)).toEqual(holdings(engine));
  expect([...engine.committed.state().executions.values()].map(({ status }) => status)).toEqual(['completed']);
});

test('an order whose commit ends right after a kill was called never leaves', async () => {
  const ends: (() => void)[] = [];
  let isSlow = false;
  const store = createMemoryStore<Fact>({ commit: (end) => (isSlow ? void ends.push(end) : end()) });
  const { clock, engine, ask, fair, types } = await createWorld({}, store);
  await ask({ type: 'StartBot', parameters: {} });
  fair();
  await clock.advance(10);
  isSlow = true;
  const limit = { exchange: 'kucoin', symbol: 'BTC/USDT', side: 'buy', type: 'limit' } as const;
  void engine.command({ type: 'PlaceOrder', order: { ...limit, quantity: 0.001, price: 49_000 } });
  await clock.advance(1);
  expect(ends).toHaveLength(1);
  void engine.command({ type: 'Kill', reason: 'drill' });
  do {
    for (const end of ends.splice(0)) end();
    await clock.advance(1);
  } while (ends.length > 0);
  expect(engine.state()).toMatchObject({ halted: { cause: 'kill' } });
  expect(types()).toContain('OrderIntended');
  expect(types()).not.toContain('OrderSent');
});
