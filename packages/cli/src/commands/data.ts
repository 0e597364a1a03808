import { basename, resolve } from 'node:path';
import { Argument, type Command } from 'commander';
import { dataDirectory } from '../data-directory.ts';
import { CommandFailure, exitCode } from '../exit-code.ts';
import type { Host } from '../host.ts';
import { maintain } from '../maintain.ts';
import type { Column } from '../output.ts';
import type { Field } from '../printer.ts';
import { recordingPath } from '../recording-path.ts';
import { createRejects } from '../rejected-rows.ts';
import { importCommand } from './data-import.ts';
import { defineCommand, type Invocation, option } from './define-command.ts';

interface Options {
  readonly dataDir?: string;
}

type Row = { readonly name: string; readonly exchange: string } & Extent;
type Extent = { readonly from: string; readonly to: string; readonly rows: number; readonly bytes: number };

const columns: readonly Column<Row>[] = [
  { title: 'RECORDING', value: ({ name }) => name, shrinks: true },
  { title: 'EXCHANGE', value: ({ exchange }) => exchange },
  { title: 'FROM', value: ({ from }) => from, shown: ({ from }) => minute(from) },
  { title: 'TO', value: ({ to }) => to, shown: ({ to }) => minute(to) },
  { title: 'ROWS', value: ({ rows }) => rows, shown: ({ rows }) => rows.toLocaleString('en-US'), align: 'right' },
  { title: 'SIZE', value: ({ bytes }) => bytes, shown: ({ bytes }) => megabytes(bytes), align: 'right' },
];

const dataDir = () => option('--data-dir <path>', 'where the bot keeps its data');
const recording = () => new Argument('<recording>', 'its name, as `triquad data list` shows it, or a path');

/** `triquad data`: recordings. It needs no running bot. */
export const dataCommand = (host: Host): Command =>
  defineCommand(host, {
    name: 'data',
    description: 'the recordings of a data directory: list, check, bring in and out',
    examples: [
      ['triquad data list', 'what can be played and backtested'],
      ['triquad serve --market recorded:binance-20260131T120000000Z', 'play one of them'],
    ],
    subcommands: [
      defineCommand<Options>(host, {
        name: 'list',
        description: 'the recordings that the bot can play and backtest',
        options: [dataDir()],
        examples: [
          ['triquad data list', 'exchange, times, rows and size of each'],
          ['triquad data list --json', 'for a script'],
        ],
        run: listRecordings,
      }),
      defineCommand<Options>(host, {
        name: 'show',
        description: 'what a recording holds: markets, times, gaps, rows',
        arguments: [recording()],
        options: [dataDir()],
        examples: [
          ['triquad data show binance-20260131T120000000Z', 'it is read from end to end'],
          ['triquad data show quotes.csv.gz --json', 'a table, for a script'],
        ],
        run: (invocation) => look(invocation, false),
      }),
      defineCommand<Options>(host, {
        name: 'verify',
        description: 'whether a recording is whole; the exit code is 1 when it is not',
        arguments: [recording()],
        options: [dataDir()],
        examples: [
          ['triquad data verify binance-20260131T120000000Z', 'after a power cut'],
          ['triquad data verify quotes.csv.gz', 'a line for each row that cannot be read'],
        ],
        run: (invocation) => look(invocation, true),
      }),
      defineCommand<Options>(host, {
        name: 'sample',
        description:
          'make the recording that every example can use: invented prices, fitted to recordings of real ones',
        options: [dataDir()],
        examples: [
          ['triquad data sample', 'the same each time, at most 1 MB'],
          ['triquad serve --market recorded:sample', 'makes it too, where it is not there'],
        ],
        run: sample,
      }),
      importCommand(host),
      defineCommand<Options>(host, {
        name: 'export',
        description: 'write the quotes of a recording as a table: CSV, or Parquet by its name',
        arguments: [recording(), new Argument('<table>', 'the file to make')],
        options: [dataDir()],
        examples: [
          ['triquad data export sample quotes.csv', 'for a spreadsheet'],
          ['triquad data export sample quotes.parquet', 'for DuckDB, pandas and polars'],
        ],
        run: bringOut,
      }),
    ],
  });

async function listRecordings({ print, options }: Invocation<Options>): Promise<void> {
  const { createRecordings, recordingsFolder } = await import('@triquad/bot');
  const found = await createRecordings(recordingsFolder(dataDirectory(options.dataDir)), []).all();
  const rows = found.map(({ file, from, to, ...rest }) => ({ name: basename(file), ...rest, ...span(from, to) }));
  print.rows({ recordings: rows }, columns, rows);
}

async function look(invocation: Invocation<Options>, mustBeWhole: boolean): Promise<void> {
  const { print, options, args } = invocation;
  const { examine, recordingsFolder } = await import('@triquad/bot');
  const path = await recordingPath(args[0] ?? '', recordingsFolder(dataDirectory(options.dataDir)));
  const found = await examine(path);
  const { from, to } = found;
  const times = from === null || to === null ? { from: null, to: null } : span(from, to);
  print.fields({ name: basename(path), ...found, ...times }, () => [
    { name: 'recording', value: path },
    ...(found.exchange === null ? [] : [{ name: 'exchange', value: `${found.exchange}, ${origin(found.of)}` }]),
    { name: 'from', value: times.from ?? 'none' },
    { name: 'to', value: times.to ?? 'none' },
    { name: 'rows', value: `${found.rows.toLocaleString('en-US')} of ${found.markets} markets` },
    { name: 'size', value: megabytes(found.bytes) },
    { name: 'gaps', value: gapsOf(found) },
    { name: 'left out', value: `${found.bad}` },
    ...found.problems.map((problem): Field => ({ name: 'problem', value: problem, tone: 'bad' })),
  ]);
  if (mustBeWhole && (found.problems.length > 0 || found.rows === 0))
    throw new CommandFailure(
      found.rows === 0 ? `${path} has no row that can be read` : `${path} is not whole: ${found.problems[0]}`,
      exitCode.refused,
    );
}

async function sample(invocation: Invocation<Options>): Promise<void> {
  await look({ ...invocation, args: ['sample'] }, true);
}

async function bringOut({ print, options, args: [name = '', table = ''] }: Invocation<Options>): Promise<void> {
  const { exportQuotes, recordingsFolder } = await import('@triquad/bot');
  const path = await recordingPath(name, recordingsFolder(dataDirectory(options.dataDir)));
  const rejects = createRejects(print.note);
  await maintain(async () => {
    const made = await exportQuotes(path, resolve(table), rejects.add);
    rejects.end();
    print.fields(made, ({ path: written, rows, bad }) => [
      { name: 'table', value: written },
      { name: 'rows', value: rows.toLocaleString('en-US') },
      { name: 'left out', value: `${bad}` },
    ]);
  });
}

const span = (from: number, to: number) => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() });
const minute = (iso: string): string => iso.slice(0, 16).replace('T', ' ');
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
const origin = (of: string | null): string =>
  of === 'bars'
    ? 'made of bars: no quotes, cycles seem to pay that never did'
    : of === 'sample'
      ? 'invented, fitted to recordings of real markets'
      : of === 'import'
        ? 'imported from a table'
        : of === 'simulated'
          ? 'invented prices'
          : 'recorded';
const gapsOf = ({ gaps, longestGapMs }: { readonly gaps: number; readonly longestGapMs: number }): string =>
  gaps === 0 ? 'none longer than 5 s' : `${gaps} longer than 5 s, the longest ${(longestGapMs / 1_000).toFixed(0)} s`;
