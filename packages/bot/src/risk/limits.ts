import type { AssetLimit } from '../model/config.ts';
import { usd } from '../model/usd.ts';

/** Why a route may not be entered now; `detail` carries the figures: the limit, what is used of it, what was asked. */
export type Refusal = {
  readonly reason:
    | 'halted'
    | 'unverified_account'
    | 'circuit_breaker'
    | 'no_valuation'
    | 'too_many_executions'
    | 'asset_busy'
    | 'cooldown'
    | 'stranded_asset'
    | 'capital_limit'
    | 'position_limit'
    | 'volume_limit'
    | 'balance';
  readonly detail: string;
};
/** `capital_usd`: the most that the limits allow; `bound`: the limit that made it less than was asked. */
export type Verdict =
  | { readonly ok: true; readonly capital_usd: number; readonly bound: Refusal | null }
  | ({ readonly ok: false } & Refusal);

/** A route and all that bears on it; money in USD. */
export type RouteFacts = {
  readonly halted: string | null;
  /** Why the account is not known to hold what the ledger says: it could not be compared for long. */
  readonly unverified: string | null;
  /** Why only what lowers exposure may pass: a breaker has tripped. */
  readonly reducing: string | null;
  readonly path: readonly string[];
  /** USD for one unit of the start currency; null where the books give none. */
  readonly usd_rate: number | null;
  /** What is asked for; null for as much as the limits allow. */
  readonly asked_usd: number | null;
  readonly max_capital_per_route: number;
  readonly total_capital: number;
  /** Capital in running executions and residual positions; null where a part of it has no price. */
  readonly at_work_usd: number | null;
  /** An asset that is held and has no price; null where there is none. */
  readonly unpriced: string | null;
  readonly free_usd: number;
  /** Executions at the same exchange, and how many there are at all of them. */
  readonly running: readonly { readonly path: readonly string[] }[];
  readonly running_in_all: number;
  readonly max_concurrent: number;
  /** In how many ms the route may be tried again after a failure; 0 when it may be now. */
  readonly cooldown_left_ms: number;
  readonly cooldown_ms: number;
  readonly residuals: readonly string[];
  readonly limits: Readonly<Record<string, AssetLimit>>;
  /** By how much more than what is put in an asset bought on the way may be worth, as a share of it. */
  readonly growth: number;
  /** Worth of what is held of an asset or on its way; null where the books give no price. */
  positionUsd(asset: string): number | null;
  /** Bought today, and on its way; null where a part of it had no price. */
  volumeUsd(asset: string): number | null;
};

/** Judges a route before anything is reserved; pure. What it approves fits in every limit with all that is reserved already. */
export const judgeRoute = (facts: RouteFacts): Verdict => {
  const refusal = refusalOf(facts);
  if (refusal) return { ok: false, ...refusal };
  const asked = facts.asked_usd ?? facts.max_capital_per_route;
  let capital = asked;
  let bound: Refusal | null = null;
  for (const { room, ...limit } of roomsOf(facts, asked)) {
    if (room <= 0) return { ok: false, ...limit };
    if (room < capital) [capital, bound] = [room, limit];
  }
  return { ok: true, capital_usd: capital, bound };
};

type Room = Refusal & { readonly room: number };

/** What each limit leaves; the asset limits in the order of the path. */
function* roomsOf(facts: RouteFacts, asked: number): Generator<Room> {
  const wanted = `${usd(asked)} asked`;
  const inAll = facts.at_work_usd ?? 0;
  yield {
    reason: 'capital_limit',
    room: facts.total_capital - inAll,
    detail: `capital in all: ${usd(inAll)} of ${usd(facts.total_capital)} at work, ${wanted}`,
  };
  for (const asset of facts.path.slice(1, -1)) {
    const limit = facts.limits[asset];
    if (!limit) continue;
    const position = facts.positionUsd(asset) ?? 0;
    yield {
      reason: 'position_limit',
      room: (limit.max_position - position) / (1 + facts.growth),
      detail: `${asset} position: ${usd(position)} of ${usd(limit.max_position)} held or on its way, ${wanted}`,
    };
    const volume = facts.volumeUsd(asset) ?? 0;
    yield {
      reason: 'volume_limit',
      room: (limit.max_daily_volume - volume) / (1 + facts.growth),
      detail: `${asset} daily volume: ${usd(volume)} of ${usd(limit.max_daily_volume)} bought today, ${wanted}`,
    };
  }
  const start = facts.path[0];
  yield { reason: 'balance', room: facts.free_usd, detail: `free ${start}: ${usd(facts.free_usd)}, ${wanted}` };
}

const refusalOf = (facts: RouteFacts): Refusal | null => {
  if (facts.halted !== null) return { reason: 'halted', detail: facts.halted };
  if (facts.unverified !== null) return { reason: 'unverified_account', detail: facts.unverified };
  if (facts.reducing !== null) return { reason: 'circuit_breaker', detail: facts.reducing };
  if (facts.usd_rate === null) return { reason: 'no_valuation', detail: `${facts.path[0]} has no price in USD` };
  const residual = facts.path.find((asset) => facts.residuals.includes(asset));
  if (residual) return { reason: 'stranded_asset', detail: `${residual} of a failed execution is still held` };
  if (facts.cooldown_left_ms > 0) {
    const seconds = Math.ceil(facts.cooldown_left_ms / 1000);
    return { reason: 'cooldown', detail: `${seconds} s left of ${facts.cooldown_ms / 1000} s after a failure` };
  }
  if (facts.running_in_all >= facts.max_concurrent) {
    const detail = `${facts.running_in_all} of ${facts.max_concurrent} executions at once are running`;
    return { reason: 'too_many_executions', detail };
  }
  const busy = facts.running.flatMap(({ path }) => sharedAsset(facts.path, path));
  if (busy[0]) return { reason: 'asset_busy', detail: `another execution holds ${busy[0]}` };
  return tooMuchForOne(facts) ?? unpricedOf(facts);
};

const tooMuchForOne = ({ asked_usd, max_capital_per_route }: RouteFacts): Refusal | null => {
  if (asked_usd === null || asked_usd <= max_capital_per_route) return null;
  const detail = `capital of one route: at most ${usd(max_capital_per_route)}, ${usd(asked_usd)} asked`;
  return { reason: 'capital_limit', detail };
};

/** What is used of a limit is not known: then nothing more may be used. */
const unpricedOf = (facts: RouteFacts): Refusal | null => {
  const reason = 'no_valuation';
  const held = facts.path.slice(1, -1).find((asset) => facts.limits[asset] && facts.positionUsd(asset) === null);
  if (held !== undefined) return { reason, detail: `what is held of ${held} has no price in USD` };
  if (facts.unpriced !== null) {
    return {
      reason,
      detail: `what is held of ${facts.unpriced} has no price in USD, so that losses cannot be watched`,
    };
  }
  const bought = facts.path.slice(1, -1).find((asset) => facts.limits[asset] && facts.volumeUsd(asset) === null);
  if (bought !== undefined) return { reason, detail: `what was bought of ${bought} today had no price in USD` };
  if (facts.at_work_usd !== null) return null;
  return { reason, detail: 'a residual position has no price in USD, so that the capital at work is not known' };
};

/** Assets that both paths touch, unless it is where both start. */
const sharedAsset = (path: readonly string[], other: readonly string[]): readonly string[] =>
  path.slice(0, -1).filter((asset) => other.includes(asset) && !(asset === path[0] && asset === other[0]));
