import {
  defer,
  filter,
  finalize,
  groupBy,
  map,
  merge,
  mergeMap,
  Observable,
  type Observer,
  Subject,
  share,
  tap,
  throttle,
} from 'rxjs';
import type { Clock } from '../gateway/clock.ts';
import { after } from '../gateway/waiting.ts';
import { isCommand } from '../journal/command.ts';
import type { Entry } from '../journal/journal.ts';
import { selectOpportunity } from '../projections/opportunities.ts';
import type { FoldedState } from '../projections/state.ts';
import { selectTradingState } from '../selectors/bot.ts';

/**
 * A value over time, read by `getSnapshot` and watched by `subscribe`. Fits `useSelector` of @xstate/react, which calls
 * `unsubscribe` detached from its object.
 */
export type Readable<T> = {
  getSnapshot(): T;
  subscribe(listener: Partial<Observer<T>> | ((value: T) => void)): { unsubscribe(): void };
};

/** The changes of a value together with its present value, with a bound `unsubscribe`. */
export const readable = <T>(changes$: Observable<T>, getSnapshot: () => T): Readable<T> => ({
  getSnapshot,
  subscribe: (listener) => {
    const subscription = changes$.subscribe(listener);
    return { unsubscribe: () => subscription.unsubscribe() };
  },
});

type State = FoldedState & { readonly replay: unknown };
type Source<S extends State> = Readable<S> & { readonly journal: { readonly entries$: Observable<Entry> } };

/** State for screens; `refresh` shows the present state at once. */
export type View<S> = Readable<S> & { refresh(): void };

/** Slices that do not wait: outcomes of commands and of calls, alerts, and the open ticket. */
const immediateSlices: readonly (keyof State)[] = [
  'session',
  'mode',
  'ticket',
  'backtest',
  'notifications',
  'risk',
  'flatten',
  'audit',
  'history',
  'performance',
  'importing',
  'sending',
  'deposits',
  'backup',
  'research',
  'settings',
  'toasts',
  'resources',
  'replay',
];
/** Immediate parts of slices that hold figures too: connection, lifecycle, command, kill, halt, and the opportunity of the open ticket. */
const immediateParts: readonly ((state: State) => unknown)[] = [
  ({ connection }) => connection.value,
  ({ connection }) => connection.message,
  ({ orders }) => orders.placing,
  ({ bot }) => bot.value,
  ({ bot }) => bot.pending,
  ({ bot }) => bot.kill,
  selectTradingState,
  (state) => state.ticket.opportunity_id && selectOpportunity(state.ticket.opportunity_id)(state),
];
const isImmediate = (shown: State, next: State): boolean =>
  immediateSlices.some((name) => shown[name] !== next[name]) ||
  immediateParts.some((part) => part(shown) !== part(next));

/** Commands of an operator; screens watch resources by themselves. */
const isOwnCommand = ({ message: { type } }: Entry): boolean =>
  isCommand(type) && type !== 'Watch' && type !== 'Unwatch';

/**
 * The state for screens, opportunities and all else at most once in `everyMs` milliseconds: at once after a pause of that length, for a command, and for what
 * is immediate. All subscribers see the same state, `getSnapshot` included. Listens only while it has subscribers.
 */
export const createView = <S extends State>(source: Source<S>, clock: Clock, everyMs: number): View<S> => {
  let shown: S | null = null;
  const refresh$ = new Subject<void>();
  const changes$ = new Observable<S>((subscriber) => source.subscribe(subscriber)).pipe(share());
  const urgent$ = changes$.pipe(filter((next) => shown === null || isImmediate(shown, next)));
  const paced = throttle<S>(() => after(clock, everyMs), { leading: true, trailing: true });
  const commands$ = source.journal.entries$.pipe(filter(isOwnCommand));
  const view$ = defer(() => {
    shown = source.getSnapshot();
    let { opportunities } = shown;
    const isOffer = (next: S): boolean => {
      const before = opportunities;
      ({ opportunities } = next);
      return opportunities !== before;
    };
    // Opportunities are throttled separately, so that the clock's tick each second does not delay a single one.
    const paced$ = changes$.pipe(
      groupBy(isOffer),
      mergeMap((group$) => group$.pipe(paced)),
    );
    return merge(urgent$, paced$, commands$, refresh$);
  }).pipe(
    map(source.getSnapshot),
    filter((next) => next !== shown),
    tap((next) => {
      shown = next;
    }),
    finalize(() => {
      shown = null;
    }),
    share(),
  );
  return { ...readable(view$, () => shown ?? source.getSnapshot()), refresh: () => refresh$.next() };
};
