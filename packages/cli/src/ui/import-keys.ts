import { type Command, removedAfter } from '@triquad/core';
import type { Key } from 'ink';
import {
  chosenOf,
  type Importing,
  type ImportRow,
  importObstacle,
  isCurrent,
  requestOf,
  rowsOf,
  sentNames,
} from './import-rows.ts';
import type { ImportDialog, Pressed, ScreenState } from './screen-state.ts';
import type { Shown } from './shown.ts';
import { edited } from './text-keys.ts';

const longest = { path: 400, spread: 12 };
const scrolled = 5;

/** Effect of a key in the import dialog, by the bot's stage. */
export function inImport(
  state: ScreenState,
  dialog: ImportDialog,
  input: string,
  key: Partial<Key>,
  { importing }: Pick<Shown, 'importing'>,
): Pressed {
  const next = (change: Partial<ImportDialog>, command: Command | null = null): Pressed => ({
    state: { ...state, dialog: { ...dialog, removing: null, ...change } },
    command,
  });
  if (dialog.typing !== null) return inField(state, dialog, dialog.typing, input, key);
  const { job, preview, sending } = importing;
  if (key.escape || input === 'q') {
    if (job === null && preview !== null) return next({ at: 0, from: 0 }, { type: 'CloseImport' });
    return closed(state, importing);
  }
  if (input === 'x' && job?.status === 'running') return next({}, { type: 'CancelImport', import_id: job.id });
  if (input === 'x' && job === null && sending.length > 0) return next({}, { type: 'StopSending' });
  const rows = rowsOf(dialog, importing);
  const last = Math.max(0, rows.length - 1);
  const at = Math.min(dialog.at, last);
  if (key.upArrow || input === 'k') return next({ at: at === 0 ? last : at - 1 });
  if (key.downArrow || input === 'j' || key.tab) return next({ at: Math.min(last, at + 1) });
  if (input === 'd' || key.pageDown) return next({ from: dialog.from + scrolled });
  if (input === 'u' || key.pageUp) return next({ from: Math.max(0, dialog.from - scrolled) });
  const row = rows[at];
  if (row === undefined) return next({});
  if (input === 'a' && preview === null) return next({ typing: { field: 'path', text: '' } });
  if (input === 'r' && row.kind === 'file') return removed(dialog, row.file.name, next);
  const by = key.leftArrow || input === 'h' ? -1 : key.rightArrow || input === 'l' || input === ' ' ? 1 : 0;
  if (by !== 0) return changed(dialog, importing, row, by, next);
  return key.return ? entered(dialog, importing, row, next) : next({});
}

type Next = (change: Partial<ImportDialog>, command?: Command | null) => Pressed;

/** Closing stops the upload; an import continues. */
function closed(state: ScreenState, { sending }: Importing): Pressed {
  const isSending = sending.some(({ state: is }) => is === 'sending' || is === 'waiting');
  return { state: { ...state, dialog: null }, command: { type: isSending ? 'StopSending' : 'CloseImport' } };
}

/** Pressed twice: the file may be the operator's own. */
const removed = (dialog: ImportDialog, name: string, next: Next): Pressed =>
  dialog.removing === name ? next({}, { type: 'RemoveFile', name }) : next({ removing: name });

function changed(dialog: ImportDialog, importing: Importing, row: ImportRow, by: 1 | -1, next: Next): Pressed {
  const { said, picks } = dialog;
  switch (row.kind) {
    case 'file': {
      const { name } = row.file;
      return next({ picks: { ...picks, [name]: !chosenOf(dialog, importing).includes(name) } });
    }
    case 'leave':
      return next({ said: { ...said, leave_unclear: said.leave_unclear !== true } });
    case 'symbol': {
      const { [row.name]: before, ...others } = said.symbols ?? {};
      const value = turned(row.options, before, by);
      return next({ said: { ...said, symbols: { ...others, ...(value !== undefined && { [row.name]: value }) } } });
    }
    case 'exchange':
    case 'instruments':
    case 'join': {
      const { [row.kind]: before, ...others } = said;
      const value = turned(row.options, before, by);
      return next({ said: { ...others, ...(value !== undefined && { [row.kind]: value }) } });
    }
    default:
      return next({});
  }
}

/** The choice after this one, or before it; undefined, no choice, is one of them. */
function turned(options: readonly string[], before: string | undefined, by: 1 | -1): string | undefined {
  const all = [undefined, ...options];
  return all[(all.indexOf(before) + by + all.length) % all.length];
}

function entered(dialog: ImportDialog, importing: Importing, row: ImportRow, next: Next): Pressed {
  const request = requestOf(dialog, importing);
  switch (row.kind) {
    case 'path':
    case 'spread':
      return next({ typing: { field: row.kind, text: '' } });
    case 'look':
      return request.files.length === 0 ? next({}) : next({ at: 0, from: 0 }, { type: 'PreviewImport', request });
    case 'again':
      return isCurrent(dialog, importing) ? next({}) : next({ at: 0, from: 0 }, { type: 'PreviewImport', request });
    case 'run': {
      if (importObstacle(dialog, importing) !== null) return next({});
      const remove = removedAfter(request.files, sentNames(importing));
      return next({}, { type: 'RunImport', request: { ...request, ...remove } });
    }
    default:
      return changed(dialog, importing, row, 1, next);
  }
}

function inField(
  state: ScreenState,
  dialog: ImportDialog,
  { field, text }: NonNullable<ImportDialog['typing']>,
  input: string,
  key: Partial<Key>,
): Pressed {
  const stay = (change: Partial<ImportDialog>): Pressed => ({
    state: { ...state, dialog: { ...dialog, ...change } },
    command: null,
  });
  if (key.escape) return stay({ typing: null });
  if (!key.return) return stay({ typing: { field, text: edited(text, input, key).slice(0, longest[field]) } });
  if (field === 'path') {
    const path = text.trim();
    return path === '' ? stay({ typing: null }) : { ...stay({ typing: null }), errand: { send: path } };
  }
  const spread = Number(text);
  if (!(spread > 0 && spread < 100)) return stay({});
  return stay({ typing: null, said: { ...dialog.said, spread_pct: spread } });
}
