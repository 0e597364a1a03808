/** What an exchange demands of orders in a market, when the market was excluded: where it changes, the market returns. */
export type MarketRules = {
  readonly tick_size: number;
  readonly lot_step: number;
  readonly min_quantity: number;
  readonly min_notional: number;
};

/** No route uses the market for `for_ms`: its orders were refused again and again for what it is. */
export type MarketExcluded = {
  readonly type: 'MarketExcluded';
  readonly exchange: string;
  readonly symbol: string;
  readonly reason: string;
  readonly for_ms: number;
  readonly rules: MarketRules;
  readonly at: number;
};

/** Routes use it again: by `itself` once its time is over, or because the exchange demands something else of its `instruments`. */
export type MarketReadmitted = {
  readonly type: 'MarketReadmitted';
  readonly exchange: string;
  readonly symbol: string;
  readonly by: 'itself' | 'instruments';
  readonly at: number;
};

export type MarketEvent = MarketExcluded | MarketReadmitted;
