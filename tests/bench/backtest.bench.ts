import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { inventRecording } from '../../packages/bot/src/backtest/drawn-runs.suite.ts';
import type { BacktestJob, RowsGiven, ThreadOutcome } from '../../packages/bot/src/backtest/job.ts';
import { planBacktest } from '../../packages/bot/src/backtest/plan-backtest.ts';
import { runBacktest } from '../../packages/bot/src/backtest/run-backtest.ts';
import type { WorkerMessage } from '../../packages/bot/src/backtest/start-backtest.ts';
import { importOne } from '../../packages/bot/src/recording/import.suite.ts';
import { createRecordings, type Recording } from '../../packages/bot/src/recording/recordings.ts';
import { askWhatIf } from '../../packages/bot/src/research/what-if.ts';
import { seededRandom } from '../../packages/bot/src/venues/simulated/simulated-random.ts';
import { recordedData } from '../harness/recorded-data.ts';
import { recordBooks } from './recorded-books.ts';
import { nanoseconds, printTable, rate } from './table.ts';

const exchanges = ['binance', 'kraken', 'kucoin', 'coinbase', 'okx'];
/** Runs of each job, by turns with the others; the figures are medians. */
const turns = 3;
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
    undefined,
    'practice',
  );
  if (!planned.ok) throw new Error(planned.detail);
  return planned.job;
};

/** What a run is, which is the same each time. */
type Counted = RowsGiven & { readonly events: number; readonly markets: number; readonly trades: number };
type Measured = { readonly cpuMs: number; readonly ms: number };

const count = async (job: BacktestJob): Promise<Counted> => {
  const outcome = await runBacktest(job, () => {});
  if (outcome.status !== 'completed') throw new Error(JSON.stringify(outcome));
  const { data, trades } = outcome.report;
  return { events: data.events, markets: data.markets, trades: trades.length, ...outcome.rows };
};

const built = (path: string): URL => new URL(`../../packages/cli/dist/${path}`, import.meta.url);

/** A run as the product starts each: on a new thread, which loads and compiles all that it needs. `brief`: without what follows upon the run. */
const measure = async (job: BacktestJob): Promise<Measured> => {
  const [began, used] = [performance.now(), process.cpuUsage()];
  const thread = new Worker(built('backtest-worker.js'), { workerData: { ...job, brief: true }, execArgv: [] });
  const outcome = await new Promise<ThreadOutcome>((resolve, reject) => {
    thread.on('error', reject);
    thread.on('message', (message: WorkerMessage) => {
      if (message.type === 'outcome') resolve(message.outcome);
    });
  });
  const [ms, { user, system }] = [performance.now() - began, process.cpuUsage(used)];
  await thread.terminate();
  if (outcome.status !== 'completed') throw new Error(JSON.stringify(outcome));
  return { ms, cpuMs: (user + system) / 1000 };
};

