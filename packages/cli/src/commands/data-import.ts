import { resolve } from 'node:path';
import { groupedMissing, percent } from '@triquad/core';
import type { ImportPreviewRecord } from '@triquad/core/contract';
import { Argument, type Command, InvalidArgumentError } from 'commander';
import { answerTo } from '../confirm.ts';
import { dataDirectory } from '../data-directory.ts';
import { CommandFailure, exitCode } from '../exit-code.ts';
import type { Host } from '../host.ts';
import type { Field } from '../printer.ts';
import { recordingPath } from '../recording-path.ts';
import { createRejects } from '../rejected-rows.ts';
import { createProgressBar } from './backtest-progress.ts';
import { defineCommand, type Invocation, option } from './define-command.ts';

interface Options {
  readonly dataDir?: string;
  readonly exchange?: string;
  readonly instruments?: string;
  readonly symbol?: Readonly<Record<string, string>>;
  readonly leaveUnclear?: true;
  readonly spread?: number;
  readonly join?: string;
  readonly preview?: true;
}

const symbols = (text: string, before: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> => {
  const [, name = '', symbol = ''] = /^([^=]+)=([A-Z0-9]{1,20}\/[A-Z0-9]{1,20})$/.exec(text) ?? [];
  if (name === '') throw new InvalidArgumentError('It must be a name and its market, like "SHIBUSD=SHIB/USD".');
  return { ...before, [name]: symbol };
};

const spread = (text: string): number => {
  const value = Number(text);
  if (!(value > 0 && value < 100)) throw new InvalidArgumentError('It must be a percentage above 0 and below 100.');
  return value;
};

/** `triquad data import`: files of prices become recordings. It needs no running bot. */
export const importCommand = (host: Host): Command =>
  defineCommand<Options>(host, {
    name: 'import',
    description: 'make recordings of files of prices; a row that cannot be used ends the trust in its book',
    arguments: [
      new Argument(
        '<file...>',
        'CSV, Parquet, captures or bars, plain, .gz or .zip, or folders of them, merged by time',
      ),
    ],
    options: [
      option('--exchange <name>', 'whose prices they are, where neither a column nor the name says it'),
      option(
        '--instruments <file>',
        'the exchange’s symbol list (default: <exchange>-instruments.json beside the files)',
      ),
      option('--symbol <name=market>', 'what a market’s name in the files stands for; once for each', symbols),
      option('--leave-unclear', 'leave out markets whose names can be read in more than one way'),
      option('--spread <percent>', 'the files are bars: quotes this far apart around each close', spread),
      option('--join <recording>', 'add them to a recording that was imported before'),
      option('--preview', 'say what is understood of them, and make nothing'),
      option('--data-dir <path>', 'where the bot keeps its data'),
    ],
    exits: ['interrupted'],
    examples: [
      ['triquad data import kraken_quotes_2023-11-14_PAIRS.csv.gz --preview', 'what it would be'],
      ['triquad data import tardis/ --exchange binance', 'a folder with a file for each market, one recording'],
      [
        'triquad data import BTCUSDT-1m-2024-01.zip --exchange binance --spread 0.02',
        'bars of Binance; see the warning',
      ],
      ['triquad data import monday.csv --join binance-20260131T120000000Z', 'into what was imported before'],
    ],
    run: bringIn,
  });

const barsWarning =
  'These are no quotes: a close is a trade, and those of two markets are of different moments. Cycles will seem to pay that never did.';

async function bringIn({ host, print, options, args }: Invocation<Options>): Promise<void> {
  const { importFiles, previewFiles, recordingsFolder } = await import('@triquad/bot');
  const folder = recordingsFolder(dataDirectory(options.dataDir));
  const asked = {
    paths: args.flat().map((path) => resolve(path)),
    exchange: options.exchange ?? null,
    instruments: options.instruments ?? null,
    symbols: options.symbol ?? {},
    leavesUnclear: options.leaveUnclear === true,
    spreadPct: options.spread ?? null,
    join: options.join === undefined ? null : await recordingPath(options.join, folder),
  };
  const signal = host.interrupted();
  const isAsked = host.stdin.isTTY === true && options.yes !== true && options.json !== true;
  if (options.preview === true || isAsked) {
    const preview = await refusing(() => previewFiles({ ...asked, signal }));
    if (options.preview === true) return print.fields(preview, fieldsOf);
    for (const { name, value } of fieldsOf(preview)) print.note(`${name}: ${value}`);
    if (preview.missing.length === 0 && (await answerTo(host, 'Import them? Type yes to go on: ')) !== 'yes')
      throw new CommandFailure('not confirmed: nothing was made', exitCode.refused);
  }
  const rejects = createRejects(print.note);
  const bar = createProgressBar(host.stderr, () => {});
  try {
    const { recordings, quotes, voids, unreadable } = await refusing(() =>
      importFiles({
        ...asked,
        folder,
        signal,
        onReject: rejects.add,
        onProgress: ({ share, quotes, voids, unreadable }) =>
          bar.show({ status: 'running', progress: share, events_processed: quotes + voids + unreadable }),
      }),
    );
    bar.end();
    rejects.end();
    if (asked.spreadPct !== null) print.note(barsWarning);
    print.fields({ recordings, quotes, voids, unreadable, bad: voids + unreadable }, (made) => [
      ...made.recordings.flatMap(({ path, rows }): readonly Field[] => [
        { name: 'recording', value: path },
        { name: 'rows', value: rows.toLocaleString('en-US') },
      ]),
      { name: 'without a book', value: whole(made.voids) },
      { name: 'unreadable', value: whole(made.unreadable) },
    ]);
  } finally {
    bar.end();
  }
}

/** Prints a refused import as one line. */
async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    throw new CommandFailure(error instanceof Error ? error.message : String(error), exitCode.refused);
  }
}

