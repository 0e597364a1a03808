import type { ReadBodyOf, RouteDefinition, RouteName, TradingMode } from '@triquad/core/contract';
import { Refusal } from './problem.ts';
import { isGuarded } from './routes/order.ts';

/** The key of a call; `isImplied` where it is the opportunity's own. */
interface CallKey {
  readonly key: string;
  readonly isImplied: boolean;
}

/** Their key is in the journal, in the fact that starts the effect, and does not expire. */
const MOVES_MONEY: ReadonlySet<RouteName> = new Set([
  'bot.flatten',
  'orders.execute',
  'orders.place',
  'risk.stranded.resolve',
  'wallets.reset',
]);

export const movesMoney = (name: RouteName): boolean => MOVES_MONEY.has(name);

/** The key under which a call is made, null for none; refused where it needs one. */
export function callKey(
  name: RouteName,
  route: RouteDefinition,
  { body, given, mode }: { readonly body: unknown; readonly given: string | undefined; readonly mode: TradingMode },
): CallKey | null | Refusal {
  // A preview begins nothing.
  if (name === 'bot.flatten' && (body as ReadBodyOf<'bot.flatten'>).preview) return null;
  if (given !== undefined) return { key: given, isImplied: false };
  if (name === 'orders.execute') return executionKey(body as ReadBodyOf<'orders.execute'>, mode);
  return route.keyed ? keyRequired() : null;
}

/** Clients of the basic API send no key: on paper the opportunity is one, so that what was confirmed once is executed once. */
function executionKey(body: ReadBodyOf<'orders.execute'>, mode: TradingMode): CallKey | null | Refusal {
  if (isGuarded(body)) return keyRequired();
  // No header can be this: it has a space.
  if (mode === 'paper') return { key: `opportunity ${body.opportunity_id}`, isImplied: true };
  // A rehearsal in live mode begins nothing.
  return body.dry_run ? null : keyRequired();
}

const keyRequired = (): Refusal =>
  new Refusal(
    400,
    'key_required',
    'This call moves money and needs an Idempotency-Key: the same key again has no second effect.',
  );
