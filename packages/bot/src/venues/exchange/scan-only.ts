import type { Clock } from '../../model/clock.ts';
import type { FeedEvent, FeedStatusChanged } from '../../model/feed-event.ts';
import type { Instrument } from '../../model/instrument.ts';

/** Whether an exchange is scanned only, told to all that hear its feed. */
export type ScanOnly = {
  /** Its markets, which say why nothing may be begun in them. */
  mark(markets: readonly Instrument[]): readonly Instrument[];
  /** What hears the events of the feed until `stop`. */
  hear(listener: (event: FeedEvent) => void): { tell(event: FeedEvent): void; stop(): void };
  /** `reason` as a clause; null once it may be traded. An exchange that is never traded stays as it is. */
  restrict(reason: string | null, markets: readonly Instrument[]): void;
};

/** `always`: why it is never traded, as a clause. */
export const createScanOnly = (exchange: string, clock: Clock, always: string | undefined): ScanOnly => {
  let reason = always ?? null;
  let listener: ((event: FeedEvent) => void) | null = null;
  const live = new Map<string | undefined, FeedStatusChanged>();

  const mark: ScanOnly['mark'] = (markets) => {
    const scanOnly = reason;
    return scanOnly === null ? markets : markets.map((market) => ({ ...market, scanOnly }));
  };
  const said = (event: FeedStatusChanged): FeedStatusChanged =>
    reason === null || event.status !== 'live'
      ? event
      : { ...event, detail: [event.detail, `scanned only: ${reason}`].filter((part) => part !== '').join('; ') };

  return {
    mark,
    hear: (given) => {
      listener = given;
      return {
        tell: (event) => {
          if (event.type !== 'FeedStatusChanged') {
            given(event);
            return;
          }
          if (event.status === 'live') live.set(event.connection, event);
          else live.delete(event.connection);
          given(said(event));
        },
        stop: () => {
          listener = null;
          live.clear();
        },
      };
    },
    restrict: (next, markets) => {
      if (always !== undefined || next === reason) return;
      reason = next;
      const at = clock.now();
      listener?.({ type: 'InstrumentsChanged', exchange, instruments: mark(markets), at });
      for (const event of live.values()) listener?.(said({ ...event, at }));
    },
  };
};
