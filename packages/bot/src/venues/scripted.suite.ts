import type { Clock } from '../model/clock.ts';
import type { FeedEvent } from '../model/event.ts';
import type { MarketData } from '../model/exchange.ts';
import { createBookMessage } from '../model/feed-event.ts';
import { gridOf } from '../model/grid.ts';
import type { Instrument } from '../model/instrument.ts';
import { fillLevels, type LevelUpdates } from '../model/levels.ts';

/** A market whose quotes a test says. */
export type ScriptedFeed = MarketData & {
  /** A whole book; sizes are 10 where none are given. */
  book(symbol: string, bids: LevelUpdates, asks: LevelUpdates): void;
  say(event: FeedEvent): void;
};

const market = (
  exchange: string,
  symbol: string,
  tickSize: number,
  lotStep: number,
  minNotional: number,
): Instrument => {
  const [base = '', quote = ''] = symbol.split('/');
  const fixed = { minQuantity: lotStep, takerFee: 0.001, feeCurrency: 'received' } as const;
  return { exchange, symbol, base, quote, tickSize, lotStep, minNotional, ...fixed };
};

/** USDT, BTC, ETH and SOL: two triangles and a square. */
export const scriptedInstruments = (exchange = 'kucoin'): readonly Instrument[] => [
  market(exchange, 'BTC/USDT', 0.1, 0.00001, 5),
  market(exchange, 'ETH/BTC', 0.00001, 0.0001, 0.0001),
  market(exchange, 'ETH/USDT', 0.01, 0.0001, 5),
  market(exchange, 'SOL/ETH', 0.00001, 0.001, 0.001),
  market(exchange, 'SOL/USDT', 0.01, 0.001, 5),
];

/** Tests reckon their prices: as this exchange writes them they have so many decimals. */
const priceDecimals = 8;
const written = ([price, size]: LevelUpdates[number]) => [Number(price.toFixed(priceDecimals)), size] as const;

export const scriptedFeed = (clock: Clock, instruments = scriptedInstruments()): ScriptedFeed => {
  const listeners = new Set<(event: FeedEvent) => void>();
  const name = instruments[0]?.exchange ?? 'kucoin';
  const grids = new Map(instruments.map((instrument) => [instrument.symbol, gridOf(instrument, priceDecimals)]));
  const message = createBookMessage(name);
  const say = (event: FeedEvent): void => {
    for (const listener of listeners) listener(event);
  };
  return {
    venue: name,
    source: 'simulated',
    books: { kind: 'whole' },
    instruments: async () => instruments,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    say,
    book: (symbol, bids, asks) => {
      message.symbol = symbol;
      message.grid = grids.get(symbol) ?? message.grid;
      fillLevels(message.bids, message.grid, bids.map(written));
      fillLevels(message.asks, message.grid, asks.map(written));
      message.at = clock.now();
      message.exchange_time = message.at;
      message.received = clock.monotonic();
      say(message);
    },
  };
};
