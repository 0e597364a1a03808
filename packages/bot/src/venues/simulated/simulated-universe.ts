import { entryFees } from '../../market/fees.ts';
import type { Instrument } from '../../model/instrument.ts';
import { type Behaviour, behaviourOf, type Preset } from './simulated-behaviour.ts';

/** An asset of the simulated market. */
export type SimulatedAsset = {
  readonly name: string;
  /** What it is worth at the start and reverts to, in USD. */
  readonly usd: number;
  /** How strongly it follows the market as a whole. */
  readonly beta: number;
  /** Volatility of its own, a year, as a fraction. */
  readonly volatility: number;
};

/** One simulated market: the rules of its orders and how its book behaves. */
export type SimulatedListing = Behaviour & {
  readonly instrument: Instrument;
  /** Indexes into `assets`. */
  readonly base: number;
  readonly quote: number;
};

/** Orders of magnitude of 2025; from the liquid to the rare. Coins whose price in BTC would need 14 digits come last. */
const coinPrices =
  'SOL 180 XRP 2.4 ADA 0.75 DOGE 0.22 AVAX 28 LINK 18 DOT 5.2 LTC 95 UNI 9.5 AAVE 260 MATIC 0.42 BCH 480 ATOM 5.6 NEAR 3.1 TRX 0.25 ' +
  'TON 3.3 XLM 0.29 ETC 21 FIL 3 ICP 6 APT 5.5 ARB 0.42 OP 0.8 INJ 13 SUI 3.2 HBAR 0.19 ALGO 0.21 TIA 3 MKR 1500 LDO 1.1 RUNE 1.4 ' +
  'GRT 0.11 STX 0.8 IMX 0.6 FET 0.75 SNX 0.8 CRV 0.6 EGLD 16 XTZ 0.8 AXS 2.6 COMP 48 SAND 0.29 MANA 0.3 THETA 0.9 EOS 0.6 FTM 0.5 ' +
  'NEO 6 KSM 17 DASH 24 ZEC 42 IOTA 0.2 QTUM 2.2 KAVA 0.45 YFI 5400 SUSHI 0.7 DYDX 0.65 GMX 15 BAL 1.2 WAVES 1.1 BAT 0.14 ENJ 0.08 ' +
  'ZRX 0.28 CELO 0.35 WLD 0.9 ENA 0.4 JUP 0.5 PYTH 0.15 SEI 0.25 WIF 0.9 CHZ 0.04 VET 0.027 GALA 0.017 ZIL 0.012 ONE 0.012 ANKR 0.018 ' +
  'PEPE 0.000011 SHIB 0.000013 BONK 0.00002';

const hub = (name: string, usd: number, beta: number, volatility: number): SimulatedAsset => ({
  name,
  usd,
  beta,
  volatility,
});
const hubs: readonly SimulatedAsset[] = [
  hub('USD', 1, 0, 0),
  hub('USDT', 1, 0, 0.004),
  hub('USDC', 1, 0, 0.003),
  hub('EUR', 1.09, 0, 0.07),
  hub('GBP', 1.28, 0, 0.08),
  hub('BTC', 97_000, 1, 0.2),
  hub('ETH', 3_300, 1.1, 0.3),
  hub('BNB', 640, 0.8, 0.3),
  hub('KCS', 11, 0.6, 0.4),
];
const coins: readonly SimulatedAsset[] = [...coinPrices.matchAll(/(\S+) ([\d.]+)/g)].map((match) => ({
  name: match[1] ?? '',
  usd: Number(match[2]),
  beta: 1.2,
  volatility: 0.6,
}));
export const assets: readonly SimulatedAsset[] = [...hubs, ...coins];

/** Which coins an exchange trades against a quote: the hubs named, and a stretch of the list of coins. */
type Board = { readonly quote: string; readonly over: string; readonly coins: readonly [from: number, to: number] };

