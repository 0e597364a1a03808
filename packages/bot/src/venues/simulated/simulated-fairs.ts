/** The fair prices of the pairs that are traded anywhere, as they stand: logs of base over quote. */
export type Fairs = {
  /** By the places of the pairs. */
  readonly logs: Float64Array;
  /** The place of a pair of assets. */
  placeOf(base: number, quote: number): number;
  /** The assets have moved. */
  follow(): void;
};

/** `usd`: by asset, the log of its price in USD as it stands. */
export const createFairs = (usd: Float64Array): Fairs => {
  const most = usd.length ** 2;
  const [logs, bases, quotes] = [new Float64Array(most), new Int32Array(most), new Int32Array(most)];
  const places = new Map<number, number>();
  const follow = (from = 0): void => {
    for (let place = from; place < places.size; place++)
      logs[place] = (usd[bases[place] as number] as number) - (usd[quotes[place] as number] as number);
  };
  return {
    logs,
    placeOf: (base, quote) => {
      const key = base * usd.length + quote;
      const known = places.get(key);
      if (known !== undefined) return known;
      const place = places.size;
      places.set(key, place);
      bases[place] = base;
      quotes[place] = quote;
      follow(place);
      return place;
    },
    follow,
  };
};
