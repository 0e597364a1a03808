import { describe, expect, test } from 'vitest';
import { createEngine } from '../engine/engine.ts';
import { noon, testConfig } from '../engine/world.suite.ts';
import { createMemoryStore } from '../journal/memory.ts';
import { createVirtualClock } from '../model/clock.ts';
import type { Fact } from '../model/event.ts';
import type { Exchange, OrderReport } from '../model/exchange.ts';
import { createPaperExchange } from '../venues/paper/paper.ts';
import { scriptedFeed, scriptedInstruments } from '../venues/scripted.suite.ts';

const lost: Fact = { type: 'LossAdopted', lost: ['facts 8 to 9 are missing'], from: 8, to: 9, at: noon - 1 };
const order = (client_order_id: string): OrderReport => ({
  client_order_id,
  exchange_order_id: `x-${client_order_id}`,
  symbol: 'BTC/USDT',
  state: 'open',
  filled_quantity: '0',
  filled_quote: '0',
  fees: [],
});
const ours = '01a200f3dcb67000981d7a40bbbd5d67';

/** A bot at an exchange with a memory of its own, on a journal that begins with these facts. */
const started = async (facts: readonly Fact[], open: readonly OrderReport[], silentFor = 0) => {
  const clock = createVirtualClock(noon);
  const paper = createPaperExchange(scriptedFeed(clock, scriptedInstruments()), clock);
  await paper.market.instruments(1000);
  paper.account.paper.restore({ balances: { USDT: '900' }, open: [] });
  const cancelled: string[] = [];
  let silent = silentFor;
  const exchange: Exchange = {
    market: paper.market,
    account: {
      ...paper.account,
      ...{ paper: undefined as never, money: 'test', notFoundAfterMs: 1_000 },
      openOrders: async () => {
        if (silent-- > 0) return { kind: 'unknown', reason: 'time-out' };
        return { kind: 'orders', orders: open.filter(({ client_order_id: id }) => !cancelled.includes(id)) };
      },
      cancel: async ({ client_order_id: id }) => {
        cancelled.push(id);
        return { kind: 'report', report: { ...order(id), state: 'cancelled' } };
      },
    },
  };
  const store = createMemoryStore<Fact>();
  store.append(facts);
  let made = 0;
  const ids = () => `${String(++made)}-id`;
  const engine = createEngine({ exchanges: [exchange], clock, store, ids, config: testConfig });
  await Promise.all([engine.start(), clock.advance(15_000)]);
  return { engine, clock, cancelled, store };
};
const deposit: Fact = {
  type: 'FundsDeposited',
  id: 'd',
  exchange: 'kucoin',
  mode: 'paper',
  asset: 'USDT',
  amount: '1000',
  at: noon - 10,
};

describe('after a loss that was accepted', () => {
  test('the bot is halted with the loss as its reason, and a start is refused until the reset', async () => {
    const { engine } = await started([deposit, lost], []);
    expect(engine.state()).toMatchObject({
      lifecycle: 'stopped',
      running: false,
      halted: { cause: 'loss', reason: 'facts were lost: facts 8 to 9 are missing' },
    });
    expect(await engine.command({ type: 'StartBot', parameters: {} })).toMatchObject({ ok: false });
    expect(await engine.command({ type: 'ResetKill' })).toMatchObject({ ok: true });
    expect(engine.state().halted).toBeNull();
  });

  test('orders of ours that the journal does not know are cancelled, those of others are not', async () => {
    const { cancelled } = await started([deposit, lost], [order(ours), order('by-hand-1'), order('f'.repeat(32))]);
    expect(cancelled).toEqual([ours]);
  });

  test('an exchange that does not answer is asked until it does', async () => {
    const { cancelled } = await started([deposit, lost], [order(ours)], 3);
    expect(cancelled).toEqual([ours]);
  });

  test('balances that the ledger does not explain are told and do not take the place of the reason', async () => {
    const { engine } = await started([deposit, lost], []);
    const told = engine.state().logs.filter(({ message }) => /holds another amount than the ledger/.test(message));
    expect(told).not.toEqual([]);
    expect(engine.state().halted?.cause).toBe('loss');
  });

  test('a bot without a loss cancels nothing', async () => {
    const { cancelled } = await started([deposit], [order(ours)]);
    expect(cancelled).toEqual([]);
  });
});
