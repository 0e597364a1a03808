import { type ExportTable, exportFilters, exportTables } from '@triquad/core/contract';
import { Argument, type Command } from 'commander';
import { CommandFailure, exitCode } from '../exit-code.ts';
import type { Host } from '../host.ts';
import { moment } from '../parse.ts';
import { isThere, type PartsFile, partsFile } from '../parts-file.ts';
import { defineClientCommand, type Task } from './client-command.ts';
import { option } from './define-command.ts';

interface Options extends Filters {
  readonly from?: string;
  readonly to?: string;
  readonly format?: 'csv' | 'parquet';
  readonly output?: string;
}
interface Filters {
  readonly mode?: 'paper' | 'live';
  readonly exchange?: string;
  readonly type?: string;
  readonly market?: string;
}

/** `triquad export trades|fills|facts|opportunities|decisions`: the whole history as a table. */
export const exportCommand = (host: Host): Command =>
  defineClientCommand<Options>(host, {
    name: 'export',
    description: 'write the whole history as a table: CSV or Parquet, ISO times, every digit',
    arguments: [new Argument('<what>', 'what to write').choices(exportTables)],
    options: [
      option(
        '--from <moment>',
        'from this moment on, e.g. 2026-01-31 or "2026-01-31 12:00"; UTC without a zone',
        moment,
      ),
      option('--to <moment>', 'before this moment: it is not within', moment),
      option('--mode <name>', 'of trades and fills; both by default').choices(['paper', 'live']),
      option('--exchange <name>', 'of this exchange only'),
      option('--type <name>', 'of these cycles only').choices(['TRI', 'QUAD']),
      option('--market <name>', 'trades and fills that met these prices: live, practice, or a recording'),
      option('--format <name>', 'by default by the name of the file, else CSV').choices(['csv', 'parquet']),
      option('-o, --output <file>', 'the file to make; without it CSV is printed'),
    ],
    examples: [
      ['triquad export trades -o trades.csv', 'for a spreadsheet or the taxes'],
      ['triquad export fills --from 2026-01-01 --to 2027-01-01 -o 2026.parquet', 'for DuckDB, pandas, polars'],
      ['triquad export facts | gzip > journal.csv.gz', 'every fact of the journal'],
    ],
    run: write,
  });

async function write({ host, bot, print, options, args: [what = ''] }: Task<Options>): Promise<void> {
  const table = what as ExportTable;
  const { from, to, output, mode, exchange, type, market } = options;
  const filters = {
    ...(mode && { mode }),
    ...(exchange && { exchange }),
    ...(type && { type }),
    ...(market && { market }),
  };
  const taken: readonly string[] = exportFilters[table];
  const wrong = Object.keys(filters).find((name) => !taken.includes(name));
  if (wrong !== undefined) throw new CommandFailure(`${table} are not narrowed by --${wrong}`, exitCode.usage);
  const format = options.format ?? (output?.endsWith('.parquet') ? 'parquet' : 'csv');
  if (format === 'parquet' && output === undefined)
    throw new CommandFailure('Parquet needs a file: name it with -o', exitCode.usage);
  if (output !== undefined && (await isThere(output)))
    throw new CommandFailure(`${output} is there already: name another file`, exitCode.refused);
  const query = { format, ...(from && { from }), ...(to && { to }), ...filters };
  // A refused export leaves no file.
  const opened: { file?: PartsFile; isBegun?: true } = {};
  try {
    const text = new TextDecoder();
    const headers = await bot.stream('export.table', { path: { table }, query }, async (part) => {
      opened.isBegun = true;
      if (output === undefined) return void host.stdout.write(text.decode(part, { stream: true }));
      opened.file ??= await partsFile(output, host.interrupted());
      await opened.file.write(part);
    });
    const bytes = await opened.file?.close();
    const keptSince = headers.get('x-kept-since');
    if (keptSince !== null) print.note(`${table} are kept since ${keptSince}`);
    const missing = headers.get('x-missing-facts')?.replace('-', ' to ');
    if (missing !== undefined) print.note(`facts ${missing} were moved out of the journal by a compaction`);
    if (output !== undefined) print.note(`${(bytes ?? 0).toLocaleString('en-US')} bytes written to ${output}`);
  } catch (error) {
    await opened.file?.discard();
    throw opened.isBegun === true && isCut(error) ? cutOff(output) : error;
  }
}

const isCut = (error: unknown): boolean => error instanceof CommandFailure && error.exitCode === exitCode.unreachable;
const cutOff = (output: string | undefined): CommandFailure =>
  new CommandFailure(
    `the bot ended the export before all of it had come: ${output === undefined ? 'what was printed is not the whole' : `${output} was not made`}`,
    exitCode.unreachable,
  );
