import type { OpportunityRecord, Provenance } from '@triquad/core/contract';

/** `profit_pct` after fees and lots, in percent; see the contract's Opportunity for the fields. */
export type OpportunityDetected = {
  readonly type: 'OpportunityDetected';
  readonly opportunity: OpportunityRecord;
  readonly at: number;
};
export type OpportunityUpdated = {
  readonly type: 'OpportunityUpdated';
  readonly opportunity: OpportunityRecord;
  readonly at: number;
};
/** The opportunity as it last stood, no longer valid, with its lifetime. */
export type OpportunityExpired = {
  readonly type: 'OpportunityExpired';
  readonly opportunity: OpportunityRecord;
  readonly reason: ExpiryReason;
  readonly at: number;
};
export type ExpiryReason = 'no_profit' | 'untrusted_book' | 'too_old' | 'bot_stopped';

/** Why an opportunity was not executed; `executed` is the one that was. */
export type DecisionReason =
  | 'executed'
  | 'below_threshold_after_lots'
  | 'lots_or_minimum'
  | 'stale_book'
  | 'gone'
  | 'not_running'
  | 'auto_execute_off'
  | 'live_mode'
  | 'halted'
  | 'unverified_account'
  | 'circuit_breaker'
  | 'balance'
  | 'asset_busy'
  | 'too_many_executions'
  | 'cooldown'
  | 'stranded_asset'
  | 'position_limit'
  | 'volume_limit'
  | 'capital_limit'
  | 'no_valuation'
  | 'throttled'
  | 'request_budget'
  | 'scan_only'
  | 'doubted_profit'
  | 'same_dislocation';

/** The cycle of the same dislocation that earned most beside the one that was decided. */
export type NextBest = {
  readonly path: readonly string[];
  readonly profit_pct: number;
  readonly profit_usd: number;
};

/** What an opportunity showed when its execution was planned; `at` is when it was found, UTC milliseconds. */
export type WhenFound = {
  readonly at: number;
  readonly profit_pct: number;
  readonly profit_usd: number | null;
  readonly capital_usd: number | null;
  /** What it had to earn, in percent. */
  readonly threshold_pct: number;
  /** Of each leg's book. */
  readonly book_ages_ms: readonly number[];
  readonly break_even_fee_pct?: number;
  readonly dislocation_id?: string;
  readonly alternatives?: number;
  readonly next_best?: NextBest;
};

export type DecisionMade = {
  readonly type: 'DecisionMade';
  readonly id: string;
  /** Null where the cycle never became an opportunity (lots, minimum, threshold). */
  readonly opportunity_id: string | null;
  readonly exchange: string;
  readonly path: readonly string[];
  readonly decision: 'executed' | 'skipped';
  readonly reason: DecisionReason;
  readonly detail: string;
  readonly profit_pct: number;
  /** These are absent in decisions of earlier versions, and where there is none. */
  readonly threshold_pct?: number;
  readonly dislocation_id?: string;
  readonly execution_id?: string;
  readonly next_best?: NextBest;
  readonly provenance?: Provenance;
  readonly at: number;
};

export type OpportunityEvent = OpportunityDetected | OpportunityUpdated | OpportunityExpired;
