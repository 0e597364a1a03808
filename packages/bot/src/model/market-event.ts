import { type Provenance, paperProvenance } from '@triquad/core/contract';

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

export type ExclusionEvent = MarketExcluded | MarketReadmitted;
export type MarketEvent = MarketChosen | ExclusionEvent;

/** Where all prices come from: `name` tells apart those that must not be added up, as `live`, `practice`, or that of a recording. */
export type PriceSource = {
  readonly name: string;
  readonly source: 'simulated' | 'recorded' | 'exchange';
  /** Under a paper account. Sessions and journals of before have none. */
  readonly provenance?: Provenance;
};

/**
 * Other prices than before are watched. With a wallet of its `own`, paper money and its counters are those of this market from here on, as
 * they were when it was watched last. Without, all money goes along: an exchange keeps an account, or an earlier version wrote the fact.
 */
export type MarketOpened = {
  readonly type: 'MarketOpened';
  readonly market: string;
  readonly source: PriceSource['source'];
  readonly provenance?: Provenance;
  readonly wallet?: 'own';
  readonly at: number;
};

/** A market as it is kept for later starts. `places`: regions or addresses by exchange. */
export type KeptChoice =
  | { readonly source: 'simulated'; readonly preset?: 'practice' | 'realistic' }
  | { readonly source: 'recorded'; readonly file: string }
  | {
      readonly source: 'exchange';
      readonly exchanges: readonly string[];
      readonly places: Readonly<Record<string, string>>;
      readonly proxy?: string | undefined;
    };

/** What starts watch that name no market themselves. */
export type MarketChosen = { readonly type: 'MarketChosen'; readonly choice: KeptChoice; readonly at: number };

/** Source of the prices of that name. Facts of before name the market alone, which says nothing of a recording: null. */
export const provenanceOfMarket = (market: string | undefined, stated: Provenance | undefined): Provenance | null => {
  if (stated !== undefined) return stated;
  if (market === 'practice' || market === 'realistic' || market === 'sample')
    return paperProvenance(market, null, market);
  return market !== undefined && /^live(:|$)/.test(market) ? paperProvenance('live', null, market) : null;
};

type Named = { readonly market: string; readonly provenance?: Provenance | undefined };

/** Name of the paper wallet of a market: a recording of the same name and another kind has another one. */
export const walletOf = ({ market, provenance }: Named): string => {
  const kind = provenanceOfMarket(market, provenance)?.kind ?? market;
  return kind === market ? market : `${kind} ${market}`;
};

/** True where the market has another paper wallet than the last one; of a fact that states no kind, the name alone decides. */
export const isOtherWallet = (last: Named, next: Named): boolean =>
  walletOf(last) !== walletOf(next) &&
  (last.market !== next.market || provenanceOfMarket(last.market, last.provenance) !== null);