const whole = (count: number): string => count.toLocaleString('en-US');
const mostFiles = 20;
const mostMarkets = 8;

function fieldsOf({ files, recordings, missing }: ImportPreviewRecord): readonly Field[] {
  return [
    ...files.slice(0, mostFiles).flatMap(fileFields),
    ...(files.length > mostFiles ? [{ name: 'file', value: `… and ${whole(files.length - mostFiles)} more` }] : []),
    ...recordings.map(
      ({ exchange, markets, from, to, taker_fee_pct, fee_source, list }): Field => ({
        name: 'recording',
        value: `of ${exchange}: ${whole(markets)} markets from ${from ?? 'nowhere'} to ${to ?? 'nowhere'}; fee ${percent(taker_fee_pct)} (${fee_source}), ${list === null ? 'no list of markets' : `rules of ${list}`}`,
      }),
    ),
    ...groupedMissing(missing).map(
      ({ files: lacking, message }): Field => ({
        name: 'missing',
        value: lacking.length === 0 ? message : `${namesOf(lacking)}: ${message}`,
        tone: 'bad',
      }),
    ),
  ];
}

const mostNames = 3;
const namesOf = (names: readonly string[]): string =>
  names.length > mostNames
    ? `${names.slice(0, mostNames).join(', ')} and ${whole(names.length - mostNames)} more`
    : names.join(', ');

function fileFields(file: ImportPreviewRecord['files'][number]): readonly Field[] {
  const { name, form, exchanges, markets, time_unit, from, to, quotes, voids, unreadable, in_order, reasons } = file;
  const of = exchanges.map(({ exchange, by }) => `${exchange} (by its ${by})`).join(', ');
  const named = markets
    .slice(0, mostMarkets)
    .map(({ text, symbol }) => (symbol === null ? `${text} = ?` : text === symbol ? text : `${text} = ${symbol}`));
  const others = markets.length > mostMarkets ? `, … ${whole(markets.length - mostMarkets)} more` : '';
  return [
    { name: 'file', value: `${name}: ${form.replaceAll('_', ' ')}${of === '' ? '' : ` of ${of}`}` },
    { name: '  markets', value: `${named.join(', ')}${others}` },
    {
      name: '  time',
      value:
        from === null
          ? 'none'
          : `${from} to ${to}, in ${time_unit}${in_order ? '' : ', not in order: they are sorted'}`,
    },
    {
      name: '  rows',
      value: `${whole(quotes)} quotes, ${whole(voids)} without a book, ${whole(unreadable)} unreadable`,
    },
    ...reasons.map(
      ({ line, field, message }): Field => ({
        name: '  why',
        value: `${line > 0 ? `line ${line}: ` : ''}${field}: ${message}`,
      }),
    ),
  ];
}
