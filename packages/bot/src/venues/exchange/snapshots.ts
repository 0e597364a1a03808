import type { Clock } from '../../model/clock.ts';
import type { Instrument } from '../../model/instrument.ts';
import type { Snapshot } from './joined-book.ts';
import { AskedTooOften } from './rest.ts';

/** Reads the books of one exchange by calls, one after the other, within a share of what the exchange allows. */
export type Snapshots = {
  /** `take` gets the book, or null where it could not be read. The returned function takes the request back. */
  ask(market: Instrument, take: (snapshot: Snapshot | null) => void): () => void;
};

/** Between two calls, in ms: at most 300 a minute, a quarter of the weight that Binance allows. */
const paceMs = 200;
const timeoutMs = 5_000;

type Request = { readonly market: Instrument; readonly take: (snapshot: Snapshot | null) => void };

/** `failed` gets the clause that says why a book could not be read. */
export const createSnapshots = (
  clock: Clock,
  read: (market: Instrument, timeoutMs: number) => Promise<Snapshot>,
  failed: (market: Instrument, reason: string) => void,
): Snapshots => {
  const requests = new Set<Request>();
  let isBusy = false;

  const next = async (): Promise<void> => {
    const [request] = requests;
    isBusy = request !== undefined;
    if (request === undefined) return;
    requests.delete(request);
    let waitMs = paceMs;
    let snapshot: Snapshot | null = null;
    try {
      snapshot = await read(request.market, timeoutMs);
    } catch (error) {
      if (error instanceof AskedTooOften) waitMs = error.throttled.retryAfterMs;
      failed(request.market, error instanceof Error ? error.message : String(error));
    }
    request.take(snapshot);
    clock.after(waitMs, () => void next());
  };

  return {
    ask: (market, take) => {
      const request = { market, take };
      requests.add(request);
      if (!isBusy) void next();
      return () => requests.delete(request);
    },
  };
};
