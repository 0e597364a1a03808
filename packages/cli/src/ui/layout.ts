export interface Size {
  readonly columns: number;
  readonly rows: number;
}

export interface Layout {
  readonly columns: number;
  readonly left: number;
  /** 0 where there is no room for the panel of figures. */
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export const smallest: Size = { columns: 60, rows: 18 };

const bothPanes: Size['columns'] = 76;
// Header, the three rules and the line of keys.
const fixedRows = 5;

/** How the screen is divided; null when there is no room for it. */
export function layoutOf({ columns, rows }: Size): Layout | null {
  if (columns < smallest.columns || rows < smallest.rows) return null;
  const right = columns < bothPanes ? 0 : Math.min(44, Math.max(26, Math.floor(columns * 0.3)));
  const free = rows - fixedRows;
  const bottom = Math.max(9, Math.floor(free * 0.45));
  return { columns, left: columns - right, right, top: free - bottom, bottom };
}
