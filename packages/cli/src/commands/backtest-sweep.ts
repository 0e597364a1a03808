import { availableParallelism } from 'node:os';
import type { SweepAxis, SweepRange, SweepResult, SweepValue } from '@triquad/bot';
import { figureOf, money, none, number, percent, provenanceText, type Sourced } from '@triquad/core';
import { combinedProvenance } from '@triquad/core/contract';
import { type Command, InvalidArgumentError } from 'commander';
import { dataDirectory } from '../data-directory.ts';
import { CommandFailure, exitCode } from '../exit-code.ts';
import type { Host } from '../host.ts';
import type { Column, Tone } from '../output.ts';
import { list, wholeBetween } from '../parse.ts';
import { sourceColumn } from '../source-column.ts';
import { keyOf, openSweepFile } from '../sweep-file.ts';
import { createProgressBar } from './backtest-progress.ts';
import { bodyOf, type Settings, settingOptions, withSimulated } from './backtest-run.ts';
import { defineCommand, type Invocation, option } from './define-command.ts';

interface Options extends Settings {
  readonly over: readonly SweepRange[];
  readonly workers?: number;
  readonly output?: string;
  readonly dataDir?: string;
}

/** Each axis with the least and the greatest of its values. */
const limits: Readonly<Record<Exclude<SweepAxis, 'types'>, readonly [number, number]>> = {
  threshold: [0, 100],
  capital: [100, 1e9],
  position: [10, 1e9],
  latency: [0, 2_000],
  fee: [0, 10],
};
const kinds = ['tri', 'quad', 'both'] as const;

/** `triquad backtest sweep`: many backtests on all cores of this machine. It needs no running bot. */
export const sweepCommand = (host: Host): Command =>
  defineCommand<Options>(host, {
    name: 'sweep',
    description: 'run a backtest for each combination of some settings, on all cores, without a bot',
    options: [
      ...settingOptions(),
      option(
        '--over <axis=values>',
        'threshold, capital, position, latency, fee or types with its values, e.g. fee=0,0.02,0.1; once for each',
        ranges,
      ).makeOptionMandatory(),
      option('--workers <number>', 'how many run at once (default: one for each core)', wholeBetween(1, 256)),
      option('-o, --output <file>', 'keep each result; the same command goes on where it was broken off'),
      option('--data-dir <path>', 'where the bot keeps its recordings'),
    ],
    exits: ['interrupted'],
    examples: [
      [
        'triquad backtest sweep --name Fees --from 2026-01-01 --to 2026-01-01T00:05 --over fee=0,0.05,0.1 --over latency=5,100',
        'a heat map of the net profit',
      ],
      [
        'triquad backtest sweep --name Types --from 2026-01-01 --to 2026-01-01T00:02 --over types=tri,quad,both -o types.jsonl --json',
        'resumable, for a script',
      ],
    ],
    run: sweep,
  });

async function sweep({ host, print, options }: Invocation<Options>): Promise<void> {
  const { over, output, dataDir } = options;
  const bot = await import('@triquad/bot');
  const base = bodyOf(options);
  const cells = counted(() => bot.sweepCells(over));
  const recordings = await bot.createRecordings(bot.recordingsFolder(dataDirectory(dataDir)), []).all();
  const planned = bot.planBacktest('', bot.sweepConfig(base, cells[0] ?? {}), recordings);
  if (!planned.ok)
    throw withSimulated(
      new CommandFailure(`cannot sweep: ${planned.field}: ${planned.detail}`, exitCode.refused, planned.code),
    );
  const { provenance } = planned.job;
  print.note(`played on ${provenanceText(provenance)}`);
  const file = output === undefined ? null : openSweepFile(output, JSON.stringify({ sweep: 1, base, over }));
  const results = new Map(file?.done);
  const left = cells.filter((cell) => !results.has(keyOf(cell)));
  if (left.length < cells.length) print.note(`${cells.length - left.length} of ${cells.length} combinations are done`);
  const bar = createProgressBar(host.stderr, print.note);
  const signal = host.interrupted();
  const fault = new AbortController();
  let reason: unknown = null;
  try {
    await bot.runSweep({
      ...{
        base,
        cells: left,
        recordings,
        start: bot.startBacktest,
        workers: options.workers ?? availableParallelism(),
      },
      signal: AbortSignal.any([signal, fault.signal]),
      onResult: (result) => {
        results.set(keyOf(result.cell), result);
        try {
          file?.add(result);
        } catch (error) {
          reason ??= error;
          fault.abort();
        }
      },
      onProgress: (done) => bar.show(progressOf((cells.length - left.length + done) / cells.length)),
    });
  } finally {
    bar.end();
    file?.close();
  }
  if (reason !== null) throw reason;
  if (signal.aborted) {
    const goesOn = output === undefined ? 'its results are lost' : 'the same command goes on';
    throw new CommandFailure(
      `the sweep was broken off after ${results.size} of ${cells.length}; ${goesOn}`,
      exitCode.interrupted,
    );
  }
  show(
    print,
    over,
    cells.flatMap((cell) => results.get(keyOf(cell)) ?? []),
  );
}

/** The bar is that of a backtest. */
const progressOf = (progress: number) => ({
  ...{ id: '', provenance: null, config: null, status: 'running', progress, events_processed: null, error: null },
  ...{ created_at: null, finished_at: null },
});

