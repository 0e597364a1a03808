import { basename } from 'node:path';
import { figureOf, money, none, provenanceText } from '@triquad/core';
import type { WhatIf, WhatIfConfig } from '@triquad/core/contract';
import { Argument, type Command, InvalidArgumentError } from 'commander';
import { dataDirectory } from '../data-directory.ts';
import { CommandFailure, exitCode } from '../exit-code.ts';
import type { Host } from '../host.ts';
import type { Column } from '../output.ts';
import { list, moment, oneOf, wholeBetween } from '../parse.ts';
import { recordingPath } from '../recording-path.ts';
import { createRejects } from '../rejected-rows.ts';
import { defineCommand, type Invocation, option } from './define-command.ts';

interface Options {
  readonly show: keyof typeof tables;
  readonly fee?: number;
  readonly latency?: number;
  readonly fees?: number[];
  readonly latencies?: number[];
  readonly capital?: number;
  readonly types: readonly string[];
  readonly start?: string[];
  readonly session?: number;
  readonly from?: string;
  readonly to?: string;
  readonly maxAge?: number | null;
  readonly live?: number;
  readonly bars?: true;
  readonly dataDir?: string;
}

const kinds = ['tri', 'quad'];
const longestLatency = 600_000;
const most = Number.MAX_SAFE_INTEGER;

/** `triquad whatif`: at which fee and latency would it have paid? It needs no running bot. */
export const whatIfCommand = (host: Host): Command =>
  defineCommand<Options>(host, {
    name: 'whatif',
    description: 'at which fee and latency a recording would have paid, how often and for how long',
    arguments: [new Argument('[recording]', 'its name, as `triquad data list` shows it, or a path')],
    options: [
      option('--show <table>', 'profit by fee and latency, the best cycles, or lifetimes')
        .choices(Object.keys(tables))
        .default('grid'),
      option('--fee <percent>', 'your own fee of a leg (default: that of the exchange for a new account)', fee),
      option('--latency <ms>', 'how long a leg of yours takes (default: 25)', wholeBetween(0, longestLatency)),
      option('--fees <percents>', 'the fees of the grid, e.g. 0,0.02,0.1; below 0 for a rebate', each(fee)),
      option('--latencies <ms>', 'the latencies of the grid, e.g. 0,25,100', each(wholeBetween(0, longestLatency))),
      option('--capital <usd>', 'the most that goes into a cycle (default: 1000)', dollars),
      option('--types <types>', 'which cycles', each(oneOf(kinds))).default(kinds, kinds.join(',')),
      option('--start <currencies>', 'where a cycle may begin (default: USDT,USDC,USD,EUR,BTC,ETH)', currencies),
      option('--session <number>', 'only this session of the recording', wholeBetween(0, most)),
      option('--from <moment>', 'since then, e.g. 2026-01-31 or "2026-01-31 12:00"; UTC without a zone', moment),
      option('--to <moment>', 'before then', moment),
      option('--max-age <ms>', 'how old a quote may be; `none` for any age (default: 1500 in tables, else none)', age),
      option('--live <time>', 'the last 30m or 1h of what the bot records now, instead of a recording', span),
      option('--bars', 'ask bars all the same, though a close is no quote'),
      option('--data-dir <path>', 'where the bot keeps its data'),
    ],
    examples: [
      ['triquad whatif binance-20260131T120000000Z', 'profit by fee and latency, and the sum of it in a sentence'],
      ['triquad whatif quotes.csv.gz --fee 0.075 --latency 40 --show cycles', 'the best cycles at what you pay'],
      ['triquad whatif --live 1h', 'the last hour of what a bot records now'],
      ['triquad whatif quotes.csv.gz --json | jq .conclusion', 'all of it, for a script'],
    ],
    run: runWhatIf,
  });

async function runWhatIf({ print, options, args: [name = ''] }: Invocation<Options>): Promise<void> {
  const { askWhatIf, recordingsFolder } = await import('@triquad/bot');
  const folder = recordingsFolder(dataDirectory(options.dataDir));
  if ((name === '') === (options.live === undefined))
    throw new CommandFailure('name a recording, or give --live 1h', exitCode.usage);
  if (options.live !== undefined && options.from !== undefined)
    throw new CommandFailure('give one of --live and --from', exitCode.usage);
  const live = options.live === undefined ? null : await recordedNow(folder, options.live);
  const path = live?.path ?? (await recordingPath(name, folder));
  const asked = live === null ? options : { ...options, from: live.from };
  const rejects = createRejects(print.note);
  const outcome = await askWhatIf({ path, config: configOf(basename(path), asked), onReject: rejects.add });
  rejects.end();
  if (!outcome.ok)
    throw new CommandFailure(
      `cannot tell: ${outcome.message}${'code' in outcome ? '; --bars asks them all the same' : ''}`,
      outcome.field === null || 'code' in outcome ? exitCode.refused : exitCode.usage,
    );
  const { record } = outcome;
  tables[options.show](record, print);
  if (options.json) return;
  print.note(`source: ${provenanceText(record.provenance)}`);
  print.note(record.conclusion);
  print.note(coverage(record));
  if (!options.csv) for (const assumption of record.assumptions) print.note(`· ${assumption}`);
}

