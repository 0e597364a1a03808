/** What an asset may carry, in USD: held at once, and bought in a UTC day. */
export type AssetLimit = { readonly max_position: number; readonly max_daily_volume: number };

/** Why a route may not be entered now. */
export type Refusal = {
  readonly reason:
    | 'halted'
    | 'no_valuation'
    | 'too_many_executions'
    | 'asset_busy'
    | 'cooldown'
    | 'stranded_asset'
    | 'position_limit'
    | 'volume_limit'
    | 'balance';
  readonly detail: string;
};
/** `capital_usd`: the most that the limits allow. */
export type Verdict = { readonly ok: true; readonly capital_usd: number } | ({ readonly ok: false } & Refusal);

/** A route and all that bears on it; money in USD, times in ms. */
export type RouteFacts = {
  readonly now: number;
  readonly halted: string | null;
  readonly path: readonly string[];
  /** USD for one unit of the start currency; null where the books give none. */
  readonly usd_rate: number | null;
  readonly capital_usd: number;
  readonly free_usd: number;
  /** Executions at the same exchange, and how many there are at all of them. */
  readonly running: readonly { readonly path: readonly string[] }[];
  readonly running_in_all: number;
  readonly max_concurrent: number;
  /** When the route may be tried again after a failure; 0 when it never failed. */
  readonly cooldown_until: number;
  readonly stranded: readonly string[];
  readonly limits: Readonly<Record<string, AssetLimit>>;
  /** Worth of what is held of an asset; null where the books give no price. */
  positionUsd(asset: string): number | null;
  volumeUsd(asset: string): number;
};

/** Judges a route before anything is reserved; pure. */
export const judgeRoute = (facts: RouteFacts): Verdict => {
  const refusal = refusalOf(facts);
  if (refusal) return { ok: false, ...refusal };
  let capital = facts.capital_usd;
  for (const asset of facts.path.slice(1, -1)) {
    const limit = facts.limits[asset];
    if (!limit) continue;
    const position = facts.positionUsd(asset);
    if (position === null) return refuse('no_valuation', `what is held of ${asset} has no price`);
    const room = limit.max_position - position;
    if (room <= 0) return refuse('position_limit', `${asset} held is at its limit of $${limit.max_position}`);
    const volume = limit.max_daily_volume - facts.volumeUsd(asset);
    if (volume <= 0)
      return refuse('volume_limit', `${asset} bought today is at its limit of $${limit.max_daily_volume}`);
    capital = Math.min(capital, room, volume);
  }
  if (facts.free_usd <= 0) return refuse('balance', `no free ${facts.path[0]}`);
  return { ok: true, capital_usd: Math.min(capital, facts.free_usd) };
};

const refuse = (reason: Refusal['reason'], detail: string): Verdict => ({ ok: false, reason, detail });

const refusalOf = (facts: RouteFacts): Refusal | null => {
  if (facts.halted !== null) return { reason: 'halted', detail: facts.halted };
  if (facts.usd_rate === null) return { reason: 'no_valuation', detail: `${facts.path[0]} has no price in USD` };
  const stranded = facts.path.find((asset) => facts.stranded.includes(asset));
  if (stranded) return { reason: 'stranded_asset', detail: `${stranded} of a failed execution is still held` };
  if (facts.now < facts.cooldown_until) {
    const seconds = Math.ceil((facts.cooldown_until - facts.now) / 1000);
    return { reason: 'cooldown', detail: `${seconds} s after a failure` };
  }
  if (facts.running_in_all >= facts.max_concurrent) {
    return { reason: 'too_many_executions', detail: `${facts.running_in_all} executions are running` };
  }
  const busy = facts.running.flatMap(({ path }) => sharedAsset(facts.path, path));
  return busy[0] ? { reason: 'asset_busy', detail: `another execution holds ${busy[0]}` } : null;
};

/** Assets that both paths touch, unless it is where both start. */
const sharedAsset = (path: readonly string[], other: readonly string[]): readonly string[] =>
  path.slice(0, -1).filter((asset) => other.includes(asset) && !(asset === path[0] && asset === other[0]));
