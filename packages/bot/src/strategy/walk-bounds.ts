import type { Walk } from './merge-walk.ts';

/** A stretch of the walk over which one leg's quantity, above `from` and up to `to`, costs and brings in proportion. */
export type Stretch = {
  from: number;
  to: number;
  /** Cost and proceeds at `from`, and of each further unit of base. */
  cost: number;
  costRate: number;
  out: number;
  outRate: number;
};

const rounding = 1 + 1e-12;

/**
 * Finds the stretch of the walk on which a leg trades a quantity: a trade of that quantity costs at least, and brings in at most, what the stretch
 * says. The last stretch is remembered, as neighbouring quantities are asked for one after the other; null when the walk ends before.
 */
export function createBounds(walk: Walk): (leg: number, quantity: number) => Stretch | null {
  const { starts, outs, quantities } = walk;
  const corners = quantities.map(() => 1);
  const stretches = quantities.map((): Stretch => ({ from: 0, to: 0, cost: 0, costRate: 0, out: 0, outRate: 0 }));

  /** The first corner at which the leg trades the quantity; 0 when the walk ends before. */
  function cornerOf(leg: number, quantity: number): number {
    const reached = quantities[leg] as readonly number[];
    let corner = corners[leg] as number;
    while (corner > 1 && (reached[corner - 1] as number) >= quantity) corner--;
    while ((reached[corner] as number) * rounding < quantity) {
      if (corner === reached.length - 1 && !walk.extend()) return 0;
      corner++;
    }
    return corner;
  }

  return (leg, quantity) => {
    const stretch = stretches[leg] as Stretch;
    if (quantity > stretch.from && quantity <= stretch.to) return stretch;
    const corner = cornerOf(leg, quantity);
    if (corner === 0) return null;
    corners[leg] = corner;
    const reached = quantities[leg] as readonly number[];
    const from = reached[corner - 1] as number;
    const width = (reached[corner] as number) - from;
    stretch.from = from;
    stretch.to = (reached[corner] as number) * rounding;
    stretch.cost = starts[corner - 1] as number;
    stretch.costRate = ((starts[corner] as number) - stretch.cost) / width;
    stretch.out = outs[corner - 1] as number;
    stretch.outRate = ((outs[corner] as number) - stretch.out) / width;
    return stretch;
  };
}

/** The least that a quantity costs. */
export function costOn({ from, cost, costRate }: Stretch, quantity: number): number {
  return cost + costRate * (quantity - from);
}

/** The most that a quantity brings in. */
export function outOn({ from, out, outRate }: Stretch, quantity: number): number {
  return out + outRate * (quantity - from);
}
