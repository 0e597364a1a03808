import type { Market } from './market.ts';

/** Which edge of the detector turns one currency into another. */
export type Edges = {
  /** Null where there is no market. */
  between(from: string, to: string): number | null;
  /** Markets have come or gone. */
  clear(): void;
};

/** It is asked for each cycle of four: to put names together takes longer than to find them. */
export const createEdges = (markets: ReadonlyMap<string, Market>): Edges => {
  const edges = new Map<string, Map<string, number | null>>();
  return {
    clear: () => edges.clear(),
    between: (from, to) => {
      const own = edges.get(from) ?? new Map<string, number | null>();
      edges.set(from, own);
      const known = own.get(to);
      if (known !== undefined) return known;
      const [sale, purchase] = [markets.get(`${from}/${to}`), markets.get(`${to}/${from}`)];
      const edge = sale ? 2 * sale.id : purchase ? 2 * purchase.id + 1 : null;
      own.set(to, edge);
      return edge;
    },
  };
};
