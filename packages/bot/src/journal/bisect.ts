/** The first whole number in `[low, high)` of which `isIt` holds, where it holds of every greater one; `high` where it holds of none. */
export async function bisect(low: number, high: number, isIt: (n: number) => Promise<boolean>): Promise<number> {
  let [from, to] = [low, high];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (await isIt(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}
