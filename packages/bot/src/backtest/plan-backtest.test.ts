import type { BacktestConfig, PriceKind } from '@triquad/core/contract';
import { describe, expect, test } from 'vitest';
import { defaultConfig } from '../model/config.ts';
import { config, jobOf } from './backtest.suite.ts';
import { type OwnMarket, planBacktest } from './plan-backtest.ts';

const noon = Date.UTC(2026, 0, 31, 12);
const recording = (
  exchange: string,
  from: number,
  to: number,
  file = `${exchange}-${from}.csv`,
  kind: PriceKind = 'recorded',
) => ({
  exchange,
  kind,
  file,
  from: noon + from,
  to: noon + to,
  rows: 1,
  bytes: 1,
});
const delay = (ms: number) => ({ median_ms: ms, p99_ms: ms });
const problem = (...request: Parameters<typeof config>) => {
  const planned = planBacktest('id', config(...request), [], undefined, 'practice');
  return planned.ok ? null : [planned.field, planned.detail];
};

describe('what is played', () => {
  test('is the simulated market with the seed of the configuration where nothing is recorded', () => {
    expect(jobOf().data).toEqual({ kind: 'simulated', preset: 'practice', seed: 7, exchanges: ['binance', 'kraken'] });
    const { seed: _, ...unseeded } = config();
    expect(planBacktest('id', unseeded, [], undefined, 'practice')).toMatchObject({
      job: { seed: 1, data: { seed: 1 } },
    });
  });

  test('is what is recorded of the range, in order of time and nothing twice', () => {
    const recordings = [
      recording('binance', 300_000, 900_000, 'late.csv'),
      recording('binance', -100_000, 100_000, 'early.csv'),
      recording('binance', 50_000, 200_000, 'overlapping.csv'),
      recording('binance', -500_000, -1, 'over.csv'),
      recording('binance', 600_000, 700_000, 'after.csv'),
      recording('okx', 0, 1, 'not-asked-for.csv'),
    ];
    const job = jobOf({}, recordings);
    expect(job.data).toEqual({
      kind: 'recorded',
      sources: [{ exchange: 'binance', files: ['early.csv', 'late.csv'] }],
    });
    expect(job.notes[0]).toBe('No recorded quotes of kraken in the range: left out, without capital.');
    const sample = jobOf({}, [recording('binance', 0, 900_000, '/recordings/sample', 'sample')]);
    expect(sample.notes[0]).toContain('The recording sample is invented');
    expect(job.engine.paper_funds).toEqual({ USDT: '10000' });
  });

  const planned = (
    change: Partial<BacktestConfig>,
    recordings: ReturnType<typeof recording>[],
    own: OwnMarket = null,
  ) => {
    const plan = planBacktest('id', config({ exchanges: ['kucoin'], ...change }), recordings, undefined, own);
    return plan.ok ? plan.job : { code: plan.code, detail: plan.detail };
  };
  const other = recording('kucoin', -86_400_000, -80_000_000, 'kucoin-1');
  const quotes = recording('kucoin', 0, 900_000, 'kucoin-2');
  const bars = recording('kucoin', 0, 900_000, 'kucoin-bars', 'bars');
  const practised = recording('kucoin', 0, 900_000, 'practice-kucoin', 'practice');

  test('is refused where nothing is recorded, and what there is is named', () => {
    const nothing = {
      code: 'no_recording',
      detail:
        'nothing is recorded of kucoin in this range; there is kucoin-1 (kucoin, 2026-01-30T12:00Z to 2026-01-30T13:46Z)',
    };
    expect(planned({}, [other])).toEqual(nothing);
    expect(planned({ market: 'recorded' }, [other], 'practice')).toEqual(nothing);
    expect(planned({}, [])).toMatchObject({ detail: expect.stringMatching(/there are no recordings$/) });
  });

  test.each(['practice', 'realistic'] as const)(
    'is the %s market where the bot watches that, or it is asked for',
    (preset) => {
      const invented = {
        data: { kind: 'simulated', preset },
        provenance: { kind: preset, money: 'invented' },
        conditions: preset,
      };
      expect(planned({}, [other], preset)).toMatchObject(invented);
      expect(planned({ market: preset }, [quotes])).toMatchObject(invented);
    },
  );

  test('is no bar unless it is named', () => {
    expect(planned({}, [bars])).toMatchObject({
      code: 'bars_not_quotes',
      detail: expect.stringContaining('kucoin-bars'),
    });
    expect(planned({}, [bars], 'practice')).toMatchObject({ code: 'bars_not_quotes' });
    expect(planned({ recordings: ['kucoin-bars'] }, [bars])).toMatchObject({
      provenance: { kind: 'bars', money: 'paper' },
    });
    expect(planned({}, [bars, quotes])).toMatchObject({ data: { sources: [{ files: ['kucoin-2'] }] } });
  });

  test('is never true and invented at once', () => {
    const both = planned({}, [practised, quotes]);
    expect(both).toMatchObject({ data: { sources: [{ files: ['kucoin-2'] }] }, provenance: { kind: 'recorded' } });
    expect('notes' in both && both.notes[0]).toBe('Left out, as they are bars or invented: practice-kucoin.');
    expect(planned({ recordings: ['practice-kucoin', 'kucoin-2'] }, [practised, quotes])).toMatchObject({
      code: 'mixed_kinds',
    });
    const alone = planned({}, [practised]);
    expect(alone).toMatchObject({ provenance: { kind: 'practice', name: 'practice-kucoin', money: 'invented' } });
    expect('notes' in alone && alone.notes[0]).toContain('every quote is invented');
    expect(planned({ recordings: ['moon'] }, [quotes])).toMatchObject({ detail: 'there is no recording moon' });
  });

  test('takes a time without an offset for UTC, wherever the machine stands', () => {
    const local = jobOf({ start_date: '2026-01-31T12:00', end_date: '2026-01-31T14:10:00+02:00' });
    expect([local.from, local.to]).toEqual([noon, noon + 600_000]);
  });
});

