/** Where a fact was read, and the day (UTC) of that source. Nothing here was seen at the exchange itself. */
export type Dated = { readonly source: string; readonly date: string };

/** `rest`: base of calls over HTTP. `stream`: base of sockets; null where a call over HTTP names it. */
export type Addresses = { readonly rest: string; readonly stream: string | null };

/** Addresses for users of a region, or of public data alone. `title`: as operators read it. */
export type Region = Addresses & Dated & { readonly title: string };

/** Fees of accounts of one tier, in percent of a fill. `volume_usd`: of thirty days from which it holds, where a market's own table goes by that. */
export type FeeTier = {
  readonly name: string;
  readonly maker_pct: number;
  readonly taker_pct: number;
  readonly volume_usd?: number;
};

/** Fees of the entry tier for markets that the list puts into a group. */
export type FeeGroup = { readonly title: string; readonly maker_pct: number; readonly taker_pct: number };

/**
 * Fees of spot markets in percent of a fill, entry tier first. `markets`: a market's own fee in the list is a multiple of every tier's
 * (`scaled`), or has a table of its own (`own`).
 */
export type FeeSchedule = {
  readonly feeCurrency: 'received' | 'quote';
  readonly markets: 'scaled' | 'own';
  readonly tiers: readonly FeeTier[];
  /** By the id that the list of markets names; a market of another group pays the dearest known fee. */
  readonly groups?: Readonly<Record<string, FeeGroup>>;
};

/** Limits that the adapter keeps. `pauseMs`: between two messages to a connection. `requests`: of calls over HTTP, in words. */
export type ConnectionLimits = {
  readonly marketsOfConnection: number;
  readonly mostConnections: number;
  readonly marketsOfMessage: number;
  readonly pauseMs: number;
  readonly requests: string;
};

/** Forms of messages that decide what an answer means, as the documents show them. `unknownMarket`: of a call for a market that is gone. */
export type Forms = {
  readonly acknowledged: string;
  readonly refused: string;
  readonly tooMany: string;
  readonly unknownMarket: string;
};

/** Facts about one exchange that its adapter, the guide and `exchange check` rely on. */
export type ExchangeFacts = {
  readonly name: string;
  readonly title: string;
  /** The first is the usual one. */
  readonly regions: Readonly<Record<string, Region>>;
  /** The region with the same public data as the usual one, used where that does not list its markets. */
  readonly fallback?: string;
  readonly limits: ConnectionLimits & Dated;
  readonly forms: Forms & Dated;
  readonly fees: FeeSchedule & Dated;
  /** Fields of the list of markets that are rules of orders. */
  readonly rules: { readonly fields: readonly string[]; readonly remark?: string } & Dated;
};

/** Tiers of a schedule from rows of name, maker and taker fee in percent. */
export const tiersOf = (rows: readonly (readonly [name: string, maker: number, taker: number])[]): readonly FeeTier[] =>
  rows.map(([name, maker_pct, taker_pct]) => ({ name, maker_pct, taker_pct }));

/** The same by volume in USD, which names each tier. */
export const volumeTiersOf = (
  rows: readonly (readonly [volume: number, maker: number, taker: number])[],
): readonly FeeTier[] =>
  rows.map(([volume_usd, maker_pct, taker_pct]) => ({
    ...{ name: `$${volume_usd.toLocaleString('en-US')}`, maker_pct, taker_pct, volume_usd },
  }));
