import { type ClientState, chosenFiles, type Problem, type ResourceName, type SendingFile } from '@triquad/core';
import type { Import, ImportFile, ImportPreview, ImportRequest } from '@triquad/core/contract';
import type { ImportDialog } from './screen-state.ts';
import type { KeyHint } from './view.ts';

/** State of an import at the bot: files, their interpretation, and progress. */
export interface Importing {
  /** Null until they are read. */
  readonly files: readonly ImportFile[] | null;
  readonly sending: readonly SendingFile[];
  readonly request: ImportRequest | null;
  readonly preview: ImportPreview | null;
  readonly problem: Problem | null;
  readonly job: Import | null;
  /** Recordings that files may be added to. */
  readonly recordings: readonly { readonly name: string; readonly exchange: string | null }[];
}

/** Resources of the dialog beside those of every view. */
export const importWatches: readonly ResourceName[] = ['import_files', 'imports'];

export const importDialog: ImportDialog = {
  ...{ kind: 'import', at: 0, from: 0, picks: {}, said: {}, typing: null, removing: null },
};

export function importingOf({ loaded, sending, importing }: ClientState): Importing {
  const isOwn = ({ id, status }: Import) =>
    importing?.import_id == null ? status === 'running' : id === importing.import_id;
  return {
    files: loaded.import_files ?? null,
    sending,
    request: importing?.request ?? null,
    preview: importing?.preview ?? null,
    problem: importing?.problem ?? null,
    job: loaded.imports?.find(isOwn) ?? null,
    recordings: loaded.recordings ?? [],
  };
}

export const sentNames = ({ sending }: Importing): readonly string[] =>
  sending.flatMap(({ name, state }) => (state === 'sent' ? [name] : []));

/** Files that are there and chosen. */
export function chosenOf({ picks }: ImportDialog, importing: Importing): readonly string[] {
  const there = new Set(importing.files?.map(({ name }) => name));
  return chosenFiles(picks, sentNames(importing)).filter((name) => there.has(name));
}

export const requestOf = (dialog: ImportDialog, importing: Importing): ImportRequest => ({
  files: [...chosenOf(dialog, importing)],
  ...dialog.said,
});

/** A row that a key changes, or does what it says. */
export type ImportRow =
  | { readonly kind: 'file'; readonly file: ImportFile }
  | { readonly kind: 'path' | 'look' | 'spread' | 'leave' | 'again' | 'run' }
  | {
      readonly kind: 'exchange' | 'instruments' | 'join' | 'symbol';
      /** Symbol of the market in the files. */
      readonly name: string;
      readonly options: readonly string[];
    };

const exchanges = ['binance', 'binance-us', 'coinbase', 'kraken', 'kucoin', 'okx'];

/** The rows of the stage that the dialog is in. */
export function rowsOf({ said }: ImportDialog, { files, preview, job, recordings }: Importing): readonly ImportRow[] {
  if (job !== null) return [];
  if (preview === null)
    return [...(files ?? []).map((file) => ({ kind: 'file' as const, file })), { kind: 'path' }, { kind: 'look' }];
  const { missing, files: looked } = preview;
  const lacksExchange = said.exchange !== undefined || missing.some(({ what }) => what === 'exchange');
  const lists = (files ?? []).flatMap(({ name, folder }) => (!folder && /\.json(\.gz)?$/i.test(name) ? [name] : []));
  const joinable = recordings.flatMap(({ name, exchange }) =>
    preview.recordings.some((one) => one.exchange === exchange) ? [name] : [],
  );
  const unclear = missing.flatMap(({ what, text, readings }) =>
    what === 'symbol' && text !== null ? [{ kind: 'symbol' as const, name: text, options: readings }] : [],
  );
  const options = (kind: 'exchange' | 'instruments' | 'join', all: readonly string[]): ImportRow[] =>
    all.length === 0 ? [] : [{ kind, name: kind, options: all }];
  return [
    ...options('exchange', lacksExchange ? exchanges : []),
    ...(looked.some(({ bars }) => bars) ? [{ kind: 'spread' as const }] : []),
    ...unclear,
    ...(unclear.length > 0 || said.leave_unclear === true ? [{ kind: 'leave' as const }] : []),
    ...options('instruments', lists),
    ...options('join', joinable),
    { kind: 'again' },
    { kind: 'run' },
  ];
}

/** True if the preview equals the import that would run. */
export const isCurrent = (dialog: ImportDialog, importing: Importing): boolean =>
  JSON.stringify(importing.request) === JSON.stringify(requestOf(dialog, importing));

/** Why nothing is imported yet, null where it can be. */
export function importObstacle(dialog: ImportDialog, importing: Importing): string | null {
  if (!isCurrent(dialog, importing)) return 'see it again first';
  return (importing.preview?.missing.length ?? 0) > 0 ? 'something is missing' : null;
}

export function importHints({ typing, removing }: ImportDialog, importing: Importing): readonly KeyHint[] {
  if (typing !== null)
    return [
      { key: 'Enter', does: typing.field === 'path' ? 'sends it' : 'takes it' },
      { key: 'Esc', does: 'leaves it' },
    ];
  const { job, preview, sending } = importing;
  if (job !== null)
    return [...(job.status === 'running' ? [{ key: 'x', does: 'cancels it' }] : []), { key: 'Esc', does: 'close' }];
  if (preview !== null)
    return [
      { key: '↑ ↓', does: 'row' },
      { key: '← →', does: 'choose' },
      { key: 'Enter', does: 'does it' },
      { key: 'd u', does: 'scroll' },
      { key: 'Esc', does: 'other files' },
    ];
  const isSending = sending.some(({ state }) => state === 'sending' || state === 'waiting');
  return [
    { key: 'Space', does: 'chooses' },
    { key: 'a', does: 'sends a file' },
    { key: 'r', does: removing === null ? 'removes' : `again removes ${removing}` },
    ...(isSending ? [{ key: 'x', does: 'stops sending' }] : []),
    { key: 'Enter', does: 'does it' },
    { key: 'Esc', does: 'close' },
  ];
}
