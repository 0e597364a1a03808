import { loadavg } from 'node:os';
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
import { createFineRoutes, createRoutes } from './routes.ts';
import { nanoseconds, printTable } from './table.ts';

const limitMs = { p50: 0.02, worst: 1 };
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
function timesOf<Route>(routes: readonly Route[], size: (route: Route) => unknown, times: number): number[] {
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
const fine = createFineRoutes(2_000);
const inLots = (route: readonly RouteLeg[]) => sizeInLots(route, limits);
const inFineLots = ({ route, capital }: (typeof fine)[number]) =>
  sizeInLots(route, { maxCapital: capital, freeBalance: Infinity });
const continuous = (route: readonly RouteLeg[]) => sizeContinuous(route, limits);
timesOf(routes, inLots, 3);
timesOf(fine, inFineLots, 3);
const lots = timesOf(routes, inLots, repeats);
const fineLots = timesOf(fine, inFineLots, repeats);
const free = timesOf(routes, continuous, repeats);
const brute = timesOf(routes.slice(0, bruteForced), bruteForce, 1);
const mismatches = routes.slice(0, bruteForced).filter((route) => {
  const sizing = inLots(route);
  return Math.abs((sizing.ok ? sizing.profit : 0) - bruteForce(route)) > 1e-9;
});
const row = (title: string, ours: number, all = Number.NaN, limit = Number.NaN): string[] => [
  title,
  nanoseconds(ours),
  Number.isNaN(all) ? '' : nanoseconds(all),
  Number.isNaN(limit) ? '' : nanoseconds(limit),
  Number.isNaN(limit) ? '' : `${(ours / limit).toFixed(2)}×`,
];
printTable(
  `Sizing of a route, 20 levels a side, the least of ${repeats} times each (load ${loadavg()[0]?.toFixed(1)})`,
  ['', 'ours', 'every lot', 'limit', 'ratio'],
  [
    row('in lots, p50', at(lots, 0.5), at(brute, 0.5), limitMs.p50),
    row('in lots, p99', at(lots, 0.99), at(brute, 0.99)),
    row('in lots, slowest', at(lots, 1), at(brute, 1), limitMs.worst),
    row('in fine lots of flat books, p50', at(fineLots, 0.5)),
    row('in fine lots of flat books, p99', at(fineLots, 0.99)),
    row('in fine lots of flat books, slowest', at(fineLots, 1), Number.NaN, limitMs.worst),
    row('continuous, p50', at(free, 0.5)),
  ],
);
const fineSizes = fine.map(inFineLots).filter((sizing) => sizing.ok);
const cut = fineSizes.filter(({ gap }) => gap > 0);
const missed = Math.max(0, ...cut.map(({ gap, capital_required }) => gap / capital_required));
console.log(
  `  ${routes.filter((route) => inLots(route).ok).length} of ${routes.length} routes have a size in lots; ${mismatches.length} of ${bruteForced} differ from every lot`,
);
console.log(
  `  ${fineSizes.length} of ${fine.length} with fine lots have one; ${cut.length} searches were cut, which may miss ${(1e6 * missed).toFixed(3)} millionths of the capital at most`,
);
