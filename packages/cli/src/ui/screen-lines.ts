import {
  type ClientState,
  selectBotNow,
  selectLive,
  selectMode,
  selectOpenTicket,
  selectStale,
  selectTodaysProfit,
} from '@triquad/core';
import { block, boxed, exactly, type Line, over, type Stroke, span } from './cells.ts';
import { dialogLines, dialogTitle } from './dialogs/dialog.ts';
import { importLines } from './dialogs/import.ts';
import { openDialog } from './execution.ts';
import { gainUsd, written } from './figures.ts';
import { conditionPart, header } from './header.ts';
import { helpPanes } from './help.ts';
import { importingOf } from './import-rows.ts';
import { keyLine, tabs } from './key-line.ts';
import { isTooSmall, paneRows, type Size, smallest, stripRows } from './layout.ts';
import { type Listed, listed } from './lists.ts';
import { marketTag } from './markets.ts';
import { attentionLine } from './messages.ts';
import { overview } from './overview.ts';
import { paletteLines } from './palette.ts';
import { detailPanes, type Look, listPane, stacked } from './panes.ts';
import { type Dialog, focusOf, type ScreenState } from './screen-state.ts';
import { seenOf } from './shown.ts';
import type { Given } from './view.ts';
import { views } from './views/views.ts';

export interface Screen {
  readonly state: ClientState;
  readonly screen: ScreenState;
  readonly size: Size;
  /** Host and port of the bot. */
  readonly place: string;
}

/** The whole screen: exactly `rows` lines of exactly `columns` columns. Pure. */
export function screenLines({ state, screen, size, place }: Screen): readonly Line[] {
  const dialog = openDialog(screen.dialog, selectOpenTicket(state));
  if (isTooSmall(size)) return block(tiny(state, size, dialog, place), size.columns, size.rows);
  const { columns } = size;
  const isStale = selectStale(state);
  const stroke: Stroke = selectLive(state) ? '═' : isStale ? '╌' : '─';
  const seen = seenOf(state, screen);
  const given: Given = { state: seen, screen, now: selectBotNow(seen) };
  const live: Given | null = seen === state ? null : { state, screen, now: selectBotNow(state) };
  const view = views[focusOf(screen)];
  const list = listed(view, given, screen.lists[view.name]);
  const panes = panesOf(given, screen, size, list, { stroke, isStale, live });
  return [
    header(state, place, columns),
    attentionLine(state, screen, columns),
    ...covered(panes, dialog, { state, screen, size, stroke, place }),
    keyLine(state, screen, list, dialog, columns),
    tabs(state, screen, columns),
  ].map((line) => exactly(line, columns));
}

function panesOf(given: Given, screen: ScreenState, size: Size, list: Listed, look: Look): readonly Line[] {
  const { columns } = size;
  const height = paneRows(size);
  const view = views[focusOf(screen)];
  const row = list.rows[list.at];
  if (screen.detail !== null && row !== undefined) {
    const lines = stacked(row.panes(), columns, look);
    const from = Math.max(0, Math.min(screen.detail, lines.length - height));
    return block(lines.slice(from), columns, height);
  }
  if (screen.view === 'overview' && !screen.isZoomed) return overview(given, screen, size, look);
  const strip = screen.isZoomed ? 0 : stripRows(size);
  const lists = listPane(view, given, list, screen.lists[view.name], columns, height - strip, {
    ...look,
    isFocused: true,
    hasTitles: true,
  });
  return [...lists, ...detailPanes(row?.panes() ?? [], columns, strip, look)];
}

type Over = Screen & { readonly stroke: Stroke };

const widths: Partial<Record<Dialog['kind'], number>> = { execute: 80, palette: 78, import: 100 };
const usualWidth = 66;

/** The panes with the dialog over their middle; what stands beside it stays visible. */
function covered(
  panes: readonly Line[],
  dialog: Dialog | null,
  { state, screen, size, stroke, place }: Over,
): readonly Line[] {
  if (dialog === null || dialog.kind === 'filter' || dialog.kind === 'time') return panes;
  if (dialog.kind === 'help')
    return helpPanes(state, screen, dialog, { columns: size.columns, rows: panes.length }, stroke);
  const width = Math.min(size.columns, widths[dialog.kind] ?? usualWidth);
  if (dialog.kind === 'import') {
    const lines = importLines(dialog, importingOf(state), { columns: width - 2, rows: panes.length - 2 });
    return over(panes, boxed({ title: 'Import files of prices' }, lines, width, stroke), size.columns);
  }
  const across = stroke === '═' ? '═' : '─';
  const box =
    dialog.kind === 'palette'
      ? boxed({ title: 'Go to, or do' }, paletteLines(state, screen, dialog), width, across)
      : boxed(
          { title: dialogTitle(dialog, state), summary: moneyOf(dialog, state) },
          dialogLines(dialog, state, place, width - 2),
          width,
          across,
        );
  return over(panes, box, size.columns);
}

/** Whose money a dialog is about; of an order also whose prices it meets. */
const moneyOf = ({ kind }: Dialog, state: ClientState): string => {
  const mode = selectMode(state);
  const money = mode === null ? 'MODE ?' : mode === 'live' ? 'LIVE MONEY' : mode.toUpperCase();
  const prices = kind === 'execute' ? marketTag(state, Number.POSITIVE_INFINITY) : null;
  return prices === null ? money : `${prices}  ${money}`;
};

/** Screen for terminals too small for more. */
function tiny(state: ClientState, { columns, rows }: Size, dialog: Dialog | null, place: string): readonly Line[] {
  const mode = selectMode(state)?.toUpperCase() ?? 'MODE ?';
  const today = selectTodaysProfit(state);
  const profit = today.usd === null ? '' : `  ${written(gainUsd(today))}`;
  const question =
    dialog === null ||
    dialog.kind === 'filter' ||
    dialog.kind === 'time' ||
    dialog.kind === 'palette' ||
    dialog.kind === 'import' ||
    dialog.kind === 'help'
      ? []
      : dialogLines(dialog, state, place, columns);
  const all: readonly Line[] = [
    [conditionPart(state), span(`  ${mode}${profit}`)],
    ...(question.length > 0 ? question.slice(-1) : [[span('K kill  q quit')]]),
    [span(`triquad needs ${smallest.columns}x${smallest.rows}, this is ${columns}x${rows}`, 'quiet')],
  ];
  return all.slice(0, rows);
}