/** The recording that goes on now, and the moment from which on it is asked. @throws CommandFailure where none goes on. */
async function recordedNow(folder: string, ms: number): Promise<{ path: string; from: string }> {
  const { createRecordings, isRecording } = await import('@triquad/bot');
  const all = await createRecordings(folder, []).all();
  const [latest] = all.filter(({ file }) => isRecording(file)).sort((one, other) => other.to - one.to);
  if (latest === undefined)
    throw new CommandFailure(
      `nothing is recorded now in ${folder}: switch it on in Feeds, or start the bot with --record`,
      exitCode.refused,
    );
  return { path: latest.file, from: new Date(latest.to - ms).toISOString() };
}

const configOf = (recording: string, options: Options): WhatIfConfig => ({
  recording,
  enable_triangular: options.types.includes('tri'),
  enable_quadrangular: options.types.includes('quad'),
  ...(options.bars && { bars: true }),
  ...(options.fee === undefined ? {} : { fee_pct: options.fee }),
  ...(options.latency === undefined ? {} : { latency_ms: options.latency }),
  ...(options.fees === undefined ? {} : { fees_pct: options.fees }),
  ...(options.latencies === undefined ? {} : { latencies_ms: options.latencies }),
  ...(options.capital === undefined ? {} : { capital: options.capital }),
  ...(options.start === undefined ? {} : { start_currencies: options.start }),
  ...(options.session === undefined ? {} : { session: options.session }),
  ...(options.from === undefined ? {} : { from: options.from }),
  ...(options.to === undefined ? {} : { to: options.to }),
  ...(options.maxAge === undefined ? {} : { max_quote_age_ms: options.maxAge }),
});

type Print = Invocation<Options>['print'];
type Cycle = WhatIf['best'][number];
type Lifetime = WhatIf['lifetimes'][number];
type Fee = WhatIf['fees'][number];

const right = { align: 'right' } as const;
const plain = (value: number | null, digits: number): string =>
  value === null ? none : `${Number(value.toFixed(digits))}`;
const ms = (value: number | null): string => plain(value, 1);

const grid = (record: WhatIf, print: Print): void => {
  const own = ({ fee_pct }: Fee): string => (fee_pct === record.terms.fee_pct ? 'you ' : '');
  const latencies = record.terms.latencies_ms.map(
    (latency, step): Column<Fee> => ({
      title: `${latency} MS`,
      value: ({ cells }) => cells[step]?.modelled ?? 0,
      shown: ({ cells, episodes }) => (episodes === 0 ? '–' : money(figureOf(record, cells[step]?.modelled ?? 0))),
      tone: ({ cells }) => toneOf(cells[step]?.modelled ?? 0),
      ...right,
    }),
  );
  const columns: readonly Column<Fee>[] = [
    { title: 'FEE', value: ({ fee_pct }) => fee_pct, shown: (row) => `${own(row)}${row.fee_pct} %`, ...right },
    { title: 'CYCLES', value: ({ cycles }) => cycles, ...right },
    { title: 'TIMES', value: ({ episodes }) => episodes, ...right },
    { title: 'HALF LIFE', value: ({ median_ms }) => median_ms, shown: ({ median_ms }) => ms(median_ms), ...right },
    ...latencies,
  ];
  print.rows(record, columns, record.fees);
};

