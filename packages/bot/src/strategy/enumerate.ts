import type { CycleIndex } from '../market/cycle-index.ts';

/**
 * Visits every directed cycle of three and four currencies once, the plain way: from each currency, over currencies of a greater id.
 * `edges` has three or four entries and is reused between visits.
 */
export function enumerateCycles(index: CycleIndex, visit: (edges: readonly number[]) => void): void {
  const leaving = edgesLeaving(index);
  const to = (edge: number): number => index.edgeTo[edge] as number;
  const from = (currency: number): readonly number[] => leaving[currency] as readonly number[];
  const edges: number[] = [];
  const walk = (start: number, at: number, visited: readonly number[]): void => {
    for (const edge of from(at)) {
      const next = to(edge);
      if (next === start && edges.length >= 2) {
        edges.push(edge);
        visit(edges);
        edges.pop();
      } else if (next > start && edges.length < 3 && !visited.includes(next)) {
        edges.push(edge);
        walk(start, next, [...visited, next]);
        edges.pop();
      }
    }
  };
  for (let start = 0; start < index.currencies.length; start++) walk(start, start, []);
}

function edgesLeaving(index: CycleIndex): number[][] {
  const leaving: number[][] = index.currencies.map(() => []);
  index.edgeFrom.forEach((from, edge) => {
    leaving[from]?.push(edge);
  });
  return leaving;
}
