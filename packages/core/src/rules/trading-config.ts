import * as z from 'zod/mini';
import type { StartParameters } from '../contract/bot.ts';
import { BotConfigFields } from '../contract/config.ts';
import { exchangeNames, marketSymbols } from '../contract/primitives.ts';
import type { TradingMode } from '../contract/trade.ts';
import { tradingDefaults } from './defaults.ts';

/** What the trading screen starts the bot with. `minProfit` in percent, `maxCapital` in USD for one route. */
export const TradingConfig = z.strictObject({
  selectedExchanges: exchangeNames,
  selectedPairs: marketSymbols,
  minProfit: BotConfigFields.shape.min_profit_threshold,
  maxCapital: BotConfigFields.shape.max_capital_per_route,
});
export type TradingConfig = z.infer<typeof TradingConfig>;

/** As it was left in this browser; `lastUpdated` in epoch milliseconds, null where it was never stored. */
export type StoredTrading = { readonly config: TradingConfig; readonly lastUpdated: number | null };

/** What was stored, field by field; a field that is missing or makes no sense is as by default. */
export const readTradingConfig = (stored: string | null): StoredTrading => {
  const kept = recordIn(stored);
  const { selectedExchanges, selectedPairs, minProfit, maxCapital } = tradingDefaults;
  const at = typeof kept.lastUpdated === 'string' ? Date.parse(kept.lastUpdated) : Number.NaN;
  const config = {
    selectedExchanges: namesIn(kept.selectedExchanges, (name) => name.toLowerCase()) ?? [...selectedExchanges],
    selectedPairs: namesIn(kept.selectedPairs, (name) => name.toUpperCase()) ?? [...selectedPairs],
    minProfit: numberIn('minProfit', kept.minProfit) ?? minProfit,
    maxCapital: numberIn('maxCapital', kept.maxCapital) ?? maxCapital,
  };
  return { config, lastUpdated: Number.isNaN(at) ? null : at };
};

type Saved = {
  readonly min_profit_threshold: number | null;
  readonly max_capital_per_route: number | null;
  readonly updated_at: string | null;
};

/**
 * What the form begins with: the draft of this browser, with threshold and capital of the bot's saved configuration
 * where there is no draft or an older one. `saved` null for a bot that keeps none.
 */
export const tradingDraft = ({ config, lastUpdated }: StoredTrading, saved: Saved | null): TradingConfig => {
  if (saved === null) return config;
  const isNewer = lastUpdated !== null && !(Date.parse(saved.updated_at ?? '') > lastUpdated);
  if (isNewer) return config;
  return {
    ...config,
    minProfit: numberIn('minProfit', saved.min_profit_threshold) ?? config.minProfit,
    maxCapital: numberIn('maxCapital', saved.max_capital_per_route) ?? config.maxCapital,
  };
};

/** As it is stored; `now` in epoch milliseconds of the bot's clock, which dates the saved configuration too. */
export const writeTradingConfig = (config: TradingConfig, now: number): string =>
  JSON.stringify({ ...config, lastUpdated: new Date(now).toISOString() });

/** What a start with this configuration asks for; `mode` is the one that the operator was shown, null when none. */
export const tradingStart = (config: TradingConfig, mode: TradingMode | null): StartParameters => ({
  ...(mode === null ? {} : { mode }),
  enabled_exchanges: config.selectedExchanges,
  ...(config.selectedPairs.length === 0 ? {} : { trading_pairs: config.selectedPairs }),
  min_profit_threshold: config.minProfit,
  max_capital_per_route: config.maxCapital,
});

const recordIn = (stored: string | null): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(stored ?? '');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
};

const namesIn = (value: unknown, written: (name: string) => string): string[] | null => {
  if (!Array.isArray(value)) return null;
  const names = value.flatMap((name) => (typeof name === 'string' ? [written(name.trim())] : []));
  return [...new Set(names.filter((name) => name !== ''))];
};

const numberIn = (field: 'minProfit' | 'maxCapital', value: unknown): number | null => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  const read = TradingConfig.shape[field].safeParse(number);
  return read.success ? read.data : null;
};
