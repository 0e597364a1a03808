import { useState } from 'react';

const none: ReadonlySet<string> = new Set();
/** When more rows arrive at once, none flashes: the eye could not follow. */
const most = 4;

type Arrivals = {
  /** Keys of the rows that came with the last change and have not flashed yet. */
  keys: ReadonlySet<string>;
  /** To be called once they have flashed: a row that is scrolled out of view and back must not flash again. */
  flashed: () => void;
};

/** Which rows are new. The rows of the first render are not. */
export const useArrivals = <Row>(rows: readonly Row[], rowKey: (row: Row) => string, enabled: boolean): Arrivals => {
  const [seen, setSeen] = useState(() => ({ rows, known: new Set(rows.map(rowKey)), keys: none }));
  let { keys } = seen;
  if (enabled && seen.rows !== rows) {
    const all = rows.map(rowKey);
    const added = all.filter((key) => !seen.known.has(key));
    if (added.length > 0) keys = added.length > most ? none : new Set(added);
    setSeen({ rows, known: new Set(all), keys });
  }
  return { keys, flashed: () => setSeen((now) => ({ ...now, keys: none })) };
};
