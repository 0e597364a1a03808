import { type PriceKind, paperProvenance } from '@triquad/core/contract';
import { describe, expect, test } from 'vitest';
import type { Fact } from '../model/event.ts';
import type { MarketOpened } from '../model/market-event.ts';
import { filled, folded, intended, noon, started } from './fold.suite.ts';
import type { Journalled } from './journalled.ts';

const opened = (market: string, source: MarketOpened['source'], at = noon): Fact => ({
  ...{ type: 'MarketOpened', market, source, wallet: 'own', at },
});
const practice = (at?: number) => opened('practice', 'simulated', at);
const live = (at?: number) => opened('live', 'exchange', at);
const funded = (amount: string): Fact => ({
  ...{ type: 'FundsDeposited', id: 'funds', exchange: 'kucoin', mode: 'paper', asset: 'USDT', amount, at: noon },
});
const marked = (equity_usd: number, at = noon): Fact => ({
  ...{ type: 'EquityMarked', mode: 'paper', equity_usd, by_exchange: { kucoin: equity_usd }, at },
});
const halted = (cause: 'kill' | 'daily_drawdown' | 'stop_loss'): Fact => ({
  ...{ type: 'BotHalted', cause, reason: cause, at: noon },
});
const reset: Fact = { type: 'HaltReset', at: noon };
const tripped: Fact = {
  ...{ type: 'BreakerTripped', name: 'reject_rate', reason: 'many rejects', resumes: 'operator', at: noon },
};
const day = (name: string): Fact => ({ type: 'DayStarted', day: name, at: noon });

const held = ({ held: accounts }: Journalled) => Object.fromEntries(accounts.get('paper kucoin') ?? []);
const breaker = ({ breakers }: Journalled) => breakers.get('reject_rate')?.tripped_at ?? null;
/** A morning on the practice market: one purchase, a fall, a breaker. */
const practised = [
  ...[practice(), day('2026-01-31'), funded('1000'), marked(1000), started, intended, filled()],
  ...[marked(700), tripped, halted('daily_drawdown')],
];

describe('another market', () => {
  test('begins with a wallet, counters and limits of its own', () => {
    const state = folded(...practised, live(noon + 1));
    expect(state).toMatchObject({
      market: { market: 'live', since: noon + 1 },
      halted: null,
      equity: { base: null, last: null },
      today: { day: '2026-01-31', executions: 0, volume: {}, peak_equity: null },
      failures_in_a_row: 0,
    });
    expect([
      held(state),
      breaker(state),
      state.open_executions.size,
      state.open_orders.size,
      state.reserved.size,
    ]).toEqual([{}, null, 0, 0, 0]);
  });

  test('leaves the wallet of the first as it was, to go back to', () => {
    const before = folded(...practised);
    const { market, newest_at, money, marks, ...again } = folded(
      ...practised,
      live(),
      funded('5'),
      marked(5),
      practice(noon + 9),
    );
    const { market: _m, newest_at: _n, money: _mo, marks: _ma, counters: _c, wallets: _w, equity, ...same } = before;
    expect(again).toMatchObject(same);
    expect(again.equity).toEqual({ ...equity, reopened: true });
    expect(money).toEqual(before.money);
    expect(market).toMatchObject({ market: 'practice', since: noon });
    expect(held(again as Journalled)).toEqual({ USDT: '500', BTC: '0.00999' });
  });

  test('has the same trading day, on which nothing was bought', () => {
    const later = [live(), day('2026-02-01'), practice()];
    expect(folded(...practised, ...later).today).toEqual({
      ...{ day: '2026-02-01', begun: true, executions: 0, volume: {}, unpriced: [], peak_equity: 700 },
    });
  });
});

describe('a halt', () => {
  test('by a loss holds in the market that lost, until it is reset there', () => {
    const away = folded(...practised, live());
    expect(away.halted).toBeNull();
    expect(folded(...practised, live(), reset, practice()).halted).toMatchObject({ cause: 'daily_drawdown' });
    expect(folded(...practised, reset, live(), practice()).halted).toBeNull();
  });

  test('by a kill holds everywhere, until it is reset anywhere', () => {
    expect(folded(practice(), halted('kill'), live()).halted).toMatchObject({ cause: 'kill' });
    expect(folded(practice(), live(), halted('kill'), practice()).halted).toMatchObject({ cause: 'kill' });
    expect(folded(practice(), halted('kill'), live(), reset, practice()).halted).toBeNull();
  });

  test('by a kill does not make a loss elsewhere forgotten', () => {
    const killed = folded(...practised, live(), halted('kill'), practice());
    expect(killed.halted).toMatchObject({ cause: 'kill' });
    expect(folded(...practised, live(), halted('kill'), reset, practice()).halted).toMatchObject({
      cause: 'daily_drawdown',
    });
    expect(folded(...practised, halted('kill'), reset, live(), practice()).halted).toBeNull();
  });
});

describe('prices that begin anew', () => {
  test('are no loss of an invented market, and what was lost before still counts', () => {
    const back = folded(...practised, live(), practice(), marked(630));
    expect(back).toMatchObject({ equity: { base: 930, last: 630 }, today: { peak_equity: 930 } });
  });

  test('are a gain or loss at an exchange, where they never stop', () => {
    const back = folded(live(), funded('1000'), marked(1000), practice(), live(), marked(900));
    expect(back).toMatchObject({ equity: { base: 1000, last: 900 }, today: { peak_equity: 1000 } });
  });
});

describe('journals of earlier versions', () => {
  const before = (market: string, source: MarketOpened['source']): Fact => ({
    ...{ type: 'MarketOpened', market, source, at: noon },
  });

  test('have one wallet, which goes along', () => {
    const state = folded(before('practice', 'simulated'), funded('7'), marked(7), before('live', 'exchange'));
    expect([held(state), state.equity, state.market?.wallet]).toEqual([
      { USDT: '7' },
      { base: null, last: null, by_exchange: {} },
      '',
    ]);
  });

  test('leave it to the market that they watched last', () => {
    const old = [before('practice', 'simulated'), funded('7'), before('live', 'exchange')];
    expect(held(folded(...old, practice()))).toEqual({});
    expect(held(folded(...old, practice(), live()))).toEqual({ USDT: '7' });
  });

  test('without a name of the market leave it to the first that is named', () => {
    expect(held(folded(funded('7'), practice()))).toEqual({ USDT: '7' });
    expect(held(folded(funded('7'), practice(), live()))).toEqual({});
  });
});

test('the kind of money has counters of its own too', () => {
  const mode = (of: 'paper' | 'live'): Fact => ({ type: 'ModeChanged', mode: of, at: noon });
  const real = folded(...practised, mode('live'));
  expect(real).toMatchObject({ halted: null, today: { executions: 0, volume: {} }, equity: { base: null } });
  expect(folded(...practised, mode('live'), mode('paper'))).toMatchObject({
    halted: { cause: 'daily_drawdown' },
    today: { executions: 1, volume: { BTC: 500 } },
    equity: { base: 1000, last: 700 },
  });
});

test('a recording of the same name and another kind has another wallet', () => {
  const recording = (kind: PriceKind): Fact => ({
    ...{ type: 'MarketOpened', market: 'kucoin-1', source: 'recorded', wallet: 'own', at: noon },
    provenance: paperProvenance(kind, 'kucoin', 'kucoin-1'),
  });
  const imported = [recording('imported'), funded('7')];
  expect(held(folded(...imported, recording('practice')))).toEqual({});
  expect(held(folded(...imported, recording('practice'), recording('imported')))).toEqual({ USDT: '7' });
});
