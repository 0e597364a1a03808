import { access } from 'node:fs/promises';
import { Argument, type Command } from 'commander';
import { CommandFailure, exitCode } from '../exit-code.ts';
import { tables } from '../export-tables.ts';
import type { Host } from '../host.ts';
import { moment } from '../parse.ts';
import { csvFile, csvOutput, parquetFile } from '../table-file.ts';
import { defineClientCommand, type Task } from './client-command.ts';
import { option } from './define-command.ts';

interface Options {
  readonly from?: string;
  readonly to?: string;
  readonly format?: 'csv' | 'parquet';
  readonly output?: string;
}

const words = ['trades', 'fills', 'facts', 'opportunities', 'decisions'] as const satisfies (keyof typeof tables)[];
type Word = (typeof words)[number];

/** `triquad export trades|fills|facts|opportunities|decisions`: the whole history as a table. */
export const exportCommand = (host: Host): Command =>
  defineClientCommand<Options>(host, {
    name: 'export',
    description: 'write the whole history as a table: CSV or Parquet, ISO times, every digit',
    arguments: [new Argument('<what>', 'what to write').choices(words)],
    options: [
      option('--from <moment>', 'not before, e.g. 2026-01-31 or 2026-01-31T12:00Z', moment),
      option('--to <moment>', 'not after', moment),
      option('--format <name>', 'by default by the name of the file, else CSV').choices(['csv', 'parquet']),
      option('-o, --output <file>', 'the file to make; without it CSV is printed'),
    ],
    examples: [
      ['triquad export trades -o trades.csv', 'for a spreadsheet or the taxes'],
      [
        'triquad export fills --from 2026-01-01 --to 2026-12-31T23:59:59.999Z -o 2026.parquet',
        'for DuckDB, pandas, polars',
      ],
      ['triquad export facts | gzip > journal.csv.gz', 'every fact of the journal'],
    ],
    run: write,
  });

async function write({ host, bot, print, options, args: [what = ''] }: Task<Options>): Promise<void> {
  const word = words.find((one) => one === what) as Word;
  const { from, to, output } = options;
  if (from !== undefined && to !== undefined && to < from)
    throw new CommandFailure('--to must not be before --from', exitCode.usage);
  const format = options.format ?? (output?.endsWith('.parquet') ? 'parquet' : 'csv');
  if (format === 'parquet' && output === undefined)
    throw new CommandFailure('Parquet needs a file: name it with -o', exitCode.usage);
  if (output !== undefined && (await isThere(output)))
    throw new CommandFailure(`${output} is there already: name another file`, exitCode.refused);
  const { columns, pages } = tables[word];
  let rows = 0;
  const read = pages(bot, { ...(from && { from }), ...(to && { to }) }, print.note);
  // What the bot refuses leaves no file.
  let next = await read.next();
  const file = await tried(output, () =>
    output === undefined
      ? Promise.resolve(csvOutput(host, columns))
      : format === 'parquet'
        ? parquetFile(output, word, columns)
        : csvFile(output, columns),
  );
  try {
    for (; next.done !== true; next = await read.next()) {
      const { value } = next;
      rows += value.length;
      await tried(output, () => file.write(value));
    }
    await tried(output, file.close);
  } catch (error) {
    await file.discard();
    throw error;
  }
  if (output !== undefined) print.note(`${rows.toLocaleString('en-US')} rows written to ${output}`);
}

/** What the disk refuses, in a line. */
async function tried<T>(output: string | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandFailure(`${output ?? 'the table'} cannot be written: ${reason}`, exitCode.refused);
  }
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
