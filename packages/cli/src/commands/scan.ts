import type { FoundCycle, ScanOptions, ScanSummary } from '@triquad/bot/scan';
import { provenanceText } from '@triquad/core';
import { Argument, type Command } from 'commander';
import { dataDirectory } from '../data-directory.ts';
import { CommandFailure, exitCode } from '../exit-code.ts';
import type { Host } from '../host.ts';
import type { Column } from '../output.ts';
import { atLeast, list, oneOf, wholeBetween } from '../parse.ts';
import type { Printer } from '../printer.ts';
import { recordingPath } from '../recording-path.ts';
import { defineCommand, type Invocation, option } from './define-command.ts';

interface Options {
  readonly session?: number;
  readonly fee?: number;
  readonly minProfit: number;
  readonly maxAge?: number;
  readonly types: readonly string[];
  readonly sizing: ScanOptions['sizing'];
  readonly instruments?: string;
  readonly atEnd?: true;
  readonly anyStart?: true;
}

const kinds = ['tri', 'quad'];
const mostRejectsShown = 20;

const columns: readonly Column<FoundCycle>[] = [
  { title: 'TYPE', value: ({ type }) => type, least: 4 },
  {
    title: 'PROFIT',
    value: ({ profit_pct }) => profit_pct,
    shown: ({ profit_pct }) => `+${profit_pct.toFixed(4)} %`,
    align: 'right',
    least: 11,
    tone: () => 'good',
  },
  {
    title: 'CAPITAL',
    value: ({ capital_required }) => capital_required,
    shown: ({ capital_required, symbols }) => inStart(capital_required, symbols),
    align: 'right',
    least: 15,
  },
  {
    title: 'EARNS',
    value: ({ profit }) => profit,
    shown: ({ profit, symbols }) => inStart(profit, symbols),
    align: 'right',
    least: 15,
  },
  { title: 'DETECTED', value: ({ detected_at }) => detected_at },
  { title: 'PATH', value: ({ symbols }) => symbols.join('→') },
];

/** `triquad scan`: the cycles that a recorded market would have offered. It needs no running bot. */
export const scanCommand = (host: Host): Command =>
  defineCommand<Options>(host, {
    name: 'scan',
    description: 'replay a recorded market as fast as possible and print each profitable cycle once a session',
    arguments: [new Argument('<file>', 'a recording, a table of quotes (CSV, plain or .gz), or sample')],
    options: [
      option('--session <number>', 'only this session of the recording', wholeBetween(0, Number.MAX_SAFE_INTEGER)),
      option('--fee <percent>', 'fee of each leg (default: of the instrument list, else 0.1)', atLeast(0)),
      option('--min-profit <percent>', 'print what earns more than this after fees', atLeast(0)).default(0),
      option('--max-age <ms>', 'leave out quotes older than this by the recording’s own time', atLeast(0)),
      option('--types <types>', 'which cycles', types).default(kinds, kinds.join(',')),
      option('--sizing <how>', 'how much to trade').choices(['none', 'continuous', 'lots']).default('continuous'),
      option('--instruments <file>', 'an exchange’s symbol list (Binance, Coinbase, Kraken, KuCoin, OKX or Lean)'),
      option('--at-end', 'judge the latest quotes at the end of each session, not every update'),
      option('--any-start', 'also cycles without USDT, USDC, USD, EUR, BTC or ETH'),
    ],
    examples: [
      ['triquad scan sample --fee 0', 'invented prices, fitted to recordings: a few cycles pay without a fee'],
      ['triquad scan quotes.csv.gz --fee 0.1 --max-age 400', 'what an honest bot would have seen'],
      [
        'triquad scan quotes.csv.gz --sizing lots --instruments kucoin_symbols.json.gz --json',
        'in whole lots, for a script',
      ],
    ],
    run: runScan,
  });

async function runScan({ print, options, args: [file = ''] }: Invocation<Options>): Promise<void> {
  if (options.sizing === 'lots' && options.instruments === undefined) {
    throw new CommandFailure('--sizing lots needs --instruments <file>, which has the lots', exitCode.usage);
  }
  // All of the bot takes longer to load than to scan a million rows.
  const { scan } = await import('@triquad/bot/scan');
  const path = file === 'sample' ? await sample() : file;
  const rejects = createRejects(print);
  const outcome = await scan(request(path, options), {
    onCycle: (cycle) => print.item(cycle, columns),
    onReject: rejects.add,
  });
  rejects.end();
  if (!outcome.ok) throw new CommandFailure(`cannot scan: ${outcome.message}`, exitCode.refused);
  for (const line of summaryLines(outcome.summary, options)) print.note(line);
}

async function sample(): Promise<string> {
  const { recordingsFolder } = await import('@triquad/bot');
  return recordingPath('sample', recordingsFolder(dataDirectory(undefined)));
}

function request(file: string, options: Options): ScanOptions {
  return {
    file,
    session: options.session ?? null,
    feePct: options.fee ?? null,
    minProfitPct: options.minProfit,
    maxAgeMs: options.maxAge ?? null,
    types: { tri: options.types.includes('tri'), quad: options.types.includes('quad') },
    sizing: options.sizing,
    instrumentsFile: options.instruments ?? null,
    atEnd: options.atEnd === true,
    anyStart: options.anyStart === true,
  };
}

function types(text: string): string[] {
  return list(text).map(oneOf(kinds));
}

function inStart(value: number | null, [start = '']: readonly string[]): string {
  return value === null ? '—' : `${value.toPrecision(6)} ${start}`;
}

/** The first rows left out, each in a line, then how many more there were. */
function createRejects(print: Printer): {
  add(row: { file: string; line: number; field: string; message: string }): void;
  end(): void;
} {
  let count = 0;
  return {
    add: ({ file, line, field, message }) => {
      count++;
      if (count <= mostRejectsShown) print.note(`${file}${line > 0 ? `:${line}` : ''}: ${field}: ${message}`);
    },
    end: () => {
      if (count > mostRejectsShown) print.note(`… and ${count - mostRejectsShown} more rows left out`);
    },
  };
}

function summaryLines(summary: ScanSummary, { fee, sizing, maxAge }: Options): string[] {
  const { provenance, from, to, sessions, markets, tri, quad, updates, seconds, found, rejected, unlisted } = summary;
  const whole = (value: number): string => Math.round(value).toLocaleString('en-US');
  const over = sessions === 1 ? '' : ` over ${whole(sessions)} sessions`;
  const fees = fee === undefined ? 'fee of each market' : `fee ${fee} % a leg`;
  const age = maxAge === undefined ? 'quotes of any age' : `quotes up to ${maxAge} ms old`;
  return [
    `source ${provenanceText(provenance)}`,
    `range ${new Date(from).toISOString()} to ${new Date(to).toISOString()} · ${fees} · no latency · ${age} · sizing ${sizing}`,
    `markets ${whole(markets)} · directed TRI ${whole(tri)} · directed QUAD ${whole(quad)}${over}`,
    `updates ${whole(updates)} · ${whole(updates / seconds)} updates/s`,
    `found TRI ${whole(found.tri)} · QUAD ${whole(found.quad)}`,
    ...(rejected > 0 ? [`rows left out ${whole(rejected)}`] : []),
    ...(unlisted > 0 ? [`markets not in the instrument list ${whole(unlisted)}`] : []),
  ];
}
