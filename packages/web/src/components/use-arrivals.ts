import { useState } from 'react';

/** Keys of the rows that came with the last change; `odd` alternates, so that a flash can begin anew on the same cell. */
export type Arrivals = { readonly keys: ReadonlySet<string>; readonly odd: boolean };

const none: ReadonlySet<string> = new Set();
/** When more come at once, nobody could tell them apart. */
const most = 4;

/** What is new among the rows; the rows of the first draw are not news. */
export const useArrivals = <Row>(rows: readonly Row[], rowKey: (row: Row) => string, enabled: boolean): Arrivals => {
  const [seen, see] = useState(() => ({
    rows,
    known: new Set(rows.map(rowKey)),
    arrivals: { keys: none, odd: false },
  }));
  if (!enabled || seen.rows === rows) return seen.arrivals;
  const keys = rows.map(rowKey);
  const news = keys.filter((key) => !seen.known.has(key));
  const arrivals =
    news.length === 0 ? seen.arrivals : { keys: news.length > most ? none : new Set(news), odd: !seen.arrivals.odd };
  see({ rows, known: new Set(keys), arrivals });
  return arrivals;
};
