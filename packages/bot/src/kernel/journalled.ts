import type { TradingMode } from '@triquad/core/contract';
import type { AccountHaltCause } from '../model/account-event.ts';
import type { BreakerName } from '../model/breaker-settings.ts';
import type { Parameters } from '../model/config.ts';
import type { Effect } from '../model/effect.ts';
import type { KeptChoice } from '../model/market-event.ts';
import type {
  ActiveConfig,
  Breaker,
  Cost,
  Counters,
  Difference,
  Equity,
  EquityMark,
  Exclusion,
  Execution,
  Halt,
  Money,
  Notification,
  OpenedMarket,
  Order,
  PaperWallet,
  Reservation,
  ResidualOrigin,
  Today,
} from '../model/state.ts';

/** The state under construction: only `evolve` writes it. */
export type Journalled = {
  mode: TradingMode;
  market: OpenedMarket | null;
  chosen_market: KeptChoice | null;
  running: boolean;
  parameters: Parameters;
  started_at: number | null;
  config: ActiveConfig | null;
  started_under: number | null;
  halted: Halt | null;
  guard_halt: Halt | null;
  wallets: Map<string, PaperWallet>;
  counters: Map<string, Counters>;
  orders: Map<string, Order>;
  executions: Map<string, Execution>;
  open_orders: Set<string>;
  open_executions: Set<string>;
  reserved: Map<string, Reservation>;
  differences: Map<string, Difference>;
  halted_accounts: Map<string, { cause: AccountHaltCause; reason: string; at: number }>;
  fills_since: Map<string, Map<string, number>>;
  fees_pending: Set<string>;
  rounded: Map<string, { day: string; usd: number }>;
  held: Map<string, Map<string, string>>;
  costs: Map<string, Map<string, Cost>>;
  residuals: Map<string, Map<string, string>>;
  residual_origins: Map<string, Map<string, ResidualOrigin>>;
  breakers: Map<BreakerName, Breaker>;
  excluded: Map<string, Map<string, Exclusion>>;
  failures_in_a_row: number;
  notifications: Notification[];
  today: Today;
  newest_at: number;
  equity: Equity;
  money: Map<TradingMode, Money>;
  effect_keys: Map<string, Effect>;
  marks: EquityMark[];
};
