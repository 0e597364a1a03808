import { groupedMissing, number, percent, type SendingFile } from '@triquad/core';
import type { Import, ImportPreview } from '@triquad/core/contract';
import { english } from '@triquad/core/texts';
import { divider, indented, type Line, prose, span } from '../cells.ts';
import { chosenOf, type Importing, type ImportRow, importObstacle, isCurrent, rowsOf } from '../import-rows.ts';
import type { Size } from '../layout.ts';
import type { ImportDialog } from '../screen-state.ts';

const mostRows = 9;
const barWidth = 40;

/** Files, their interpretation, or the progress of the import; below it the rows that keys change. */
export function importLines(
  dialog: ImportDialog,
  importing: Importing,
  { columns, rows: room }: Size,
): readonly Line[] {
  const { job, preview, problem } = importing;
  if (job !== null) return jobLines(job, columns);
  const all = rowsOf(dialog, importing);
  const at = Math.min(dialog.at, all.length - 1);
  const first = Math.max(0, Math.min(at - Math.floor(mostRows / 2), all.length - mostRows));
  const rows = all.slice(first, first + mostRows).map((row, place): Line => {
    const isMarked = first + place === at;
    return [span(isMarked ? ' ▸ ' : '   ', 'strong'), ...rowText(row, dialog, importing, isMarked)];
  });
  const said = problem === null ? [] : prose(`! ${english.problem(problem)}`, columns, 'bad');
  const above = preview === null ? filesText(dialog, importing, columns) : understood(preview, columns);
  const left = Math.max(1, room - rows.length - said.length - 1);
  const from = Math.max(0, Math.min(dialog.from, above.length - left));
  return [...shownOf(above, from, left), ...said, divider, ...rows];
}

/** Lines that fit on the screen; the last one states that more exist. */
const shownOf = (lines: readonly Line[], from: number, room: number): readonly Line[] => {
  if (lines.length <= room) return lines;
  const shown = lines.slice(from, from + room - 1);
  return [...shown, [span(`   lines ${from + 1} to ${from + shown.length} of ${lines.length}: d u scroll`, 'quiet')]];
};

function filesText(dialog: ImportDialog, importing: Importing, width: number): readonly Line[] {
  const { files, sending } = importing;
  const chosen = chosenOf(dialog, importing).length;
  return [
    ...indented(
      'Files in imports/ of the bot’s data directory, or of this machine: quotes, captures or bars as CSV, Parquet, .gz, .zst or .zip.',
      width,
    ),
    ...(files === null ? indented('They are being read.', width, 'quiet') : []),
    ...(files?.length === 0 ? indented('Nothing lies there yet.', width, 'quiet') : []),
    ...(files === null || files.length === 0
      ? []
      : indented(`${number(chosen)} of ${number(files.length)} chosen`, width, 'quiet')),
    ...sending.filter(({ state }) => state !== 'sent').flatMap((file) => sendingLines(file, width)),
  ];
}

function sendingLines({ name, bytes, sent, state, problem }: SendingFile, width: number): readonly Line[] {
  if (problem !== undefined) return prose(`! ${name}: ${english.problem(problem)}`, width, 'bad');
  if (state !== 'sending') return [[span(`   ${name}: ${state === 'waiting' ? 'waits' : 'not sent'}`, 'quiet')]];
  return [[span(`   ${bar(bytes === 0 ? 1 : sent / bytes)} ${name}, ${sizeText(sent)} of ${sizeText(bytes)}`)]];
}

const bar = (share: number): string => {
  const done = Math.round(Math.min(1, Math.max(0, share)) * barWidth);
  return `[${'#'.repeat(done)}${'.'.repeat(barWidth - done)}]`;
};

const sizeText = (bytes: number): string => {
  if (bytes >= 1e9) return `${number(bytes / 1e9, { digits: 1 })} GB`;
  return bytes >= 1e6 ? `${number(bytes / 1e6, { digits: 1 })} MB` : `${number(bytes / 1e3, { digits: 1 })} kB`;
};

const choices = {
  exchange: ['Whose prices they are', 'choose'],
  instruments: ['List of the markets', 'that beside the files'],
  join: ['Add to', 'a recording of its own'],
} as const;

