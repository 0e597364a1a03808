/** Exchanges the trading screen offers, in order. */
export const tradingExchanges = ['kucoin', 'binance', 'kraken'] as const;
/** Exchanges the backtest form offers. */
export const backtestExchanges = ['binance', 'coinbase', 'kraken'] as const;
/** Exchanges that credentials can be added for. */
export const configurableExchanges = ['binance', 'kraken', 'kucoin', 'coinbase', 'okx'] as const;
/** Exchanges whose credentials include a passphrase. */
export const passphraseExchanges = ['kucoin', 'okx'] as const;

const major = ['BTC/USDT', 'ETH/USDT', 'BNB/USDT', 'ETH/BTC', 'BNB/BTC', 'BNB/ETH'];
const defi = ['UNI', 'AAVE', 'LINK', 'SOL', 'ADA', 'DOT', 'AVAX', 'MATIC'];

/** Preset lists of trading pairs; Auto is fetched, with these quotes. */
export const pairPresets = { major, defi: [...major, ...defi.map((asset) => `${asset}/USDT`)] } as const;
export const autoQuotes = 'USDT,BTC,ETH';

/** Percent and USD. */
export const tradingDefaults = {
  selectedExchanges: ['kucoin', 'binance', 'kraken'],
  selectedPairs: [] as string[],
  minProfit: 0.5,
  maxCapital: 1_000,
} as const;

/** Money in USD, percentages in percent. */
export const globalDefaults = {
  total_capital: 10_000,
  max_capital_per_route: 1_000,
  min_profit_threshold: 0.5,
  max_concurrent_orders: 3,
  max_daily_drawdown_pct: 5,
} as const;

/** Assets with limits of their own, and the limits: USD, USD a day, seconds, percent. */
export const riskAssets = ['BTC', 'ETH', 'BNB'] as const;
export const riskDefaults = {
  max_position: 1_000,
  max_daily_volume: 5_000,
  cooldown_after_failure_seconds: 60,
  stop_loss_pct: 10,
} as const;

/** Defaults of the backtest form: USD and percent. */
export const backtestDefaults = {
  initial_capital: 10_000,
  exchanges: ['binance'],
  min_profit_threshold: 0.5,
  max_position_size: 1_000,
  max_slippage: 0.5,
  enable_triangular: true,
  enable_quadrangular: false,
} as const;
