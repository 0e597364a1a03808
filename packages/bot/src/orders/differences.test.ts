import { describe, expect, test } from 'vitest';
import { createEngine } from '../engine/engine.ts';
import { noon, testConfig } from '../engine/world.suite.ts';
import { createMemoryStore } from '../journal/memory.ts';
import { createVirtualClock } from '../model/clock.ts';
import type { Fact } from '../model/event.ts';
import type { Exchange } from '../model/exchange.ts';
import { withFaults } from '../venues/faulty.suite.ts';
import { createPaperExchange } from '../venues/paper/paper.ts';
import { scriptedFeed, scriptedInstruments } from '../venues/scripted.suite.ts';

const admin = { name: 'ada', role: 'admin' } as const;

/** Two exchanges that remember what they hold; money moves at okx without the bot. */
const scene = async () => {
  const clock = createVirtualClock(noon);
  const store = createMemoryStore<Fact>();
  const feeds = { kucoin: scriptedFeed(clock), okx: scriptedFeed(clock, scriptedInstruments('okx')) };
  const inner = { kucoin: createPaperExchange(feeds.kucoin, clock), okx: createPaperExchange(feeds.okx, clock) };
  for (const one of Object.values(inner)) {
    await one.market.instruments(1000);
    one.account.paper.restore({ balances: testConfig.paper_funds, open: [] });
  }
  const exchanges: readonly Exchange[] = Object.values(inner).map((one) => withFaults(one, clock, () => 0.9));
  const config = { ...testConfig, assets: {}, auto_execute: false };
  const parameters = { ...config.parameters, enabled_exchanges: ['kucoin', 'okx'] };
  let made = 0;
  const start = async () => {
    const ids = () => `id-${++made}`;
    const engine = createEngine({ exchanges, clock, store, ids, config: { ...config, parameters } });
    await Promise.all([engine.start(), clock.advance(5_000)]);
    if (engine.state().lifecycle === 'stopped') await engine.command({ type: 'StartBot', parameters: {} });
    return engine;
  };
  type Engine = Awaited<ReturnType<typeof start>>;
  /** What okx holds from now on, whatever the bot knows. */
  const holds = (balances: Readonly<Record<string, string>>): void =>
    inner.okx.account.paper.restore({ balances, open: [] });
  const buy = async (engine: Engine, exchange: string) => {
    for (const feed of Object.values(feeds)) feed.book('BTC/USDT', [[49_999, 10]], [[50_001, 10]]);
    const order = { exchange, symbol: 'BTC/USDT', side: 'buy', type: 'market', quantity: 0.01 } as const;
    const placed = engine.command({ type: 'PlaceOrder', order });
    await clock.advance(1_000);
    return placed;
  };
  /** Accepts a difference while the clock goes on. */
  const accept = async (engine: Engine, id: string, reason: string) => {
    const accepted = engine.command({ type: 'AcceptDifference', id, reason, actor: admin });
    await clock.advance(1_000);
    return accepted;
  };
  /** From now on okx names no fees. */
  const nameNoFees = (): void => {
    const { place, lookUp } = inner.okx.account;
    const unnamed = <T extends { readonly kind: string }>(answer: T): T =>
      'report' in answer ? { ...answer, report: { ...(answer.report as object), fees: [] } } : answer;
    inner.okx.account.place = async (request) => unnamed(await place(request));
    inner.okx.account.lookUp = async (ref) => unnamed(await lookUp(ref));
  };
  const facts = (type: Fact['type']) => [...store.read()].map(({ fact }) => fact).filter((fact) => fact.type === type);
  return { clock, store, start, holds, buy, accept, nameNoFees, facts };
};

const differences = (engine: { state(): { differences: ReadonlyMap<string, object> } }) => [
  ...engine.state().differences.values(),
];

describe('an exchange that names no fee for ten minutes is asked what it holds', () => {
  const bought = async () => {
    const world = await scene();
    const engine = await world.start();
    world.nameNoFees();
    await world.buy(engine, 'okx');
    expect(engine.state().fees_pending.size).toBe(1);
    return { ...world, engine };
  };

  test('and where it has taken none, none is expected any more', async () => {
    const { engine, holds, clock } = await bought();
    holds({ USDT: engine.ledger.balance('paper', 'okx', 'USDT').toFixed(), BTC: '0.01' });
    await clock.advance(9 * 60_000);
    expect(engine.state().fees_pending.size).toBe(1);
    await clock.advance(3 * 60_000);
    expect(engine.state()).toMatchObject({ fees_pending: { size: 0 }, differences: { size: 0 } });
  });

  test('and what it has taken is found to be a late fee', async () => {
    const { engine, clock } = await bought();
    await clock.advance(12 * 60_000);
    expect(differences(engine)).toMatchObject([{ exchange: 'okx', asset: 'BTC', kind: 'late_fee', found: '0.00999' }]);
  });
});

