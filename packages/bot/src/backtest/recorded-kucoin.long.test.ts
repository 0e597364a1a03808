import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRecordings } from '../recording/recordings.ts';
import { config, nothing, reportIn } from './backtest.suite.ts';
import { planBacktest } from './plan-backtest.ts';
import { runBacktest } from './run-backtest.ts';

const kucoin = join(import.meta.dirname, '../../../../../shared/data/kucoin_l1_2022/kucoin_ticker_l1.csv.gz');
if (!existsSync(kucoin)) console.warn(`skipped: ${kucoin} is absent`);

test.skipIf(!existsSync(kucoin))(
  'KuCoin of spring 2022 holds no trade at its fee of 0.1 %, as is known of it',
  async () => {
    const recordings = await createRecordings(join(tmpdir(), 'no recordings of its own'), [
      { exchange: 'kucoin', file: kucoin },
    ]).all();
    const range = { start_date: '2022-02-01T00:00', end_date: '2022-06-01T00:00' };
    const planned = planBacktest(
      'id',
      config({ ...range, exchanges: ['kucoin'], min_profit_threshold: 0 }),
      recordings,
    );
    if (!planned.ok) return expect.unreachable(planned.detail);
    const report = reportIn(await runBacktest(planned.job, nothing));
    expect(report.trades).toEqual([]);
    expect(report.metrics).toMatchObject({
      total_trades: 0,
      net_profit: 0,
      win_rate: null,
      opportunities_per_minute: 0,
    });
    expect(report.data).toMatchObject({ source: 'recording kucoin_ticker_l1.csv.gz', events: 5679, markets: 1056 });
  },
);
