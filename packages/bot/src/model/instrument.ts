/** One spot market of one exchange, with the rules its orders must keep. */
export type Instrument = {
  exchange: string;
  /** `BASE/QUOTE`, the one symbol form inside triquad. */
  symbol: string;
  base: string;
  quote: string;
  /** Price step, in quote per base. */
  tickSize: number;
  /** Quantity step, in base. */
  lotStep: number;
  /** Smallest quantity of an order, in base; 0 when the exchange sets none. */
  minQuantity: number;
  /** Smallest price × quantity of an order, in quote; 0 when the exchange sets none. */
  minNotional: number;
  /** Largest quantity of an order, in base; left out when the exchange sets none. */
  maxQuantity?: number;
  /** Largest quantity of a market order, in base; left out when it is that of others. */
  maxMarketQuantity?: number;
  /** Largest price × quantity of an order, in quote; left out when the exchange sets none. */
  maxNotional?: number;
  /** Multiples of the current price for limit prices, `sell` where those of sales are others; left out when the exchange sets none. */
  priceBand?: PriceRange & { readonly sell?: PriceRange };
  /** `suspended`: listed, and no order is taken; left out, it trades. */
  status?: 'trading' | 'suspended';
  /** Why it is looked at alone, as a clause: nothing is begun there, and what is held can be sold. Left out where it is traded. */
  scanOnly?: string;
  /** How often its rules have changed while the bot runs; the engine counts, and leaves it out before the first change. */
  version?: number;
  /** Fraction of a fill taken as its fee: 0.001 is 0.1 %. */
  takerFee: number;
  /** What the fee is taken from: what the fill brings in, or always the quote currency (on top of the cost of a buy). */
  feeCurrency: 'received' | 'quote';
  /** Fraction of a fill of a resting order taken as its fee; left out, that of a taker. */
  makerFee?: number;
  /** Left out where it is unknown. */
  feeSource?: FeeSource;
  /** Fees of the market by the account's volume of thirty days in USD, lowest first, as fractions; left out where its exchange lists none. */
  feeTable?: readonly { readonly volume_usd: number; readonly takerFee: number; readonly makerFee: number }[];
  /** The tier of the account, as the exchange names it; left out where none is chosen. */
  feeTier?: string;
  /** Pays the fees, at a discount, as long as the account holds enough of it. */
  feeToken?: FeeToken;
  /** What the fee of a taker costs, as a fraction, while that token is assumed to pay it; left out while it is not. */
  tokenFee?: number;
};

/** Multiples of the current price between which a limit price may lie, e.g. 0.2 and 5. */
export type PriceRange = { readonly least: number; readonly most: number };

/** Multiples of the current price for limit prices of a side; undefined when the exchange sets none. */
export const bandFor = ({ priceBand }: Pick<Instrument, 'priceBand'>, side: 'buy' | 'sell'): PriceRange | undefined =>
  side === 'sell' ? (priceBand?.sell ?? priceBand) : priceBand;

/** Largest quantity of a limit order at a price, in base; infinite without a maximum. */
export const largestAt = ({ maxQuantity = Infinity, maxNotional }: Instrument, price: number): number =>
  maxNotional === undefined ? maxQuantity : Math.min(maxQuantity, maxNotional / price);

/** What the fee of a taker costs, as a fraction of the fill: `takerFee`, or less while a token pays it. */
export const feeOf = ({ takerFee, tokenFee = takerFee }: Instrument): number => tokenFee;

/**
 * Where the fees of a market are from: its exchange's public list, the group that the list names, the entry tier of its exchange, the tier
 * that was chosen, the figures of the configuration; or they are assumed, as nothing is known of the exchange. A market of an unknown group
 * and one whose fees in the list cannot be read pay the dearest known fee, in every tier.
 */
export type FeeSource =
  | 'market'
  | 'group'
  | 'unknown group'
  | 'unreadable fees'
  | 'entry tier'
  | 'tier'
  | 'configured'
  | 'assumed';

/** `discount`: the fraction by which a fee paid with the asset is lower, 0.25 is 25 %. */
export type FeeToken = { readonly asset: string; readonly discount: number };

/** The fields of an instrument that say what its exchange takes. */
export type InstrumentFees = Pick<Instrument, 'takerFee' | 'makerFee' | 'feeCurrency' | 'feeSource' | 'feeTable'>;

/** A symbol taken apart, or why it could not be. */
export type ParsedSymbol = { ok: true; base: string; quote: string; symbol: string } | { ok: false; message: string };

const form = /^([A-Z0-9]+)[-/_]([A-Z0-9]+)$/;

/** Reads `BTC-USDT`, `BTC/USDT` and `BTC_USDT`, in any case. */
export function parseSymbol(text: string): ParsedSymbol {
  const match = form.exec(text.trim().toUpperCase());
  const base = match?.[1];
  const quote = match?.[2];
  if (base === undefined || quote === undefined) {
    return { ok: false, message: `unknown symbol form "${text}", expected BASE-QUOTE, BASE/QUOTE or BASE_QUOTE` };
  }
  if (base === quote) return { ok: false, message: `"${text}" trades ${base} against itself` };
  return { ok: true, base, quote, symbol: `${base}/${quote}` };
}
