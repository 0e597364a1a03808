import type { StartParameters } from '../contract/bot.ts';
import type { TradingMode } from '../contract/trade.ts';
import { tradingDefaults } from './defaults.ts';
import { parameterBounds } from './parameters.ts';

/** What the trading screen starts the bot with. `minProfit` in percent, `maxCapital` in USD for one route. */
export type TradingConfig = {
  readonly selectedExchanges: readonly string[];
  readonly selectedPairs: readonly string[];
  readonly minProfit: number;
  readonly maxCapital: number;
};

type Kept = { readonly [F in keyof TradingConfig]?: unknown };

/** What was stored, field by field; a field that is missing or makes no sense is as by default. */
export const readTradingConfig = (stored: string | null): TradingConfig => {
  const kept = recordIn(stored);
  const { selectedExchanges, selectedPairs, minProfit, maxCapital } = tradingDefaults;
  return {
    selectedExchanges: namesIn(kept.selectedExchanges, (name) => name.toLowerCase()) ?? selectedExchanges,
    selectedPairs: namesIn(kept.selectedPairs, (name) => name.toUpperCase()) ?? selectedPairs,
    minProfit: numberIn('min_profit_threshold', kept.minProfit) ?? minProfit,
    maxCapital: numberIn('max_capital_per_route', kept.maxCapital) ?? maxCapital,
  };
};

/** As it is stored; `now` in epoch milliseconds. */
export const writeTradingConfig = (config: TradingConfig, now: number): string =>
  JSON.stringify({ ...config, lastUpdated: new Date(now).toISOString() });

/** What a start with this configuration asks for; `mode` is the one that the operator was shown, null when none. */
export const tradingStart = (config: TradingConfig, mode: TradingMode | null): StartParameters => ({
  ...(mode === null ? {} : { mode }),
  enabled_exchanges: [...config.selectedExchanges],
  ...(config.selectedPairs.length === 0 ? {} : { trading_pairs: [...config.selectedPairs] }),
  min_profit_threshold: config.minProfit,
  max_capital_per_route: config.maxCapital,
});

const recordIn = (stored: string | null): Kept => {
  try {
    const value: unknown = JSON.parse(stored ?? '');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
};

const namesIn = (value: unknown, written: (name: string) => string): string[] | null => {
  if (!Array.isArray(value)) return null;
  const names = value.flatMap((name) => (typeof name === 'string' ? [written(name.trim())] : []));
  return [...new Set(names.filter((name) => name !== ''))];
};

const numberIn = (field: 'min_profit_threshold' | 'max_capital_per_route', value: unknown): number | null => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number') return null;
  const { unit, least, most } = parameterBounds[field];
  const enough = unit === 'usd' ? number > least : number >= least;
  return enough && number <= most ? number : null;
};
