import type { Levels, LevelUpdates } from '../../model/levels.ts';

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

/** A copy in the form of the port. */
export const updatesOf = ({ price, size, count }: Levels): LevelUpdates =>
  Array.from({ length: count }, (_, at) => [price[at] as number, size[at] as number] as const);
