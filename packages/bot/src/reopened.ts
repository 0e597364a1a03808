/** What runs at an address until it is stopped. */
interface Running {
  readonly address: string;
  stop(): Promise<void>;
}

/** What runs, with something in it that may be replaced: it ends then, and begins again at the same address. */
export interface Reopened<R, W> {
  start(): Promise<void>;
  /** Null before the start and after the stop. */
  readonly now: R | null;
  /** With what it runs, or ran. */
  readonly with: W;
  /** Ends what runs and begins with the other; where that fails, begins as it was. @throws what failed, once it runs again. */
  replace(by: W): Promise<void>;
  /** A replacement that is under way ends first. */
  stop(): Promise<void>;
}

export interface ReopenedOptions<R, W> {
  readonly first: W;
  /** `port`: null at the start, later the one that it had. */
  open(inner: W, port: number | null): Promise<R>;
  /** It could not begin again either, and does not run any more. */
  onFault(error: unknown): void;
}

/** Keeps one thing running, one change at a time. */
export function createReopened<R extends Running, W>({ first, open, onFault }: ReopenedOptions<R, W>): Reopened<R, W> {
  let now: R | null = null;
  let inner = first;
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };
  const replaced = async (by: W): Promise<void> => {
    if (now === null) return;
    const port = Number(new URL(now.address).port);
    await now.stop();
    now = null;
    try {
      now = await open(by, port);
      inner = by;
    } catch (error) {
      try {
        now = await open(inner, port);
      } catch (fault) {
        onFault(fault);
      }
      throw error;
    }
  };
  return {
    start: () =>
      inTurn(async () => {
        now = await open(inner, null);
      }),
    get now() {
      return now;
    },
    get with() {
      return inner;
    },
    replace: (by) => inTurn(() => replaced(by)),
    stop: () =>
      inTurn(async () => {
        await now?.stop();
        now = null;
      }),
  };
}
