/**
 * What books do, in the order in which they do it: three whole numbers each, `moveWidth`. The first is the market times 8, and how it moves;
 * the others are what it says.
 */
export type Moves = { readonly rows: Int32Array; count: number };

export const moveWidth = 3;
/** How a book moves: its best bid and ask change, in steps of its prices; or what the size of one order is drawn from, at a price in steps. */
export const [repriced, bidResized, askResized] = [0, 1, 2];

export const marketOf = (first: number): number => first >> 3;
export const kindOf = (first: number): number => first & 3;

/** Creates an empty list with room for so many moves. */
export const createMoves = (room: number): Moves => ({ rows: new Int32Array(moveWidth * room), count: 0 });

export const addMove = (moves: Moves, first: number, second: number, third: number): void => {
  const { rows } = moves;
  const at = moveWidth * moves.count++;
  rows[at] = first;
  rows[at + 1] = second;
  rows[at + 2] = third;
};