describe('the engine', () => {
  test('has the limits of a new bot and those of the configuration; the capital is divided equally', () => {
    const { engine } = jobOf({
      exchanges: ['binance', 'kraken', 'okx', 'kraken'],
      max_position_size: 500,
      max_slippage: 0.2,
    });
    expect(engine).toMatchObject({
      parameters: {
        enabled_exchanges: ['binance', 'kraken', 'okx'],
        trading_pairs: [],
        min_profit_threshold: 0.1,
        max_capital_per_route: 500,
      },
      total_capital: 10_000,
      max_slippage_pct: 0.2,
      assets: { BTC: { max_position: 500, max_daily_volume: 5000 } },
      paper_funds: { USDT: '3333.33333333' },
      cooldown_after_failure_seconds: 60,
    });
  });
});

describe('own terms', () => {
  const inForce = {
    ...defaultConfig,
    max_concurrent_orders: 9,
    stop_loss_pct: 33,
    cooldown_after_failure_seconds: 7,
    max_unwind_loss_pct: 0.5,
    assets: { XRP: { max_position: 1, max_daily_volume: 2 } },
    fees: { binance: { taker_pct: 0.2 }, kraken: { tier: '$10,000' } },
    paper: { conditions: 'practice' as const, taken_pct: 5, exchanges: { kraken: { feed_delay: delay(3) } } },
  };
  const planned = (change: Parameters<typeof config>[0]) => {
    const plan = planBacktest('id', config({ market: 'practice', ...change }), [], inForce);
    return plan.ok ? plan.job : expect.unreachable(plan.detail);
  };

  test('are those in force where the run names none', () => {
    const { engine, notes } = planned({});
    const { max_concurrent_orders, stop_loss_pct, cooldown_after_failure_seconds, fees, paper } = inForce;
    expect(engine).toMatchObject({ max_concurrent_orders, stop_loss_pct, cooldown_after_failure_seconds, fees, paper });
    expect(engine).toMatchObject({ max_unwind_loss_pct: 0.5, max_profit_pct: 3 });
    expect(notes.at(-1)).toContain('ways back that lose 0.5 % at most, and doubt of a profit above 3 %');
    expect(engine.assets).toEqual({ XRP: { max_position: 1000, max_daily_volume: 2 } });
    expect(notes.at(-1)).toMatch(/^The limits in force hold: 9 executions at once; 7 s of rest/);
  });

  test('know no operator: what is left to one in force is executed', () => {
    const left = { ...inForce, auto_execute: false, by_hand: { binance: ['TRI' as const] } };
    const plan = planBacktest('id', config({ market: 'practice' }), [], left);
    expect(plan).toMatchObject({ ok: true, job: { engine: { auto_execute: true } } });
    expect(plan.ok && plan.job.engine.by_hand).toBeUndefined();
  });

  test('change those in force, each by itself', () => {
    const { engine, notes } = planned({
      fees: { binance: { tier: 'VIP 9' } },
      paper: { exchanges: { binance: { order_delay: delay(5) } } },
      limits: {
        stop_loss_pct: 50,
        max_unwind_loss_pct: 100,
        max_profit_pct: 9,
        assets: { BTC: { max_position: 20, max_daily_volume: 30 } },
      },
    });
    expect(engine).toMatchObject({
      stop_loss_pct: 50,
      max_concurrent_orders: 9,
      max_unwind_loss_pct: 100,
      max_profit_pct: 9,
      fees: { binance: { tier: 'VIP 9' }, kraken: { tier: '$10,000' } },
      paper: { conditions: 'practice', taken_pct: 5 },
    });
    expect(engine.fees?.binance).toEqual({ tier: 'VIP 9' });
    expect(Object.keys(engine.paper?.exchanges ?? {})).toEqual(['kraken', 'binance']);
    expect(engine.assets).toMatchObject({ XRP: { max_daily_volume: 2 }, BTC: { max_position: 20 } });
    expect(notes.at(-1)).toMatch(/^The limits of this run, and else those in force hold: 9 executions at once/);
  });

  test('the capital is held in the first dollar among the start currencies', () => {
    const { engine, notes } = planned({ start_currencies: ['EUR', 'USDC', 'USDT'] });
    expect(engine.start_currencies).toEqual(['EUR', 'USDC', 'USDT']);
    expect(engine.paper_funds).toEqual({ USDC: '5000' });
    expect(notes).toContain('The capital is divided equally: 5000 USDC at each of binance, kraken.');
  });
});

