import { audit, defer, finalize, map, Observable, type Observer, share } from 'rxjs';

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

/** Runs a task later. May return a function that cancels it. */
type Schedule = (task: () => void) => unknown;

/**
 * The source at most once per scheduled frame (`schedule`: e.g. `requestAnimationFrame`). All subscribers see the same
 * value, `getSnapshot` included, until the next frame. Listens to the source only while it has subscribers itself.
 */
export const createView = <T>(source: Readable<T>, schedule: Schedule): Readable<T> => {
  let shown: { readonly value: T } | null = null;
  const take = (): T => {
    shown = { value: source.getSnapshot() };
    return shown.value;
  };
  const frame$ = new Observable<void>((subscriber) => {
    const cancel = schedule(() => subscriber.next());
    return () => typeof cancel === 'function' && cancel();
  });
  const view$ = defer(() => {
    take();
    return new Observable<T>((subscriber) => source.subscribe(subscriber));
  }).pipe(
    audit(() => frame$),
    map(take),
    finalize(() => {
      shown = null;
    }),
    share(),
  );
  return readable(view$, () => (shown === null ? source.getSnapshot() : shown.value));
};
