import { expect, test } from 'vitest';
import { evolve, initialState } from '../kernel/fold.ts';
import { defaultConfig } from '../model/config.ts';
import type { EquityMarked } from '../model/equity-event.ts';
import type { Fact } from '../model/event.ts';
import { Ledger } from '../portfolio/ledger.ts';
import { createMoneyCheck } from './check-money.ts';

const at = Date.UTC(2026, 0, 31, 12);
const funded = (asset: string, amount: string): Fact => {
  return { type: 'FundsDeposited', id: asset, exchange: 'okx', mode: 'paper', asset, amount, at };
};
const mark = (equity_usd: number, prices: EquityMarked['prices'], unpriced?: EquityMarked['unpriced']): Fact => ({
  ...{ type: 'EquityMarked', mode: 'paper', equity_usd, by_exchange: { okx: equity_usd }, at },
  ...(prices && { prices }),
  ...(unpriced && { unpriced }),
});
const checked = (...facts: readonly Fact[]) => {
  const [state, ledger, check] = [initialState(defaultConfig.parameters), new Ledger(), createMoneyCheck()];
  for (const [place, fact] of [funded('USDT', '100'), funded('BTC', '0.1'), ...facts].entries()) {
    evolve(state, fact);
    ledger.fold(place + 1, fact);
    check.hear(fact, ledger, state);
  }
  const { verdict, detail } = check.verdict();
  return `${verdict}: ${detail}`;
};

test('a doctor says what changed the equity, and finds a mark that is not what the accounts hold', () => {
  const prices = { USDT: 1, BTC: 50_000 };
  expect(checked()).toBe('ok: no mark names its prices yet');
  expect(checked(mark(5_100, undefined))).toBe('ok: no mark names its prices yet');
  expect(checked(mark(5_100, prices), mark(5_200, { ...prices, BTC: 51_000 }))).toBe(
    'ok: +100.00 USD (source not stated) since 2026-01-31T12:00:00.000Z: realised +0.00, unrealised +0.00, dust +0.00, holdings +100.00, flows +0.00',
  );
  expect(checked(mark(5_100.01, prices))).toBe(
    'fail: the mark of 2026-01-31T12:00:00.000Z says 5100.01 USD, the accounts hold 5100.00',
  );
  expect(checked(mark(100, { USDT: 1 }))).toBe('fail: the mark of 2026-01-31T12:00:00.000Z leaves out 0.1 BTC on okx');
  const outside = [{ exchange: 'okx', asset: 'BTC', amount: '0.1' }];
  expect(checked(mark(100, { USDT: 1 }, outside), mark(5_100, prices))).toBe(
    'ok: +5000.00 USD (source not stated) since 2026-01-31T12:00:00.000Z: realised +0.00, unrealised +0.00, dust +0.00, holdings +0.00, flows +5000.00',
  );
});

test('equity of one wallet is not compared with that of another', () => {
  const opened = (market: 'practice' | 'realistic'): Fact => {
    return { type: 'MarketOpened', market, source: 'simulated', wallet: 'own', at };
  };
  const prices = { USDT: 1, BTC: 50_000 };
  const seven: Fact = { ...funded('USDT', '7'), id: 'seven' } as Fact;
  expect(checked(opened('practice'), mark(5_100, prices), opened('realistic'), seven, mark(7, prices))).toBe(
    'ok: +0.00 USD (realistic · invented) since 2026-01-31T12:00:00.000Z: realised +0.00, unrealised +0.00, dust +0.00, holdings +0.00, flows +0.00',
  );
});