describe('an account that holds something else than the ledger', () => {
  test('is adjusted in its last digits, one dollar a day at most', async () => {
    const { start, holds, facts } = await scene();
    const first = await start();
    await first.close();
    holds({ USDT: '9999.99000001' });
    const again = await start();
    expect(again.ledger.balance('paper', 'okx', 'USDT').toFixed()).toBe('9999.99000001');
    expect([...again.ledger.imbalances()]).toEqual([]);
    expect(again.state()).toMatchObject({ halted: null, differences: { size: 0 }, halted_accounts: { size: 0 } });
    expect(facts('RoundingAdjusted')).toMatchObject([{ exchange: 'okx', asset: 'USDT', amount: '-0.00999999' }]);
    await again.close();
    let cents = 9_999.99000001;
    for (let day = 0; day < 105; day++) {
      cents -= 0.0099;
      holds({ USDT: cents.toFixed(8) });
      await (await start()).close();
    }
    const adjusted = facts('RoundingAdjusted').reduce(
      (sum, fact) => sum + Math.abs(Number('amount' in fact && fact.amount)),
      0,
    );
    expect(adjusted).toBeGreaterThan(0.98);
    expect(adjusted).toBeLessThanOrEqual(1);
    expect(facts('DifferenceFound')[0]).toMatchObject({ exchange: 'okx', kind: 'withdrawal' });
  });

  test('by a foreign deposit says so, trades on, and books it when an administrator accepts it', async () => {
    const { start, holds, buy, accept, facts } = await scene();
    const first = await start();
    await first.close();
    holds({ USDT: '10000', BTC: '0.5' });
    const engine = await start();
    const [found] = differences(engine);
    expect(found).toMatchObject({ exchange: 'okx', asset: 'BTC', kind: 'deposit', booked: '0', found: '0.5' });
    expect(engine.state().halted_accounts.size).toBe(0);
    expect(await buy(engine, 'okx')).toMatchObject({ ok: true, value: { status: 'filled' } });
    const { id } = found as { id: string };
    expect(await accept(engine, id, ' ')).toMatchObject({ ok: false, problem: 'rejected' });
    expect(await accept(engine, id, 'my own deposit')).toMatchObject({ ok: true });
    expect(await accept(engine, id, 'my own deposit')).toMatchObject({ ok: false, problem: 'not-found' });
    expect(engine.ledger.balance('paper', 'okx', 'BTC').toFixed()).toBe('0.50999');
    expect(facts('DifferenceAccepted')).toMatchObject([{ id, reason: 'my own deposit', actor: admin }]);
    expect(facts('FundsMoved')).toMatchObject([{ exchange: 'okx', cause: 'deposit', asset: 'BTC', amount: '0.5' }]);
    expect([...engine.ledger.imbalances()]).toEqual([]);
    await engine.close();
    const again = await start();
    expect(again.state()).toMatchObject({ differences: { size: 0 }, halted_accounts: { size: 0 }, halted: null });
    await again.close();
  });

  test('by a foreign withdrawal cannot spend what is missing, until it is accepted', async () => {
    const { start, holds, accept, clock } = await scene();
    const first = await start();
    await first.close();
    holds({ USDT: '400' });
    const engine = await start();
    const [found] = differences(engine);
    expect(found).toMatchObject({ kind: 'withdrawal', booked: '10000', found: '400' });
    const wallet = () => engine.balances().exchanges.find(({ exchange }) => exchange === 'okx')?.balances.USDT;
    expect(wallet()).toMatchObject({
      total: 10_000,
      free: 400,
      reserved: 9_600,
      reserved_by: [{ kind: 'difference' }],
    });
    const order = {
      exchange: 'okx',
      symbol: 'BTC/USDT',
      side: 'buy',
      type: 'limit',
      quantity: 0.01,
      price: 49_000,
    } as const;
    const placed = engine.command({ type: 'PlaceOrder', order });
    await clock.advance(1_000);
    expect(await placed).toMatchObject({ ok: false, detail: 'it needs 490 USDT, free are 400' });
    const { id } = found as { id: string };
    await accept(engine, id, 'I took it out');
    expect(wallet()).toMatchObject({ total: 400, free: 400, reserved: 0 });
    await engine.close();
  });

  test('that nothing explains is halted alone, and released when it agrees again', async () => {
    const { start, holds, buy, clock, facts } = await scene();
    const first = await start();
    await buy(first, 'okx');
    await first.close();
    holds({ USDT: '9499.99', BTC: '0.00499' });
    const engine = await start();
    expect(engine.state()).toMatchObject({ lifecycle: 'running', halted: null });
    expect([...engine.state().halted_accounts]).toMatchObject([['okx', { cause: 'difference' }]]);
    expect(await buy(engine, 'okx')).toMatchObject({ ok: false, detail: expect.stringMatching(/^okx does not hold/) });
    expect(await buy(engine, 'kucoin')).toMatchObject({ ok: true, value: { status: 'filled' } });
    await engine.close();
    const again = await start();
    expect([...again.state().halted_accounts.keys()]).toEqual(['okx']);
    expect(facts('DifferenceFound')).toHaveLength(1);
    holds({ USDT: '9499.99', BTC: '0.00999' });
    await clock.advance(61_000);
    expect(again.state()).toMatchObject({ halted_accounts: { size: 0 }, differences: { size: 0 } });
    expect(facts('AccountReleased')).toMatchObject([{ exchange: 'okx', by: 'agreement' }]);
    expect(await buy(again, 'okx')).toMatchObject({ ok: true, value: { status: 'filled' } });
    await again.close();
  });

  test('by a sale that the bot did not make is halted: it is no deposit beside a withdrawal', async () => {
    const { start, holds, buy, facts } = await scene();
    await (await start()).close();
    // Somebody bought 0.02 BTC for 1,000 USDT at okx.
    holds({ USDT: '9000', BTC: '0.02' });
    const engine = await start();
    expect(differences(engine)).toMatchObject([
      { exchange: 'okx', asset: 'USDT', kind: 'unexplained', booked: '10000', found: '9000' },
      { exchange: 'okx', asset: 'BTC', kind: 'unexplained', booked: '0', found: '0.02' },
    ]);
    const reason = 'okx does not hold what the ledger says (USDT: 9000, booked 10000; BTC: 0.02, booked 0)';
    expect(facts('AccountHalted')).toMatchObject([{ exchange: 'okx', cause: 'difference', reason }]);
    expect(await buy(engine, 'okx')).toMatchObject({ ok: false, detail: reason });
    expect(await buy(engine, 'kucoin')).toMatchObject({ ok: true, value: { status: 'filled' } });
    await engine.close();
  });

  test('that nothing explains trades again when an administrator has accepted all of it', async () => {
    const { start, holds, buy, accept, facts } = await scene();
    const first = await start();
    await buy(first, 'okx');
    await first.close();
    holds({ USDT: '9000', BTC: '0.02' });
    const engine = await start();
    const ids = differences(engine).map((one) => (one as { id: string }).id);
    expect(ids).toHaveLength(2);
    for (const [at, id] of ids.entries()) {
      expect([...engine.state().halted_accounts.keys()]).toEqual(['okx']);
      expect(await accept(engine, id, `part ${at}`)).toMatchObject({ ok: true });
    }
    expect(engine.state()).toMatchObject({ halted_accounts: { size: 0 }, differences: { size: 0 } });
    expect(facts('AccountReleased')).toMatchObject([{ exchange: 'okx', by: 'operator' }]);
    expect(engine.ledger.balance('paper', 'okx', 'BTC').toFixed()).toBe('0.02');
    expect(engine.ledger.balance('paper', 'okx', 'USDT').toFixed()).toBe('9000');
    expect(await buy(engine, 'okx')).toMatchObject({ ok: true, value: { status: 'filled' } });
    await engine.close();
  });

  test('otherwise than when it was found is not booked as it was found', async () => {
    const { start, holds, accept, facts } = await scene();
    const first = await start();
    await first.close();
    holds({ USDT: '9500' });
    const engine = await start();
    const [found] = differences(engine);
    const { id } = found as { id: string };
    holds({ USDT: '9400' });
    expect(await accept(engine, id, 'my withdrawal')).toEqual({
      ok: false,
      problem: 'conflict',
      detail: 'the difference has changed: USDT: 9400, booked 10000',
    });
    expect(differences(engine)).toMatchObject([{ id, booked: '10000', found: '9400' }]);
    holds({ USDT: '10000' });
    expect(await accept(engine, id, 'my withdrawal')).toMatchObject({
      ok: false,
      detail: 'the difference has changed: account and ledger agree',
    });
    expect(engine.state()).toMatchObject({ differences: { size: 0 } });
    expect(engine.ledger.balance('paper', 'okx', 'USDT').toFixed()).toBe('10000');
    expect([...facts('DifferenceAccepted'), ...facts('FundsMoved')]).toEqual([]);
    await engine.close();
  });
});