const cycles = (record: WhatIf, print: Print): void => {
  const { terms, fees } = record;
  // If nothing pays at your own fee, the highest fee with an episode.
  const shown = fees.findLast(({ fee_pct, episodes }) => fee_pct <= terms.fee_pct && episodes > 0) ?? fees[0];
  const step = shown === undefined ? 0 : fees.indexOf(shown);
  const of = (row: Cycle) =>
    row.fees[step] ?? { episodes: 0, break_even_ms: null, optimistic: 0, modelled: 0, pessimistic: 0 };
  const columns: readonly Column<Cycle>[] = [
    {
      title: 'BREAK-EVEN',
      value: ({ break_even_pct }) => break_even_pct,
      shown: ({ break_even_pct }) => `${plain(break_even_pct, 4)} %`,
      ...right,
    },
    { title: 'AND MS', value: (row) => of(row).break_even_ms, shown: (row) => ms(of(row).break_even_ms), ...right },
    { title: 'TIMES', value: (row) => of(row).episodes, ...right },
    {
      title: 'CAPITAL',
      value: ({ capital }) => capital,
      shown: ({ capital }) => money(figureOf(record, capital)),
      ...right,
    },
    {
      title: 'LEAST',
      value: (row) => of(row).pessimistic,
      shown: (row) => money(figureOf(record, of(row).pessimistic)),
      ...right,
    },
    {
      title: 'MODELLED',
      value: (row) => of(row).modelled,
      shown: (row) => money(figureOf(record, of(row).modelled)),
      tone: (row) => toneOf(of(row).modelled),
      ...right,
    },
    {
      title: 'MOST',
      value: (row) => of(row).optimistic,
      shown: (row) => money(figureOf(record, of(row).optimistic)),
      ...right,
    },
    { title: 'ENDED BY', value: ({ ended }) => ended },
    { title: 'AT', value: ({ at }) => at },
    { title: 'PATH', value: ({ symbols }) => symbols.join('→'), shrinks: true },
  ];
  print.rows(record, columns, record.best);
  print.note(`figures at ${shown?.fee_pct ?? 0} % and ${terms.latency_ms} ms a leg`);
};

const lifetimes = (record: WhatIf, print: Print): void => {
  const shares = record.times_ms.map(
    (time, step): Column<Lifetime> => ({
      title: `${time} MS`,
      value: ({ survival }) => survival[step] ?? null,
      shown: ({ survival }) => shareText(survival[step] ?? null),
      ...right,
      optional: true,
    }),
  );
  const columns: readonly Column<Lifetime>[] = [
    { title: 'BY', value: ({ by }) => by },
    { title: 'WHICH', value: ({ name }) => name },
    { title: 'TIMES', value: ({ episodes }) => episodes, ...right },
    { title: 'HALF LIFE', value: ({ median_ms }) => median_ms, shown: ({ median_ms }) => ms(median_ms), ...right },
    ...shares,
  ];
  print.rows(record, columns, record.lifetimes);
};

const shareText = (share: number | null): string => (share === null ? none : `${Math.round(100 * share)} %`);

const tables = { grid, cycles, lifetimes };

const toneOf = (value: number) => (value > 0 ? 'good' : value < 0 ? 'bad' : undefined);

const coverage = ({ data }: WhatIf): string => {
  const whole = (value: number): string => value.toLocaleString('en-US');
  const longest = `the longest ${Math.round(data.longest_gap_ms / 1_000)} s`;
  const gaps = data.gaps === 0 ? 'no gap of more than a minute' : `${data.gaps} gaps of more than a minute, ${longest}`;
  const sessions = data.sessions === 1 ? '' : `${whole(data.sessions)} sessions, `;
  const left = data.left_out === 0 ? '' : `, ${whole(data.left_out)} left out`;
  return `${whole(data.rows)} rows${left} of ${whole(data.markets)} markets from ${data.from} to ${data.to}: ${sessions}${gaps}`;
};

function fee(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= -1 && value < 100))
    throw new InvalidArgumentError(
      'It must be a percentage of at least -1 and below 100, at which nothing would be left.',
    );
  return value;
}

function dollars(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value > 0 && value <= 1e15))
    throw new InvalidArgumentError('It must be a number of USD above 0.');
  return value;
}

function age(text: string): number | null {
  return text === 'none' ? null : wholeBetween(1, most)(text);
}

/** A stretch of time, `90s`, `30m` or `1h`, in ms. */
function span(text: string): number {
  const [, count = '', unit = ''] = /^(\d{1,4})([smh])$/.exec(text) ?? [];
  const ms = Number(count) * ({ s: 1_000, m: 60_000, h: 3_600_000 }[unit] ?? 0);
  if (ms === 0) throw new InvalidArgumentError('It must be a time like 30m or 1h.');
  return ms;
}

function currencies(text: string): string[] {
  return list(text.toUpperCase());
}

const mostSteps = 16;

function each<Value>(read: (text: string) => Value): (text: string) => Value[] {
  return (text) => {
    const values = list(text).map(read);
    if (values.length > mostSteps) throw new InvalidArgumentError(`It must be at most ${mostSteps} values.`);
    return values;
  };
}
