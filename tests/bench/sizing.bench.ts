import {
  affordableLots,
  held,
  lotsAboveMinima,
  type RouteLeg,
  received,
  spent,
  toLeg,
} from '../../packages/bot/src/strategy/leg.ts';
import { sizeContinuous, sizeInLots } from '../../packages/bot/src/strategy/sizing.ts';
import { createRoutes } from './routes.ts';
import { nanoseconds, printTable } from './table.ts';

const limits = { maxCapital: 1_000, freeBalance: 10_000 };
const repeats = 10;
const bruteForced = 200;

/** Tries every whole number of lots of the first leg that the capital pays for. */
function bruteForce(route: readonly RouteLeg[]): number {
  const [first, ...later] = route.map(toLeg);
  if (first === undefined) return 0;
  let best = 0;
  for (let lots = 1; held(first, lots) <= limits.maxCapital; lots++) {
    let available = lotsAboveMinima(first, lots) === lots ? received(first, lots) : Number.NaN;
    for (const leg of later) {
      const taken = affordableLots(leg, available);
      available = taken > 0 && lotsAboveMinima(leg, taken) === taken ? received(leg, taken) : Number.NaN;
    }
    best = Math.max(best, available - spent(first, lots) || 0);
  }
  return best;
}

/** Milliseconds of each route, the least of some repeats, from the fastest to the slowest. */
function timesOf(
  routes: readonly RouteLeg[][],
  size: (route: readonly RouteLeg[]) => unknown,
  times: number,
): number[] {
  return routes
    .map((route) => {
      let least = Infinity;
      for (let time = 0; time < times; time++) {
        const start = performance.now();
        size(route);
        least = Math.min(least, performance.now() - start);
      }
      return least;
    })
    .sort((a, b) => a - b);
}

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.floor(share * (sorted.length - 1))] as number;
const routes = createRoutes(2_000);
const inLots = (route: readonly RouteLeg[]) => sizeInLots(route, limits);
const continuous = (route: readonly RouteLeg[]) => sizeContinuous(route, limits);
timesOf(routes, inLots, 3);
const lots = timesOf(routes, inLots, repeats);
const free = timesOf(routes, continuous, repeats);
const brute = timesOf(routes.slice(0, bruteForced), bruteForce, 1);
const mismatches = routes.slice(0, bruteForced).filter((route) => {
  const sizing = inLots(route);
  return Math.abs((sizing.ok ? sizing.profit : 0) - bruteForce(route)) > 1e-9;
});
printTable(
  'Sizing of a route, 20 levels a side',
  ['', 'ours', 'every lot', 'limit', 'ratio'],
  [
    [
      'in lots, p50',
      nanoseconds(at(lots, 0.5)),
      nanoseconds(at(brute, 0.5)),
      '20 µs',
      `${(at(brute, 0.5) / at(lots, 0.5)).toFixed(0)}×`,
    ],
    [
      'in lots, p99',
      nanoseconds(at(lots, 0.99)),
      nanoseconds(at(brute, 0.99)),
      '',
      `${(at(brute, 0.99) / at(lots, 0.99)).toFixed(0)}×`,
    ],
    ['in lots, slowest', nanoseconds(at(lots, 1)), nanoseconds(at(brute, 1)), '', ''],
    ['continuous, p50', nanoseconds(at(free, 0.5)), '', '', ''],
  ],
);
console.log(
  `  ${routes.filter((route) => inLots(route).ok).length} of ${routes.length} routes have a size in lots; ${mismatches.length} of ${bruteForced} differ from every lot`,
);
