import { useState } from 'react';

const none: readonly string[] = [];
/** When more rows arrive at once, none flashes: the eye could not follow. */
const most = 4;

type Arrivals = {
  /** Keys of the rows that came with the last change or the one before, and have not flashed yet. */
  keys: readonly string[];
  /** To be called once they have flashed: a row that is scrolled out of view and back must not flash again. */
  flashed: () => void;
};

/** Which rows are new. The rows of the first render are not. */
export const useArrivals = <Row>(rows: readonly Row[], rowKey: (row: Row) => string, enabled: boolean): Arrivals => {
  const [seen, setSeen] = useState(() => ({ rows, known: new Set(rows.map(rowKey)), keys: none, last: none }));
  let { keys } = seen;
  if (enabled && seen.rows !== rows) {
    const all = rows.map(rowKey);
    const added = all.filter((key) => !seen.known.has(key));
    const last = added.length > most ? none : added;
    // Where rows come all the time, the colour goes with a change of the rows, not with one of its own.
    if (added.length > 0) keys = added.length > most ? none : [...seen.last, ...last];
    setSeen({ rows, known: new Set(all), keys, last });
  }
  return { keys, flashed: () => setSeen((now) => ({ ...now, keys: none, last: none })) };
};
