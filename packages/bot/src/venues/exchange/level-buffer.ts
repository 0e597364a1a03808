import { type Grid, lotsOf, unitsOf } from '../../model/grid.ts';
import { addLevel, type LevelList, type Levels } from '../../model/levels.ts';

/** Levels that are written again and again. It grows to what the largest message needs. */
export class LevelBuffer implements Levels {
  price = new Float64Array(64);
  size = new Float64Array(64);
  count = 0;

  add(price: number, size: number): void {
    if (this.count === this.price.length) {
      this.price = grown(this.price);
      this.size = grown(this.size);
    }
    this.price[this.count] = price;
    this.size[this.count] = size;
    this.count++;
  }
}

const grown = (array: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> => {
  const larger = new Float64Array(2 * array.length);
  larger.set(array);
  return larger;
};

/** Makes them a side of a message, as its grid counts. */
export const writeLevels = (to: LevelList, grid: Grid, { price, size, count }: Levels): void => {
  to.count = 0;
  for (let at = 0; at < count; at++) addLevel(to, unitsOf(grid, price[at] as number), lotsOf(grid, size[at] as number));
};
