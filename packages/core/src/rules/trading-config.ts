import * as z from 'zod/mini';
import type { StartParameters } from '../contract/bot.ts';
import { BotConfigFields } from '../contract/config.ts';
import type { TradingMode } from '../contract/primitives.ts';
import { exchangeNames, marketSymbols } from '../contract/primitives.ts';
import { tradingDefaults } from './defaults.ts';

/** Start parameters of the trading screen. `minProfit` in percent, `maxCapital` in USD for one route. */
export const TradingConfig = z.strictObject({
  selectedExchanges: exchangeNames,
  selectedPairs: marketSymbols,
  minProfit: BotConfigFields.shape.min_profit_threshold,
  maxCapital: BotConfigFields.shape.max_capital_per_route,
});
export type TradingConfig = z.infer<typeof TradingConfig>;

/** The draft of this browser; `lastUpdated` in epoch milliseconds, null if nothing was stored. */
export type StoredTrading = { readonly config: TradingConfig; readonly lastUpdated: number | null };

/** Reads the stored text field by field; a missing or invalid field falls back to its default. */
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
 * Initial values of the form: the draft of this browser, but threshold and capital of the bot's saved configuration if
 * there is no draft or an older one. `saved` is null for a bot that keeps no configuration.
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

/** The text to store; `now` in epoch milliseconds of the bot's clock, which also dates the saved configuration. */
export const writeTradingConfig = (config: TradingConfig, now: number): string =>
  JSON.stringify({ ...config, lastUpdated: new Date(now).toISOString() });

/** Start parameters for this configuration; `mode` as shown to the operator, null if unknown. */
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
