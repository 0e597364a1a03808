import { after, every, systemClock } from '@triquad/core';
import { concat, defer, exhaustMap, filter, firstValueFrom, map, race, take } from 'rxjs';

interface Pace {
  readonly everyMs: number;
  /** Infinity waits as long as it takes. */
  readonly limitMs: number;
}

/** Asks at once, then at the pace, one call at a time; with a limit of 0 once. Gives the first answer that `isLast`, null when time runs out. */
export function poll<T>(
  { everyMs, limitMs }: Pace,
  ask: () => Promise<T>,
  isLast: (answer: T) => boolean,
): Promise<T | null> {
  if (limitMs === 0) return ask().then((answer) => (isLast(answer) ? answer : null));
  const last$ = concat(defer(ask), every(systemClock, everyMs).pipe(exhaustMap(ask))).pipe(filter(isLast), take(1));
  if (!Number.isFinite(limitMs)) return firstValueFrom(last$);
  return firstValueFrom(race(last$, after(systemClock, limitMs).pipe(map(() => null))));
}
