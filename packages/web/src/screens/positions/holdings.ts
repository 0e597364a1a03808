import type { LimitUse, Sourced } from '@triquad/core';
import { type Balances, type BotConfig, combinedProvenance, Fees } from '@triquad/core/contract';

type Held = Balances['exchanges'][number]['balances'][string];
/**
 * An asset of an account: free + reserved + residual + dust = total. Values in USD, null without a price; `cost` of one unit, and
 * `unrealised` the value above the cost of all units, null if unknown.
 */
export type Holding = Sourced & {
  readonly exchange: string;
  readonly asset: string;
  readonly total: number;
  readonly free: number;
  readonly reserved: number;
  readonly residual: number;
  readonly dust: number;
  readonly value: number | null;
  readonly cost: number | null;
  readonly unrealised: number | null;
  readonly reserved_by: Held['reserved_by'];
  /** This token pays the exchange's fees at a discount, so its free balance is reserved for fees. */
  readonly paysFees: boolean;
  /** Today's purchases of the asset over all exchanges; null without a limit. */
  readonly bought: Pick<LimitUse, 'used' | 'limit' | 'share' | 'provenance'> | null;
};

/** A bot without `money.v2` names neither residual nor dust: all that is not reserved is free. */
export const holdingsOf = (
  balances: Balances,
  limits: readonly LimitUse[],
  exchange: string,
  fees: Fees = {},
): readonly Holding[] =>
  balances.exchanges
    .filter((one) => exchange === '' || one.exchange === exchange)
    .flatMap((one) =>
      Object.entries(one.balances).flatMap(([asset, held]): Holding[] => {
        const { total, reserved, residual, dust } = held;
        if (!total) return [];
        const bought = limits.find(({ name, scope }) => name === 'daily_volume' && scope === asset) ?? null;
        const kept = reserved ?? 0;
        // Residuals may have been spent since.
        const rest = Math.max(0, total - kept);
        const left = Math.min(residual ?? 0, rest);
        const crumbs = Math.min(dust ?? 0, rest - left);
        return [
          {
            provenance: one.provenance,
            ...{ exchange: one.exchange, asset, total, reserved: kept, residual: left, dust: crumbs },
            free: rest - left - crumbs,
            value: held.value_usd,
            cost: held.cost_usd === null ? null : held.cost_usd / total,
            unrealised: held.cost_usd === null || held.value_usd === null ? null : held.value_usd - held.cost_usd,
            reserved_by: held.reserved_by,
            paysFees: settingOf(fees, one.exchange)?.token?.asset === asset,
            bought,
          },
        ];
      }),
    )
    .sort((a, b) => (b.value ?? -1) - (a.value ?? -1) || a.asset.localeCompare(b.asset));

/** The fees of the active configuration; none where the bot has none. */
export const feesOf = (config: BotConfig | null): Fees => Fees.safeParse(config?.fees).data ?? {};

/** Fees of an account, or else of its venue: `kucoin` for `kucoin:second`. */
export const settingOf = (fees: Fees, exchange: string): Fees[string] | undefined =>
  fees[exchange] ?? fees[exchange.split(':')[0] ?? ''];

const amounts = ['free', 'reserved', 'residual', 'dust'] as const;
export const parts = ['free', 'reserved', 'residual', 'tokens', 'dust'] as const;
export type Part = (typeof parts)[number];
export type Split = Readonly<Record<Part, { readonly usd: number; readonly assets: number }>> &
  Sourced & {
    readonly equity: number;
  };

/** Value of each part of all holdings; together the equity. */
export const splitOf = (holdings: readonly Holding[]): Split => {
  const split = {
    free: { usd: 0, assets: 0 },
    reserved: { usd: 0, assets: 0 },
    residual: { usd: 0, assets: 0 },
    tokens: { usd: 0, assets: 0 },
    dust: { usd: 0, assets: 0 },
  };
  for (const holding of holdings) {
    for (const held of amounts) {
      if (holding[held] <= 0) continue;
      const part = split[held === 'free' && holding.paysFees ? 'tokens' : held];
      part.assets += 1;
      part.usd += ((holding.value ?? 0) * holding[held]) / holding.total;
    }
  }
  const provenance = combinedProvenance(holdings.map((one) => one.provenance));
  return { ...split, provenance, equity: parts.reduce((sum, part) => sum + split[part].usd, 0) };
};
