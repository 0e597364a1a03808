import type { Sourced } from '@triquad/core';
import type { Balances, Fees, Trade } from '@triquad/core/contract';
import { settingOf } from './holdings.ts';

const dayMs = 86_400_000;

/** A token for an exchange's fees, and how long its free balance lasts at today's rate. */
export type Runway = Sourced & {
  readonly exchange: string;
  readonly asset: string;
  readonly discount_pct: number;
  readonly free: number;
  readonly value: number | null;
  /** Executions of today, in UTC, as far as they are listed, and how many of them paid no fee in another asset. */
  readonly executions: number;
  readonly covered: number;
  /** Number of executions and days that the free balance pays for; null if no fee was paid in it today. */
  readonly lasts: { readonly executions: number; readonly days: number } | null;
};

type Paid = Pick<Trade, 'exchange' | 'created_at' | 'legs'>;

/** `trades`: the newest, in any order. `now`: epoch milliseconds by the bot's clock. */
export const runwaysOf = (fees: Fees, balances: Balances, trades: readonly Paid[], now: number): readonly Runway[] =>
  balances.exchanges.flatMap(({ exchange, provenance, balances: held }): readonly Runway[] => {
    const token = settingOf(fees, exchange)?.token;
    if (token === undefined) return [];
    const { free, total, value_usd } = { free: null, total: null, value_usd: null, ...held[token.asset] };
    const today = trades.filter((one) => one.exchange === exchange && timeOf(one) >= now - (now % dayMs));
    return [
      {
        ...{ provenance, exchange, asset: token.asset, discount_pct: token.discount_pct, free: free ?? 0 },
        value: value_usd === null || !total ? value_usd : (value_usd * (free ?? 0)) / total,
        executions: today.length,
        covered: today.filter(({ legs }) => legs.every(paidIn(token.asset))).length,
        lasts: lastsFor(free ?? 0, today, token.asset, now),
      },
    ];
  });

const lastsFor = (free: number, today: readonly Paid[], asset: string, now: number): Runway['lasts'] => {
  const payers = today.map(({ legs }) => feesIn(legs, asset)).filter((fee) => fee > 0);
  const used = payers.reduce((sum, fee) => sum + fee, 0);
  // A list that is full does not reach back to midnight.
  const days = (now - Math.min(...today.map(timeOf))) / dayMs;
  if (used <= 0 || days <= 0) return null;
  return { executions: Math.floor((free * payers.length) / used), days: (free * days) / used };
};

const timeOf = ({ created_at }: Paid): number => (created_at === null ? 0 : Date.parse(created_at));
const feesIn = (legs: Paid['legs'], asset: string): number =>
  legs.reduce((sum, { fee, fee_asset }) => sum + (fee_asset === asset ? (fee ?? 0) : 0), 0);
const paidIn =
  (asset: string) =>
  ({ fee, fee_asset }: Paid['legs'][number]): boolean =>
    fee === null || fee === 0 || fee_asset === asset;
