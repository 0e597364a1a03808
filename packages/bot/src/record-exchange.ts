import { CannotStart } from './model/cannot-start.ts';
import { type Clock, realClock } from './model/clock.ts';
import { createRecorder, type RecorderState } from './recording/recorder.ts';
import { createExchangeFeed } from './venues/exchange/exchange-feed.ts';
import { exchanges } from './venues/exchange/exchanges.ts';

/** What to record, until `signal` is aborted or the disk takes no more. */
export interface ExchangeRecording {
  readonly name: string;
  /** Region or addresses, as `addressesOf` takes them; left out, the usual region. */
  readonly place?: string | undefined;
  /** `BTC/USDT`; left out, those through which a cycle leads. */
  readonly markets?: readonly string[] | undefined;
  /** Whether books are recorded with all levels that the exchange sends of them; else their best prices. */
  readonly hasLevels?: boolean;
  /** Where recordings are, and how many bytes they take at most. */
  readonly folder: string;
  readonly quotaBytes: number;
  readonly signal: AbortSignal;
  /** Once a second, and at the end. */
  readonly progress: (state: RecorderState) => void;
  readonly log: (message: string) => void;
  readonly clock?: Clock;
}

const listMs = 10_000;
const progressMs = 1_000;

/** Records one exchange without a bot, by public data alone. @throws CannotStart where there is nothing to record, or the disk fails. */
export async function recordExchange(options: ExchangeRecording): Promise<RecorderState> {
  const {
    name,
    place,
    markets,
    hasLevels = false,
    folder,
    quotaBytes,
    signal,
    progress,
    log,
    clock = realClock,
  } = options;
  const dialectOf = exchanges.get(name);
  if (dialectOf === undefined)
    throw new CannotStart(`there are no live prices of ${name}, only of ${[...exchanges.keys()].join(', ')}`, 2);
  const recorder = createRecorder({ folder, quotaBytes, clock, hasLevels, log: (_, message) => log(message) });
  const feed = recorder.tap(createExchangeFeed(dialectOf({ clock, place }), markets, hasLevels), 'live');
  try {
    await feed.instruments(listMs);
  } catch (error) {
    throw new CannotStart(`${name} ${error instanceof Error ? error.message : String(error)}`, 1);
  }
  const close = feed.subscribe((event) => {
    if (event.type === 'FeedStatusChanged') log(`${event.connection ?? name}: ${event.status}. ${event.detail}`);
  });
  await recorder.start();
  while (!signal.aborted && recorder.state().recording) {
    await new Promise<void>((resolve) => {
      const cancel = clock.after(progressMs, resolve);
      signal.addEventListener('abort', () => [cancel(), resolve()], { once: true });
    });
    progress(recorder.state());
  }
  close();
  const state = recorder.state();
  await recorder.stop();
  const { reason } = recorder.state();
  if (reason !== null) throw new CannotStart(reason, 1);
  return state;
}