/** 150 markets on each. The first board is the exchange's main one: USDT everywhere, in which paper accounts begin. */
const boards: Readonly<Record<string, readonly Board[]>> = {
  binance: [
    { quote: 'USDT', over: 'BTC ETH BNB USDC EUR', coins: [0, 68] },
    { quote: 'BTC', over: 'ETH BNB', coins: [0, 34] },
    { quote: 'USDC', over: 'BTC ETH', coins: [2, 22] },
    { quote: 'ETH', over: 'BNB', coins: [34, 40] },
    { quote: 'BNB', over: '', coins: [44, 50] },
    { quote: 'EUR', over: 'BTC', coins: [54, 59] },
  ],
  kraken: [
    { quote: 'USDT', over: 'BTC ETH USDC EUR', coins: [0, 73] },
    { quote: 'EUR', over: 'BTC ETH USDC', coins: [6, 34] },
    { quote: 'BTC', over: 'ETH', coins: [0, 16] },
    { quote: 'USD', over: 'BTC ETH USDT USDC EUR GBP', coins: [51, 57] },
    { quote: 'ETH', over: '', coins: [34, 40] },
    { quote: 'GBP', over: 'BTC', coins: [44, 50] },
  ],
  kucoin: [
    { quote: 'USDT', over: 'BTC ETH KCS USDC', coins: [0, 78] },
    { quote: 'BTC', over: 'ETH KCS', coins: [0, 46] },
    { quote: 'ETH', over: 'KCS', coins: [46, 52] },
    { quote: 'USDC', over: 'BTC ETH', coins: [52, 58] },
    { quote: 'KCS', over: '', coins: [60, 65] },
  ],
  coinbase: [
    { quote: 'USDT', over: 'BTC ETH EUR', coins: [0, 77] },
    { quote: 'EUR', over: 'BTC ETH', coins: [0, 28] },
    { quote: 'BTC', over: 'ETH', coins: [28, 44] },
    { quote: 'USD', over: 'BTC ETH USDT EUR GBP', coins: [44, 50] },
    { quote: 'GBP', over: 'BTC', coins: [50, 56] },
    { quote: 'ETH', over: '', coins: [56, 61] },
  ],
  okx: [
    { quote: 'USDT', over: 'BTC ETH USDC EUR', coins: [0, 78] },
    { quote: 'USDC', over: 'BTC ETH', coins: [0, 28] },
    { quote: 'BTC', over: 'ETH', coins: [28, 52] },
    { quote: 'ETH', over: '', coins: [52, 58] },
    { quote: 'EUR', over: 'BTC', coins: [58, 64] },
  ],
};

/** The exchanges of the simulated market. */
export const simulatedExchanges: readonly string[] = Object.keys(boards);

/** The markets of one exchange. Unknown names have none. */
export function listingsOf(exchange: string, preset: Preset = 'practice'): readonly SimulatedListing[] {
  return (boards[exchange] ?? []).flatMap((board, depth) =>
    [...board.over.split(' ').filter(Boolean), ...coins.slice(...board.coins).map(({ name }) => name)].map((base) =>
      listing(preset, exchange, base, board.quote, depth),
    ),
  );
}

const indexOf = new Map(assets.map(({ name }, index) => [name, index]));
const assetAt = (index: number): SimulatedAsset => {
  const asset = assets[index];
  if (!asset) throw new RangeError(`no asset ${index}`);
  return asset;
};

function listing(preset: Preset, exchange: string, base: string, quote: string, depth: number): SimulatedListing {
  const baseIndex = indexOf.get(base) ?? -1;
  const quoteIndex = indexOf.get(quote) ?? -1;
  const usd = assetAt(baseIndex).usd;
  const quoteUsd = assetAt(quoteIndex).usd;
  const rarity = Math.max(0, baseIndex - hubs.length) / coins.length;
  const lotStep = powerOfTenBelow(lotWorthUsd / usd);
  return {
    instrument: {
      exchange,
      symbol: `${base}/${quote}`,
      base,
      quote,
      tickSize: powerOfTenBelow(usd / quoteUsd / 10_000),
      lotStep,
      minQuantity: lotStep,
      minNotional: powerOfTenBelow(minNotionalUsd / quoteUsd),
      ...entryFees(exchange),
    },
    base: baseIndex,
    quote: quoteIndex,
    ...behaviourOf(preset, { symbol: `${base}/${quote}`, quote, rarity, depth }),
  };
}

/** A lot is worth 5 to 50 cents, a least order 0.6 to 6 USD. */
const lotWorthUsd = 0.5;
const minNotionalUsd = 6;

/** The power of ten that is the greatest not above the value, exact as a literal is. */
function powerOfTenBelow(value: number): number {
  return Number(`1e${Math.floor(Math.log10(value))}`);
}
