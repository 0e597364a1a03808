import { Ledger, type LedgerSnapshot } from '../portfolio/ledger.ts';
import type { Journalled } from './journalled.ts';

/** Raised whenever what folds the facts changes: a snapshot of another version is not used, the journal is read whole. */
const version = 1;

type Entries<V> = readonly (readonly [string, V])[];
type Collections = {
  readonly orders: Entries<never>;
  readonly executions: Entries<never>;
  readonly open_orders: readonly string[];
  readonly open_executions: readonly string[];
  readonly stranded: Entries<Entries<string>>;
};
type Frozen = {
  readonly version: number;
  readonly ledger: LedgerSnapshot;
  readonly state: Omit<Journalled, keyof Collections> & Collections;
};

/** State and ledger as JSON can hold them. */
export const freeze = (state: Journalled, ledger: Ledger): unknown => ({
  version,
  ledger: ledger.snapshot(),
  state: {
    ...state,
    orders: [...state.orders],
    executions: [...state.executions],
    open_orders: [...state.open_orders],
    open_executions: [...state.open_executions],
    stranded: [...state.stranded].map(([exchange, assets]) => [exchange, [...assets]]),
  },
});

/** What `freeze` made; null when another version made it, or a part that `initial` has is missing. */
export const thaw = (
  snapshot: unknown,
  initial: Journalled,
): { readonly state: Journalled; readonly ledger: Ledger } | null => {
  const { version: made, state: frozen, ledger } = snapshot as Frozen;
  if (made !== version || !Object.keys(initial).every((key) => key in frozen)) return null;
  const state: Journalled = {
    ...frozen,
    orders: new Map(frozen.orders),
    executions: new Map(frozen.executions),
    open_orders: new Set(frozen.open_orders),
    open_executions: new Set(frozen.open_executions),
    stranded: new Map(frozen.stranded.map(([exchange, assets]) => [exchange, new Map(assets)])),
  };
  return { state, ledger: Ledger.restore(ledger) };
};
