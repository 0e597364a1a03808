import { tooManyRequests } from '../kernel/throttles.ts';
import type { RefusalScope, ThrottleScope } from '../model/exchange.ts';
import type { OrderIntent } from '../model/order-event.ts';

/** Checks of an order in the turn in which it is sent. */
export type SendChecks = {
  /** False while the gate is closed to the order. Checked again when its intent is on the disk. */
  maySend(intent: OrderIntent): boolean;
  /** Why the market takes no such order by its rules of now; null where it does, or nothing is known of it. */
  misfit(intent: OrderIntent): string | null;
  /** True when the rules of its market have changed since it was made. */
  isOutdated(intent: OrderIntent): boolean;
  /** For how many ms no request of that scope may be sent. */
  throttledMs(exchange: string, scope: ThrottleScope): number;
};

/** Why an order must not leave now, as a clause, and what is at fault; null where it may. `isLate`: its deadline has passed. */
export const obstacleTo = (
  { maySend, misfit, isOutdated, throttledMs }: SendChecks,
  intent: OrderIntent,
  isLate: boolean,
): { readonly reason: string; readonly scope?: RefusalScope } | null => {
  if (isLate) return { reason: 'the disk took too long' };
  if (isOutdated(intent)) return { reason: 'the rules of the market have changed' };
  if (!maySend(intent)) return { reason: 'orders are halted' };
  // The exchange would refuse it: one that has not left costs an unwinding no try.
  if (throttledMs(intent.exchange, 'orders') > 0) return { reason: tooManyRequests('orders'), scope: 'rate' };
  const reason = misfit(intent);
  return reason === null ? null : { reason, scope: 'market' };
};