function rowText(row: ImportRow, dialog: ImportDialog, importing: Importing, isMarked: boolean): Line {
  const { said, typing } = dialog;
  const as = isMarked ? 'strong' : undefined;
  const choice = (label: string, value: string) => [span(`${label}  `, as), span(`‹ ${value} ›`, 'strong')];
  switch (row.kind) {
    case 'file': {
      const { name, bytes, files, folder } = row.file;
      const isChosen = chosenOf(dialog, importing).includes(name);
      const count = folder ? `, ${number(files)} files` : '';
      return [span(`[${isChosen ? 'x' : ' '}] ${name}`, as), span(`  ${sizeText(bytes ?? 0)}${count}`, 'quiet')];
    }
    case 'path':
      return typing?.field === 'path'
        ? [span(`Path of this machine: ${typing.text}_`, 'strong')]
        : [span('Send a file or folder of this machine…', as)];
    case 'look':
      return [span('[ See what is understood ]', chosenOf(dialog, importing).length > 0 ? as : 'quiet')];
    case 'spread':
      return [
        span('Bars: quotes this far apart, %  ', as),
        span(typing?.field === 'spread' ? `${typing.text}_` : String(said.spread_pct ?? 'Enter types it'), 'strong'),
      ];
    case 'leave':
      return [span(`[${said.leave_unclear ? 'x' : ' '}] Leave out markets whose names have no single reading`, as)];
    case 'symbol':
      return choice(`${row.name} means`, said.symbols?.[row.name] ?? 'choose');
    case 'again':
      return [span('[ See it again ]', isCurrent(dialog, importing) ? 'quiet' : as)];
    case 'run': {
      const obstacle = importObstacle(dialog, importing);
      return [
        span('[ Import ]', obstacle === null ? as : 'quiet'),
        span(obstacle === null ? '' : `  off: ${obstacle}`, 'quiet'),
      ];
    }
    default: {
      const [label, none] = choices[row.kind];
      return choice(label, said[row.kind] ?? none);
    }
  }
}

const mostFiles = 200;
const mostMarkets = 12;

function understood({ files, recordings, missing }: ImportPreview, width: number): readonly Line[] {
  return [
    [span(' This is what I understood', 'strong')],
    ...recordings.flatMap(({ exchange, markets, from, to, taker_fee_pct, fee_source, list }) =>
      indented(
        `A recording of ${exchange}: ${number(markets)} ${markets === 1 ? 'market' : 'markets'}, ${from ?? 'nowhere'} to ${to ?? 'nowhere'}, fee ${percent(taker_fee_pct)} (${fee_source}), ${list === null ? 'no list of markets' : `rules of ${list}`}`,
        width,
      ),
    ),
    ...groupedMissing(missing).flatMap(({ files: lacking, message }) =>
      prose(`! ${lacking.length === 0 ? '' : `${namesOf(lacking)}: `}${message}`, width, 'warn'),
    ),
    ...files.slice(0, mostFiles).flatMap((file) => fileLines(file, width)),
    ...(files.length > mostFiles ? indented(`and ${number(files.length - mostFiles)} files more`, width, 'quiet') : []),
  ];
}

const mostNames = 3;
const namesOf = (names: readonly string[]): string =>
  names.length > mostNames
    ? `${names.slice(0, mostNames).join(', ')} and ${number(names.length - mostNames)} more`
    : names.join(', ');

function fileLines(file: ImportPreview['files'][number], width: number): readonly Line[] {
  const { name, form, bars, exchanges, markets, time_unit, from, to, in_order, whole, reasons } = file;
  const of = exchanges.map(({ exchange, by }) => `${exchange} (by its ${by})`).join(', ');
  const named = markets
    .slice(0, mostMarkets)
    .map(({ text, symbol }) => (symbol === null ? `${text} = ?` : text === symbol ? text : `${text} = ${symbol}`));
  const others = markets.length > mostMarkets ? `, and ${number(markets.length - mostMarkets)} more` : '';
  const counted = [counts(file), ...(whole ? [] : ['only its beginning was read']), ...(in_order ? [] : ['sorted'])];
  return [
    [],
    [span(` ${name}`, 'strong'), span(`  ${form.replaceAll('_', ' ')}${of === '' ? '' : ` of ${of}`}`)],
    ...indented(`${named.join(', ') || 'no market'}${others}`, width),
    ...indented(from === null ? 'no moment' : `${from} to ${to}, in ${time_unit}`, width),
    ...indented(counted.join('; '), width),
    ...(bars
      ? prose(
          '! bars, not quotes: a close is a trade, and those of two markets are of different moments',
          width,
          'warn',
        )
      : []),
    ...reasons.flatMap(({ line, field, message }) =>
      indented(`${line > 0 ? `line ${line}: ` : ''}${field}: ${message}`, width, 'quiet'),
    ),
  ];
}

const counts = ({ quotes, voids, unreadable }: Pick<Import, 'quotes' | 'voids' | 'unreadable'>): string =>
  `${number(quotes)} quotes, ${number(voids)} without a book, ${number(unreadable)} unreadable`;

function jobLines(job: Import, width: number): readonly Line[] {
  const { status, progress, recordings, error, reasons } = job;
  const state =
    status === 'running'
      ? [[span(`  ${bar(progress ?? 0)} ${percent(100 * (progress ?? 0))}`)] as Line]
      : status === 'done'
        ? indented(`Imported: ${recordings.join(', ')}`, width, 'good')
        : status === 'failed'
          ? indented(`The import failed; nothing of it is left: ${error ?? ''}`, width, 'bad')
          : indented('The import was cancelled; nothing of it is left', width);
  return [
    ...state,
    ...indented(counts(job), width),
    ...reasons
      .slice(0, mostRows)
      .flatMap(({ file, line, field, message }) =>
        indented(`${file}${line > 0 ? `:${line}` : ''}: ${field}: ${message}`, width, 'quiet'),
      ),
  ];
}