function counted<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new CommandFailure(error instanceof Error ? error.message : String(error), exitCode.usage);
  }
}

function show(print: Invocation<Options>['print'], over: readonly SweepRange[], results: readonly SweepResult[]): void {
  const axes: Column<SweepResult>[] = over.map(({ axis }) => ({
    title: axis.toUpperCase(),
    value: ({ cell }) => String(cell[axis] ?? none),
    align: 'right',
  }));
  const best = [...results].sort((a, b) => (netOf(b) ?? -Infinity) - (netOf(a) ?? -Infinity));
  print.rows({ results }, [...axes, ...figures], best);
  const [down, across] = over.filter(({ values }) => values.length > 1);
  if (down !== undefined && across !== undefined) for (const line of heatMap(down, across, results)) print.note(line);
}

const figures: readonly Column<SweepResult>[] = [
  {
    title: 'NET',
    value: (one) => netOf(one),
    shown: (one) => money(figureOf(sourceOf(one), netOf(one)), { sign: true }),
    align: 'right',
    tone: toneOf,
  },
  {
    title: 'TRADES',
    value: (one) => metricsOf(one)?.total_trades,
    shown: (one) => number(metricsOf(one)?.total_trades),
    align: 'right',
  },
  {
    title: 'WON',
    value: (one) => metricsOf(one)?.win_rate,
    shown: (one) => percent(metricsOf(one)?.win_rate),
    align: 'right',
    optional: true,
  },
  {
    title: 'DRAWDOWN',
    value: (one) => metricsOf(one)?.max_drawdown_pct,
    shown: (one) => percent(metricsOf(one)?.max_drawdown_pct),
    align: 'right',
    optional: true,
  },
  {
    title: 'NOTE',
    value: (one) => (one.status === 'failed' ? one.error : (one.metrics.conclusion ?? '')),
    shrinks: true,
    tone: ({ status }) => (status === 'failed' ? 'bad' : 'quiet'),
  },
  sourceColumn((one) => sourceOf(one).provenance),
];

const sourceOf = (one: SweepResult): Sourced => ({
  provenance: one.status === 'completed' ? (one.provenance ?? null) : null,
});
const metricsOf = (one: SweepResult) => (one.status === 'completed' ? one.metrics : undefined);
const netOf = (one: SweepResult): number | null => metricsOf(one)?.net_profit ?? null;
function toneOf(one: SweepResult): Tone | undefined {
  const net = netOf(one) ?? 0;
  return net === 0 ? undefined : net > 0 ? 'good' : 'bad';
}

const shades = ['·', '░', '▒', '▓', '█'];

/** The best net profit of each pair of values; the darker, the nearer to the best of all. A loss has no shade. */
function heatMap(down: SweepRange, across: SweepRange, results: readonly SweepResult[]): readonly string[] {
  const at = (row: SweepValue, column: SweepValue): number | null =>
    results
      .filter(({ cell }) => cell[down.axis] === row && cell[across.axis] === column)
      .reduce<number | null>(
        (most, one) => (netOf(one) !== null && (most === null || (netOf(one) ?? 0) > most) ? netOf(one) : most),
        null,
      );
  const greatest = Math.max(0, ...results.map((one) => netOf(one) ?? 0));
  const source = combinedProvenance(results.map((one) => sourceOf(one).provenance));
  const cellOf = (usd: number | null): string => {
    const shade = usd === null || usd < 0 || greatest === 0 ? ' ' : shades[Math.ceil((4 * usd) / greatest)];
    return `${shade} ${money({ usd, source }, { sign: true })}`;
  };
  const rows = [
    [`${down.axis} \\ ${across.axis}`, ...across.values.map(String)],
    ...down.values.map((row) => [String(row), ...across.values.map((column) => cellOf(at(row, column)))]),
  ];
  const widths = rows[0]?.map((_, place) => Math.max(...rows.map((row) => row[place]?.length ?? 0))) ?? [];
  return rows.map((row) => row.map((text, place) => text.padStart(widths[place] ?? 0)).join('  '));
}

/** An option's value as one axis with its values, added to those before. */
function ranges(text: string, before: readonly SweepRange[] = []): readonly SweepRange[] {
  const [, name = '', values = ''] = /^(\w+)=(.+)$/.exec(text.trim()) ?? [];
  const axis = name.toLowerCase();
  if (before.some((one) => one.axis === axis)) throw new InvalidArgumentError(`${axis} is there twice.`);
  if (axis === 'types') return [...before, { axis, values: unique(list(values).map(kindOf)) }];
  if (!isAxis(axis))
    throw new InvalidArgumentError(
      'It must be threshold, capital, position, latency, fee or types with values, like fee=0,0.05.',
    );
  const [least, most] = limits[axis];
  const numbers = list(values).map(Number);
  if (numbers.some((one) => !(one >= least && one <= most)))
    throw new InvalidArgumentError(`Each value of ${axis} must be from ${least} to ${most}.`);
  return [...before, { axis, values: unique(numbers) }];
}

const isAxis = (text: string): text is keyof typeof limits => Object.keys(limits).includes(text);
const unique = <T>(values: readonly T[]): readonly T[] => [...new Set(values)];
function kindOf(text: string): SweepValue {
  const kind = kinds.find((one) => one === text.toLowerCase());
  if (kind === undefined) throw new InvalidArgumentError(`Types are ${kinds.join(', ')}.`);
  return kind;
}