describe('refused, naming the field', () => {
  test.each([
    [
      'an end that is no later than the start',
      { end_date: '2026-01-31T12:00:00Z' },
      ['end_date', 'must be after start_date'],
    ],
    ['a time before time is counted', { start_date: '1969-12-31T23:59' }, ['start_date', 'must not be before 1970']],
    [
      'a lifetime',
      { start_date: '2016-01-01T00:00', end_date: '2026-01-02T00:00' },
      ['end_date', 'must be within ten years of start_date'],
    ],
    [
      'no type of cycle',
      { enable_triangular: false, enable_quadrangular: false },
      ['enable_triangular', 'one of triangular and quadrangular must be enabled'],
    ],
    [
      'a fee tier that the exchange does not have',
      { fees: { kraken: { tier: 'VIP 3' } } },
      [
        'fees',
        '"VIP 3" is no fee tier: kraken has $0, $10,000, $50,000, $100,000, $250,000, $500,000, $1,000,000, $2,500,000, $5,000,000, $10,000,000',
      ],
    ],
    [
      'cycles that begin with nothing that there is',
      { start_currencies: ['BTC'] },
      ['start_currencies', 'must have a dollar among them, e.g. USDT: the capital is held in it'],
    ],
    [
      'an exchange of which there is nothing',
      { exchanges: ['binance', 'nowhere'] },
      ['exchanges', 'the invented market has binance, kraken, kucoin, coinbase, okx, and not nowhere'],
    ],
    [
      'more of the simulated market than anybody waits for',
      { end_date: '2026-03-04T12:00:00Z' },
      ['end_date', 'the invented market is played for 31 days at most'],
    ],
  ])('%s', (_, change, expected) => {
    expect(problem(change)).toEqual(expected);
  });

  test('but not a range that lies ahead: the simulated market has no past', () => {
    expect(problem({ start_date: '2126-01-01T00:00', end_date: '2126-01-02T00:00' })).toBeNull();
  });
});
