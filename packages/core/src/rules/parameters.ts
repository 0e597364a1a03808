import type { Parameters } from '../contract/config.ts';
import { globalDefaults, riskAssets, riskDefaults } from './defaults.ts';
import { readNumber } from './number-text.ts';

/** How a field of the parameters is measured: USD, percent, a count or seconds. */
export type ParameterUnit = 'usd' | 'percent' | 'count' | 'seconds';

type Bounds = { readonly unit: ParameterUnit; readonly least: number; readonly most: number };

const usd: Bounds = { unit: 'usd', least: 0, most: 1e15 };
const share: Bounds = { unit: 'percent', least: 0, most: 100 };

/** The fields of the forms of global parameters and risk, by name; money has to be more than its least. */
export const parameterBounds = {
  total_capital: usd,
  max_capital_per_route: usd,
  min_profit_threshold: share,
  max_concurrent_orders: { unit: 'count', least: 1, most: 100 },
  max_daily_drawdown_pct: share,
  cooldown_after_failure_seconds: { unit: 'seconds', least: 0, most: 86_400 },
  stop_loss_pct: share,
  max_position: usd,
  max_daily_volume: usd,
} as const satisfies Record<string, Bounds>;
export type ParameterField = keyof typeof parameterBounds;

/** When the bot takes a changed field: at once, or with its next start. */
export const parameterTakesEffect = {
  total_capital: 'at-once',
  max_capital_per_route: 'next-start',
  min_profit_threshold: 'next-start',
  max_concurrent_orders: 'at-once',
  max_daily_drawdown_pct: 'at-once',
  cooldown_after_failure_seconds: 'at-once',
  stop_loss_pct: 'at-once',
  max_position: 'at-once',
  max_daily_volume: 'at-once',
} as const satisfies Record<ParameterField, 'at-once' | 'next-start'>;

/** Why a text is no value of a field. */
export type ParameterProblem = 'empty' | 'not-a-number' | 'thousands' | 'positive' | 'whole' | 'range';
export type ParameterValue =
  | { readonly ok: true; readonly value: number }
  | { readonly ok: false; readonly why: ParameterProblem };

/** Reads what was typed into a field. */
export const readParameter = (field: ParameterField, text: string): ParameterValue => {
  const { unit, least, most }: Bounds = parameterBounds[field];
  const read = readNumber(text, unit !== 'percent');
  if (!read.ok) return read;
  const { value } = read;
  if (unit === 'count' && !Number.isInteger(value)) return { ok: false, why: 'whole' };
  if (unit === 'usd' && value <= least) return { ok: false, why: 'positive' };
  return value < least || value > most ? { ok: false, why: 'range' } : read;
};

/** What the spec begins with. */
export const parameterDefaults: Parameters = {
  ...globalDefaults,
  risk: {
    assets: Object.fromEntries(
      riskAssets.map((asset) => [
        asset,
        { max_position: riskDefaults.max_position, max_daily_volume: riskDefaults.max_daily_volume },
      ]),
    ),
    cooldown_after_failure_seconds: riskDefaults.cooldown_after_failure_seconds,
    stop_loss_pct: riskDefaults.stop_loss_pct,
  },
};

/** The name of an asset as limits carry it, null when the text is none. */
export const assetNamed = (typed: string): string | null => {
  const name = typed.trim().toUpperCase();
  return /^[A-Z0-9]{1,20}$/.test(name) ? name : null;
};
