import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BacktestJob } from '../../packages/bot/src/backtest/job.ts';
import { planBacktest } from '../../packages/bot/src/backtest/plan-backtest.ts';
import { runBacktest } from '../../packages/bot/src/backtest/run-backtest.ts';
import { createRecordings, type Recording } from '../../packages/bot/src/recording/recordings.ts';
import { importQuotes } from '../../packages/bot/src/recording/transfer.ts';
import { seededRandom } from '../../packages/bot/src/venues/simulated/simulated-random.ts';
import { recordedData } from '../harness/recorded-data.ts';
import { nanoseconds, printTable, rate } from './table.ts';

/** What a prototype without an engine reached on top-of-book data: `docs` of the goal, not of this machine. */
const goal = 15_000_000;
const exchanges = ['binance', 'kraken', 'kucoin', 'coinbase', 'okx'];
const denseQuotes = 400_000;
const start = Date.UTC(2026, 0, 31);

const jobOf = (from: number, to: number, of: readonly string[], recordings: readonly Recording[]): BacktestJob => {
  const planned = planBacktest(
    'bench',
    {
      name: 'bench',
      start_date: new Date(from).toISOString(),
      end_date: new Date(to).toISOString(),
      initial_capital: 10_000,
      exchanges: [...of],
      min_profit_threshold: 0.5,
      max_position_size: 1000,
      max_slippage: 0.5,
      enable_triangular: true,
      enable_quadrangular: true,
      seed: 7,
    },
    recordings,
  );
  if (!planned.ok) throw new Error(planned.detail);
  return planned.job;
};

const measure = async (name: string, job: BacktestJob): Promise<string[]> => {
  const [began, used] = [performance.now(), process.cpuUsage()];
  const outcome = await runBacktest(job, () => {});
  const [ms, cpu] = [performance.now() - began, process.cpuUsage(used)];
  if (outcome.status !== 'completed') throw new Error(`${name}: ${JSON.stringify(outcome)}`);
  const { data, trades } = outcome.report;
  const cpuMs = (cpu.user + cpu.system) / 1000;
  const perSecond = (data.events / cpuMs) * 1000;
  return [
    name,
    String(data.markets),
    data.events.toLocaleString('en-US'),
    String(trades.length),
    (ms / 1000).toFixed(1),
    (cpuMs / 1000).toFixed(1),
    nanoseconds(cpuMs / data.events),
    rate(perSecond),
    `${((100 * perSecond) / goal).toFixed(1)} %`,
  ];
};

/** A dense day of one exchange: as many markets as the real recording, a quote each half millisecond. */
const denseRecording = (symbols: readonly string[], file: string, quotes: number): void => {
  const random = seededRandom(1);
  const lines = ['timeMs,session,symbol,bid,bidSize,ask,askSize'];
  for (let row = 0; row < quotes; row++) {
    const symbol = symbols[Math.floor(random.uniform() * symbols.length)];
    const bid = 1 + 0.0001 * random.uniform();
    lines.push(`${start + Math.floor(row / 2)},1,${symbol},${bid.toFixed(6)},10.01,${(bid * 1.01).toFixed(6)},10.01`);
  }
  writeFileSync(file, lines.join('\n'));
};

const rows = [await measure('simulated, five exchanges, 20 min', jobOf(start, start + 1_200_000, exchanges, []))];
rows.push(await measure('simulated, one exchange, 20 min', jobOf(start, start + 1_200_000, ['kucoin'], [])));

const kucoin = recordedData('kucoin_l1_2022/kucoin_ticker_l1.csv.gz');
if (kucoin !== null) {
  const recorded = await createRecordings('', [{ exchange: 'kucoin', file: kucoin }]).all();
  const [one] = recorded;
  if (one) rows.push(await measure('KuCoin L1, Feb to May 2022', jobOf(one.from, one.to + 1, ['kucoin'], recorded)));
}
const folder = mkdtempSync(join(tmpdir(), 'triquad-bench-'));
const bases = Array.from({ length: 330 }, (_, at) => `C${at}`);
const denseSymbols = [
  'BTC-USDT',
  'ETH-USDT',
  'ETH-BTC',
  ...bases.flatMap((base) => ['USDT', 'BTC', 'ETH'].map((quote) => `${base}-${quote}`)),
];
denseRecording(denseSymbols, join(folder, 'kucoin-dense.csv'), denseQuotes);
const dense = await createRecordings(folder, []).all();
rows.push(await measure('dense L1, 1,000 markets, 2,000/s', jobOf(start, start + denseQuotes / 2, ['kucoin'], dense)));

const scanRows = 2_000_000;
/** CPU of a whole process that scans, its start included, in ms; of one that scans a recording of no length, the start alone. */
const scanned = (file: string): number => {
  const bot = new URL('../../packages/bot/src/recording/scan.ts', import.meta.url);
  const options = `{ session: null, feePct: 0.1, minProfitPct: 0, maxAgeMs: null, types: { tri: true, quad: true }, sizing: 'none', instrumentsFile: null, atEnd: false, anyStart: false }`;
  const program = `import { scan } from ${JSON.stringify(bot.href)};
    await scan({ ...${options}, file: ${JSON.stringify(file)} }, { onCycle() {}, onReject() {} });
    const { user, system } = process.cpuUsage();
    console.log((user + system) / 1000);`;
  const args = ['--conditions=triquad-source', '--input-type=module', '-e', program];
  return Number(execFileSync(process.execPath, args, { encoding: 'utf8' }));
};
denseRecording(denseSymbols, join(folder, 'kucoin-long.csv'), scanRows);
const imported = await importQuotes(join(folder, 'kucoin-long.csv'), 'kucoin', join(folder, 'arrow'), () => {});
writeFileSync(join(folder, 'empty.csv'), '');
const startMs = scanned(join(folder, 'empty.csv'));
const scans = [
  ['table (CSV)', join(folder, 'kucoin-long.csv')] as const,
  ['recording (Arrow)', imported.path] as const,
].map(([name, file]) => {
  const ms = scanned(file);
  return [
    name,
    scanRows.toLocaleString('en-US'),
    ms.toFixed(0),
    `${((1_000 * ms) / scanRows).toFixed(3)} µs`,
    `${((1_000 * (ms - startMs)) / scanRows).toFixed(3)} µs`,
  ];
});
rmSync(folder, { recursive: true });

printTable(
  'Backtest: updates through the whole engine on one core, paper exchange, risk and report included',
  ['market', 'markets', 'updates', 'trades', 's', 'CPU s', 'CPU an update', 'rate', 'of 15 M/s'],
  rows,
);
printTable(
  `Scan of 1,000 markets: CPU of the whole process; its start alone takes ${startMs.toFixed(0)} ms`,
  ['of', 'rows', 'CPU ms', 'a row', 'a row without the start'],
  scans,
);
