import type { Clock } from '../model/clock.ts';
import type { RequestBudget, RequestKind, RequestLimit } from '../model/exchange.ts';

/** What is left of the requests that exchanges allow. An exchange that names no limits has enough. */
export type Budgets = {
  /** A request is made. */
  note(exchange: string, kind: RequestKind): void;
  /**
   * Why no execution of so many legs may begin: of some limit not enough is left for its orders, four questions about them and six orders of
   * an unwinding, beside as much for each execution that runs, whose orders have so many legs. Null when there is.
   */
  obstacle(exchange: string, legs: number, running: readonly number[]): string | null;
  /** In how many ms a request for market data may be made, 0 for now: these take at most half of each limit. */
  readableInMs(exchange: string, kind: RequestKind): number;
};

/** Beside the orders of the legs. */
const lookUps = 4;
const unwindings = 6;
/** A window is counted in so many parts: what is in the oldest counts as a whole. */
const parts = 60;

const marketData: readonly RequestKind[] = ['instruments', 'readBook', 'serverTime', 'resync'];

type Used = { readonly part: number; all: number; data: number };
type Counter = { readonly limit: RequestLimit; used: readonly Used[] };
type Account = { readonly budget: RequestBudget; readonly counters: readonly Counter[] };

export const createBudgets = (
  { monotonic }: Pick<Clock, 'monotonic'>,
  budgets: ReadonlyMap<string, RequestBudget>,
): Budgets => {
  const accounts = new Map(
    [...budgets].map(([exchange, budget]): [string, Account] => [
      exchange,
      { budget, counters: budget.limits.map((limit) => ({ limit, used: [] })) },
    ]),
  );

  const weightOf = ({ weights }: RequestBudget, kind: RequestKind): number => weights?.[kind] ?? 1;

  const partOf = ({ windowMs }: RequestLimit): number => Math.floor((Number(monotonic()) / windowMs) * parts);

  const sum = (counter: Counter, field: 'all' | 'data'): number => {
    const oldest = partOf(counter.limit) - parts;
    counter.used = counter.used.filter(({ part }) => part >= oldest);
    return counter.used.reduce((total, used) => total + used[field], 0);
  };

  const needOf = (budget: RequestBudget, { of }: RequestLimit, legs: number): number => {
    const orders = legs + unwindings;
    return of === 'orders' ? orders : orders * weightOf(budget, 'place') + lookUps * weightOf(budget, 'lookUp');
  };

  return {
    note: (exchange, kind) => {
      const { budget, counters } = accounts.get(exchange) ?? { counters: [] };
      for (const counter of counters) {
        const { limit } = counter;
        const cost = limit.of === 'weight' && budget ? weightOf(budget, kind) : Number(kind === 'place');
        const part = partOf(limit);
        const last = counter.used.at(-1);
        const now = last?.part === part ? last : { part, all: 0, data: 0 };
        if (now !== last) counter.used = [...counter.used, now];
        now.all += cost;
        if (marketData.includes(kind)) now.data += cost;
      }
    },
    obstacle: (exchange, legs, running) => {
      const { budget, counters } = accounts.get(exchange) ?? { counters: [] };
      for (const counter of counters) {
        const { limit } = counter;
        if (!budget) continue;
        const needed = [legs, ...running].reduce((total, one) => total + needOf(budget, limit, one), 0);
        const used = sum(counter, 'all');
        if (used + needed > limit.most) {
          const what = limit.of === 'orders' ? 'orders' : 'weight of requests';
          return `${exchange} allows ${limit.most} ${what} in ${limit.windowMs / 1000} s: ${used} used, ${needed} needed for this execution and those that run`;
        }
      }
      return null;
    },
    readableInMs: (exchange, kind) => {
      const { budget, counters } = accounts.get(exchange) ?? { counters: [] };
      if (!budget) return 0;
      const waits = counters.map((counter) => {
        const { limit } = counter;
        if (limit.of !== 'weight') return 0;
        let excess = sum(counter, 'data') + weightOf(budget, kind) - limit.most / 2;
        if (excess <= 0) return 0;
        const enough = counter.used.find(({ data }) => {
          excess -= data;
          return excess <= 0;
        });
        const free = enough
          ? ((enough.part + parts + 1) / parts) * limit.windowMs - Number(monotonic())
          : limit.windowMs;
        return Math.max(1, free);
      });
      return Math.max(0, ...waits);
    },
  };
};
