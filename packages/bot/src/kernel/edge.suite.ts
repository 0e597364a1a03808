import type { Clock } from '../model/clock.ts';
import type { Exchange } from '../model/exchange.ts';
import { createBudgets } from './budgets.ts';
import { createEdge, type EdgeOptions } from './edge.ts';
import type { Reached } from './port.ts';
import { createTurns } from './turns.ts';

/** An exchange behind an edge without throttles and budgets. */
export const edgeOf = (
  exchange: Exchange,
  clock: Clock,
  options: Partial<Omit<EdgeOptions, 'turns' | 'asked'>> = {},
): Reached => {
  const turns = createTurns({ clock });
  turns.ready();
  const edge = createEdge({
    turns,
    asked: { questions: 0, calls: 0 },
    budgets: createBudgets(clock, new Map()),
    throttles: { leftMs: () => 0 },
    fault: () => {},
    throttled: () => {},
    ...options,
  });
  return { market: edge.market(exchange.market), account: edge.account(exchange.account) };
};