const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(2)} %`;

const middleOf = (runs: readonly Measured[]): Measured =>
  runs.toSorted((a, b) => a.cpuMs - b.cpuMs)[runs.length >> 1] as Measured;

const rowOf = (name: string, { events, markets, trades, given, windows }: Counted, runs: readonly Measured[]) => {
  const { cpuMs, ms } = middleOf(runs);
  return [
    name,
    String(markets),
    events.toLocaleString('en-US'),
    String(trades),
    percent(given, events),
    String(windows),
    (ms / 1000).toFixed(1),
    (cpuMs / 1000).toFixed(1),
    nanoseconds(cpuMs / events),
    rate((events / cpuMs) * 1000),
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

const folder = mkdtempSync(join(tmpdir(), 'triquad-bench-'));
const bases = Array.from({ length: 330 }, (_, at) => `C${at}`);
const denseSymbols = [
  'BTC-USDT',
  'ETH-USDT',
  'ETH-BTC',
  ...bases.flatMap((base) => ['USDT', 'BTC', 'ETH'].map((quote) => `${base}-${quote}`)),
];
const jobs: (readonly [name: string, job: BacktestJob])[] = [
  ['simulated, five exchanges, a day', jobOf(start, start + 86_400_000, exchanges, [])],
  ['simulated, one exchange, 20 min', jobOf(start, start + 1_200_000, ['kucoin'], [])],
];
const kucoin = recordedData('kucoin_l1_2022/kucoin_ticker_l1.csv.gz');
if (kucoin !== null) {
  const recorded = await createRecordings('', [{ exchange: 'kucoin', file: kucoin }]).all();
  const [one] = recorded;
  if (one) jobs.push(['KuCoin L1, Feb to May 2022', jobOf(one.from, one.to + 1, ['kucoin'], recorded)]);
}
const calm = { exchange: 'kucoin', from: start, void: 0, silent: 0, sessions: 0, drift: 2e-6, dislocatedPct: 2 };
const recordings = [
  ['400 markets, 20,000/s, nothing pays', { rows: 4_200_000, rowsPerSecond: 20_000, coins: 132, dislocated: 0 }, 1],
  ['1,000 markets, 4,000/s, nothing pays', { rows: 1_000_000, rowsPerSecond: 4_000, coins: 330, dislocated: 0 }, 2],
  [
    '400 markets, 5,000/s, a few cycles pay',
    { rows: 1_500_000, rowsPerSecond: 5_000, coins: 132, dislocated: 2e-6 },
    11,
  ],
] as const;
const files: { readonly path: string; readonly job: BacktestJob }[] = [];
/** What the lists of recordings take to read each through, which is done once for all runs on it: CPU a row. */
const surveys: string[][] = [];
const jobOn = async (name: string, file: string, { rows, rowsPerSecond }: { rows: number; rowsPerSecond: number }) => {
  const [from, to] = [start, start + (1_100 * rows) / rowsPerSecond];
  const used = process.cpuUsage();
  const listed = await createRecordings('', [{ exchange: 'kucoin', file }]).all();
  const { user, system } = process.cpuUsage(used);
  surveys.push([name, rows.toLocaleString('en-US'), nanoseconds((user + system) / 1000 / rows)]);
  return jobOf(from, to, ['kucoin'], listed);
};
for (const [name, of, seed] of recordings) {
  const file = await inventRecording(folder, { ...calm, ...of }, seed);
  const job = await jobOn(name, file, of);
  files.push({ path: file, job });
  jobs.push([name, job]);
  jobs.push([`${name}; every row`, { ...job, every_row: true }]);
}
const books = { rows: 1_000_000, rowsPerSecond: 10_000, coins: 132 };
const recordedBooks = await recordBooks({ folder, exchange: 'kucoin', from: start, depth: 20, seed: 5, ...books });
const ofBooks = '400 books of 20 levels, 10,000/s, nothing pays';
jobs.push([ofBooks, await jobOn(ofBooks, recordedBooks, books)]);
const counted: Counted[] = [];
for (const [, job] of jobs) counted.push(await count(job));
const measured = jobs.map((): Measured[] => []);
for (let turn = 0; turn < turns; turn++)
  for (const [place, [, job]] of jobs.entries()) measured[place]?.push(await measure(job));
const rows = jobs.map(([name], place) => rowOf(name, counted[place] as Counted, measured[place] ?? []));
const cpuOf = (name: string): number => middleOf(measured[jobs.findIndex(([one]) => one === name)] ?? []).cpuMs;
const ratios = recordings.map(([name]) => [name, `${(cpuOf(`${name}; every row`) / cpuOf(name)).toFixed(1)}×`]);

const sourceOf = (path: string): string => new URL(`../../packages/bot/src/${path}`, import.meta.url).href;

const scanRows = 2_000_000;
const triquad = built('main.js').pathname;
/** Says the CPU of a process as it ends, in ms. */
const meter = `data:text/javascript,process.on('exit', () => { const { user, system } = process.cpuUsage(); process._rawDebug((user + system) / 1000); })`;
/** CPU of a whole process that scans, its start included, in ms; of one that scans a recording of no length, the start alone. */
const scanned = (file: string): number => {
  const { stderr } = spawnSync(process.execPath, ['--import', meter, triquad, 'scan', file], { encoding: 'utf8' });
  return Number(stderr.trim().split('\n').at(-1));
};
denseRecording(denseSymbols, join(folder, 'kucoin-long.csv'), scanRows);
const imported = await importOne(join(folder, 'kucoin-long.csv'), 'kucoin', join(folder, 'arrow'), () => {});
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

/** Medians of several runs by turns, CPU ms. */
const whatIfs = async (): Promise<readonly string[][]> => {
  const fees_pct = [0, 0.005, 0.01, 0.02, 0.03, 0.05, 0.075, 0.1];
  const latencies_ms = [0, 5, 10, 25, 50, 100, 250, 500];
  const grids = [
    { fee_pct: 0, latency_ms: 0, fees_pct: [0], latencies_ms: [0] },
    { fee_pct: 0.1, latency_ms: 25, fees_pct, latencies_ms },
  ];
  const rows: string[][] = [];
  for (const place of [0, 2]) {
    const { path } = files[place] as (typeof files)[number];
    const [name, { rows: count }] = recordings[place] as (typeof recordings)[number];
    const taken = grids.map((): number[] => []);
    for (let turn = 0; turn < turns; turn++)
      for (const [at, grid] of grids.entries()) {
        const used = process.cpuUsage();
        const answer = await askWhatIf({ path, config: { recording: basename(path), ...grid }, onReject: () => {} });
        if (!answer.ok) throw new Error(answer.message);
        const { user, system } = process.cpuUsage(used);
        taken[at]?.push((user + system) / 1000);
      }
    const [one = 0, many = 0] = taken.map((all) => all.toSorted((a, b) => a - b)[turns >> 1]);
    const each = (ms: number): string => nanoseconds(ms / count);
    rows.push([name, count.toLocaleString('en-US'), each(one), each(many), `${(many / one).toFixed(2)}×`]);
  }
  return rows;
};
const asked = await whatIfs();

/** The most memory that a process takes which runs the job with a heap of so many MiB, in MiB. */
const mostMemory = (job: BacktestJob, heap: number): number => {
  const program = `import { runBacktest } from ${JSON.stringify(sourceOf('backtest/run-backtest.ts'))};
    const outcome = await runBacktest(${JSON.stringify(job)}, () => {});
    if (outcome.status !== 'completed') throw new Error(JSON.stringify(outcome));
    console.log(process.resourceUsage().maxRSS / 1024);`;
  const flags = [`--max-old-space-size=${heap}`, '--conditions=triquad-source', '--input-type=module'];
  return Number(execFileSync(process.execPath, [...flags, '-e', program], { encoding: 'utf8' }));
};
const heap = 64;
const memory = [0, 2].map((place) => {
  const { path, job } = files[place] as (typeof files)[number];
  const size = statSync(path).size / 2 ** 20;
  return [`${size.toFixed(0)} MiB`, `${(size / heap).toFixed(1)}×`, `${mostMemory(job, heap).toFixed(0)} MiB`];
});
rmSync(folder, { recursive: true });

printTable(
  `Backtest on a new thread, its start, paper exchange, risk and report included; medians of ${turns} turns. The engine is given the rows of windows`,
  ['market', 'markets', 'updates', 'trades', 'given', 'windows', 's', 'CPU s', 'CPU an update', 'rate'],
  rows,
);
printTable('Windows against a run over every row, by CPU', ['market', 'ratio'], ratios);
printTable(
  'Survey of a recording, once for all backtests of it, when it is listed',
  ['recording', 'rows', 'CPU a row'],
  surveys,
);
printTable(
  `Scan of 1,000 markets: CPU of the whole process; its start alone takes ${startMs.toFixed(0)} ms`,
  ['of', 'rows', 'CPU ms', 'a row', 'a row without the start'],
  scans,
);
printTable(
  'What-if of one recording: one fee and latency, and eight fees by eight latencies',
  ['recording', 'rows', 'one, CPU a row', '8 × 8, CPU a row', 'ratio'],
  asked,
);
printTable(
  `Memory of a backtest on a recording, in a process with a heap of ${heap} MiB`,
  ['recording', 'of the heap', 'most memory'],
  memory,
);
