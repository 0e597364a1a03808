const second = 1_000;
const minute = 60 * second;

/** Calls: milliseconds. Reads are tried again 3 times, changes once. */
export const calls = {
  timeout_ms: 30 * second,
  read_retries: 3,
  change_retries: 1,
  /** How long a repeatable command without an answer keeps its idempotency key. */
  key_kept_ms: minute,
  first_retry_ms: second,
  longest_retry_ms: 30 * second,
  stale_after_ms: 5 * minute,
  cached_for_ms: 10 * minute,
  /** A flood of facts loads a resource at most this often. */
  calm_ms: second,
  /** How long a first load waits for the live connection. */
  settle_ms: second,
} as const;

/** The live connection: milliseconds. */
export const reconnect = {
  attempts: 5,
  first_delay_ms: second,
  longest_delay_ms: 30 * second,
  ping_every_ms: second,
  /** A bot that answers pings is stale after this silence, and lost after that one. */
  stale_ms: 2.5 * second,
  lost_ms: 10 * second,
  /** Any other bot is asked for its status, and is stale when it does not answer in time. */
  poll_every_ms: 5 * second,
  poll_within_ms: 2.5 * second,
  /** The page was hidden so long that a new series of tries may begin when it is shown again; at most one in this time. */
  hidden_ms: 5 * second,
  series_every_ms: minute,
  probe_within_ms: 5 * second,
  open_within_ms: 10 * second,
} as const;

/** Previews of the open ticket: milliseconds from an answer to the next request, and how long the shown one waits for it. */
export const previews = { every_ms: second, within_ms: 5 * second } as const;

/** The kill switch: milliseconds. A try begins at 0, 2, 4 and 8 s, then every 10 s, until one is answered. */
export const kill = {
  try_within_ms: 3 * second,
  tries_after_ms: [2 * second, 2 * second, 4 * second],
  then_every_ms: 10 * second,
} as const;

/** Delay before the try with this number (from 1): `first` doubled each time, up to `longest`. */
export const backoff = (attempt: number, first: number, longest: number): number =>
  Math.min(first * 2 ** (attempt - 1), longest);

/** Age up to which an opportunity is recent, for the sidebar's badge and the first load. */
export const recentWindowMs = 5 * minute;

/** How many of each are kept in memory. */
export const caps = {
  opportunities: 100,
  logs: 500,
  notifications: 20,
  toasts: 20,
  orders: 100,
  trades: 500,
  executions: 50,
  backtests: 200,
  /** Idempotency keys of commands without an answer. */
  keys: 100,
} as const;

/** How many rows each screen asks for or shows. */
export const rows = {
  scannerOpportunities: 50,
  tradingOpportunities: 100,
  tradingExecutions: 10,
  pendingOrders: 20,
  history: 50,
  tradingLogs: 50,
  logsPage: 500,
  notifications: 10,
  backtests: 100,
  /** Events of users, sessions and configurations. */
  settings: 200,
  audit: 100,
  decisions: 100,
  /** Maximum of one window. */
  trades: 500,
} as const;

/** The dashboard's charts. */
export const history = { period_hours: 168, interval: '1h' } as const;
/** Days, with this one, of which the dashboard compares the money: two weeks. */
export const moneyDays = 14;

/** How long each kind of toast stays, in milliseconds; null until it is dismissed. */
export const toastDurations = { blank: 4_000, error: 4_000, success: 2_000, loading: null, custom: 4_000 } as const;
/** The toast of a successful execution, in milliseconds. */
export const executionToastMs = 5_000;
/** The toast of a bot that came back with other data, in milliseconds. */
export const otherDataToastMs = 60_000;

/** Keys of the browser's storage. */
export const storageKeys = {
  token: 'auth_token',
  device: 'auth_device',
  tradingConfig: 'trading_control_config',
  parameters: 'settings_parameters',
  kill: 'unconfirmed_kill',
  unanswered: 'unanswered_commands',
  backtestDraft: 'backtest_draft',
} as const;
