import { useEffect, useState } from 'react';
import { useClock } from '../client-context.tsx';

const none: readonly string[] = [];
/** When more rows arrive at once, none flashes: the eye could not follow. */
const most = 4;
/** How long a row has its colour where no other row comes. */
const flashMs = 600;

/**
 * Keys of the rows that came with the last change or the one before, and still have their colour; the rows of the first render have
 * none. The colour is no animation: a browser would paint a frame to begin each, and others to end it.
 */
export const useArrivals = <Row>(
  rows: readonly Row[],
  rowKey: (row: Row) => string,
  enabled: boolean,
): readonly string[] => {
  const clock = useClock();
  const [seen, setSeen] = useState(() => ({ rows, known: new Set(rows.map(rowKey)), keys: none, last: none }));
  let { keys } = seen;
  if (enabled && seen.rows !== rows) {
    const all = rows.map(rowKey);
    const added = all.filter((key) => !seen.known.has(key));
    const last = added.length > most ? none : added;
    // In a busy list the highlight ends with the next change of rows, so that it causes no change by itself.
    if (added.length > 0) keys = added.length > most ? none : [...seen.last, ...last];
    setSeen({ rows, known: new Set(all), keys, last });
  }
  useEffect(() => {
    if (keys.length === 0) return;
    return clock.schedule(flashMs, () => setSeen((now) => ({ ...now, keys: none, last: none })));
  }, [clock, keys]);
  return keys;
};
