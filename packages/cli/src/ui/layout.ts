import type { ViewName } from './view-name.ts';

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** Below it only the state is drawn, and the kill switch still works. */
export const smallest: Size = { columns: 60, rows: 18 };
export const isTooSmall = ({ columns, rows }: Size): boolean => columns < smallest.columns || rows < smallest.rows;

// Header, attention line, keys and tabs.
const frameRows = 4;
const listRows = 2;

/** Rows between the attention line and the keys. */
export const paneRows = ({ rows }: Size): number => Math.max(0, rows - frameRows);

/** Rows of the details below a list, with their title; none on a low screen. */
export function stripRows({ rows }: Size): number {
  if (rows < 24) return 0;
  return rows < 40 ? 6 : rows < 60 ? 13 : 23;
}

/** From this width on details stand in two columns. */
export const twoColumns = 120;

/** The panes of the overview: heights with their titles, and what stands beside each other. */
export interface OverviewLayout {
  readonly top: number;
  readonly middle: number;
  readonly bottom: number;
  /** 0 where the log has no room. */
  readonly log: number;
  /** Columns of the left pane above the opportunities, and of the one below them; 0: one pane alone. */
  readonly above: number;
  readonly left: number;
  readonly isWide: boolean;
}

const bothPanes = 76;
const withLog = 40;
const withFeeds = 180;
/** Width of the profit of today, yesterday and seven days, with all digits. */
const figuresWidth = 42;

export function overviewLayout(size: Size): OverviewLayout {
  const height = paneRows(size);
  const log = size.rows >= withLog ? Math.floor(height * 0.25) : 0;
  const rest = height - log;
  const top = Math.min(13, Math.max(4, Math.round(rest * 0.4)));
  const bottom = Math.max(3, Math.floor((rest - top) * 0.5));
  const isWide = size.columns >= withFeeds;
  const left = size.columns < bothPanes ? 0 : Math.floor(size.columns * 0.5);
  const above = left === 0 ? 0 : Math.min(left, size.columns - figuresWidth - 1);
  return { top, middle: rest - top - bottom, bottom, log, above, left, isWide };
}

/** The lists of the overview in the order of Tab. */
export function overviewLists(size: Size): readonly ViewName[] {
  const { left, log, isWide } = overviewLayout(size);
  return [
    'opportunities',
    ...(left > 0 ? (['executions', 'decisions', 'risk'] as const) : (['executions'] as const)),
    ...(isWide ? (['feeds'] as const) : []),
    ...(log > 0 ? (['logs'] as const) : []),
  ];
}

/** Rows of the list that has the keys: what a page is. */
export function pageRows(
  size: Size,
  { isOverview, isZoomed, isDetail }: Record<'isOverview' | 'isZoomed' | 'isDetail', boolean>,
): number {
  if (isOverview) return Math.max(1, overviewLayout(size).middle - listRows);
  const strip = isZoomed || isDetail ? 0 : stripRows(size);
  return Math.max(1, paneRows(size) - strip - (isDetail ? 1 : listRows));
}
