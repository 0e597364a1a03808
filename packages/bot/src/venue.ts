export type { ExchangeAdapter } from './adapter.ts';
export { type Clock, realClock } from './model/clock.ts';
export {
  type Account,
  type AccountEvent,
  type AccountState,
  type Amount,
  type BalancesAnswer,
  type BookAnswer,
  type BookProof,
  type Books,
  type CancelAnswer,
  type Exchange,
  type Fee,
  type Holdings,
  type LookUpAnswer,
  type MarketData,
  modeOf,
  type OpenOrdersAnswer,
  type OrderRef,
  type OrderReport,
  type OrderRequest,
  type PaperControls,
  type PlaceAnswer,
  type RefusalScope,
  type RequestBudget,
  type RequestKind,
  type RequestLimit,
  type Side,
  type Throttled,
  type ThrottleScope,
  type TimeAnswer,
  type TimeInForce,
  type Unknown,
} from './model/exchange.ts';
export {
  type BookDistrusted,
  type BookMessage,
  type BookUpdated,
  createBookMessage,
  type FeedEvent,
  type FeedStatusChanged,
  type HeartbeatReceived,
  type InstrumentsChanged,
  type MarketSubscribed,
  type RawLevels,
  type Stamp,
} from './model/feed-event.ts';
export { type Grid, gridOf, lotsOf, unitsOf } from './model/grid.ts';
export type { Instrument } from './model/instrument.ts';
export { addLevel, fillLevels, type LevelList, type LevelUpdates } from './model/levels.ts';
export { type Elapsed, elapsedOf, type Instant, instantOf } from './model/moment.ts';
export {
  type FeedTrouble,
  type OrderBehaviour,
  type VenueBench,
  type VenueCheck,
  type VenueServer,
  venueChecks,
} from './venues/conformance.ts';
