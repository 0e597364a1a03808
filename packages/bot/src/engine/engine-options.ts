import type { EngineStore } from '../kernel/recorder.ts';
import type { InputListener } from '../kernel/turns.ts';
import type { PricesElsewhere } from '../kernel/valuation.ts';
import type { Clock } from '../model/clock.ts';
import type { EngineConfig } from '../model/config.ts';
import type { Exchange } from '../model/exchange.ts';
import type { PriceSource } from '../model/market-event.ts';
import type { KillSwitch } from '../risk/gate.ts';

/** What an engine is made of. */
export type EngineOptions = {
  readonly exchanges: readonly Exchange[];
  readonly clock: Clock;
  readonly store: EngineStore;
  /** Makes UUIDv7 strings. */
  readonly ids: () => string;
  /** Of the lines of its log; left out, `ids`. */
  readonly logIds?: () => string;
  /**
   * What an engine without a data directory runs under, until the journal names another. Null: the journal alone decides, and
   * without a configuration in it the bot stays stopped.
   */
  readonly config: EngineConfig | null;
  /** Whose prices the exchanges bring; left out, the journal does not say. */
  readonly market?: PriceSource | null;
  /** Thrown from outside; left out, only a command kills, and no longer than the journal says. */
  readonly killSwitch?: KillSwitch;
  /** Takes secrets out of what is logged, as JSON, before anybody keeps or hears it; left out, there are none. */
  readonly redact?: (json: string) => string;
  /** Receives every input in the order in which it is processed, so that it can be processed again. */
  readonly inputs?: InputListener;
  /** A part of the engine has failed at an event: a bug. No order leaves from now on. */
  readonly onBug?: (error: unknown) => void;
  /** Figures that are only shown, and bear on no decision, are left out. */
  readonly unwatched?: boolean;
  /** Best prices of the markets of an exchange by their places, where they are known without its books; null while they are not. */
  readonly prices?: PricesElsewhere;
};
