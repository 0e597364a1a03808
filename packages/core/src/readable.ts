type Observer<T> = { next?: (value: T) => void; error?: (error: unknown) => void; complete?: () => void };
type Listener<T> = Observer<T> | ((value: T) => void);
type Subscription = { unsubscribe(): void };

/** A value that can be read and watched; fits `useSelector` of @xstate/react. */
export type Readable<T> = {
  getSnapshot(): T;
  subscribe(observer: Listener<T>): Subscription;
};

/** Those who watch a value. One that fails does not keep the others from being told; its error surfaces by itself. */
export const createObservers = <T>(): Pick<Readable<T>, 'subscribe'> & { tell(value: T): void } => {
  const observers = new Set<{ next: (value: T) => void }>();
  return {
    tell: (value) => {
      for (const { next } of observers) {
        try {
          next(value);
        } catch (error) {
          queueMicrotask(() => {
            throw error;
          });
        }
      }
    },
    subscribe: (observer) => {
      const own = { next: (value: T) => (typeof observer === 'function' ? observer(value) : observer.next?.(value)) };
      observers.add(own);
      return { unsubscribe: () => void observers.delete(own) };
    },
  };
};
