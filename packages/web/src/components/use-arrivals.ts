import { useEffect, useRef, useState } from 'react';

const flashMs = 600;
const none: ReadonlySet<string> = new Set();

/** Keys of the rows that came since the last change, for as long as they flash; the rows of the first draw are not news. */
export const useArrivals = <Row>(
  rows: readonly Row[],
  rowKey: (row: Row) => string,
  enabled: boolean,
): ReadonlySet<string> => {
  const known = useRef<ReadonlySet<string> | null>(null);
  const [arrived, setArrived] = useState(none);

  useEffect(() => {
    if (!enabled) return;
    const before = known.current;
    const now = new Set(rows.map(rowKey));
    known.current = now;
    if (before === null) return;
    const news = new Set([...now].filter((key) => !before.has(key)));
    if (news.size > 0) setArrived(news);
  }, [rows, rowKey, enabled]);

  useEffect(() => {
    if (arrived.size === 0) return;
    const timer = setTimeout(() => setArrived(none), flashMs);
    return () => clearTimeout(timer);
  }, [arrived]);

  return arrived;
};
