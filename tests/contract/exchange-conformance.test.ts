import { type FeedTrouble, type LevelUpdates, type VenueBench, venueChecks } from '@triquad/bot/venue';
import { describe, expect, test } from 'vitest';
import type { Clock } from '../../packages/bot/src/model/clock.ts';
import { createExchangeFeed } from '../../packages/bot/src/venues/exchange/exchange-feed.ts';
import { exchanges } from '../../packages/bot/src/venues/exchange/exchanges.ts';
import { createPaperExchange } from '../../packages/bot/src/venues/paper/paper.ts';
import { startLocalBinance } from '../harness/exchanges/binance.ts';
import { startLocalCoinbase } from '../harness/exchanges/coinbase.ts';
import { every } from '../harness/exchanges/every.ts';
import type { Faults } from '../harness/exchanges/faults.ts';
import { startLocalKraken } from '../harness/exchanges/kraken.ts';
import { startLocalKucoin } from '../harness/exchanges/kucoin.ts';
import type { Level, Listing } from '../harness/exchanges/local-market.ts';
import { startLocalOkx } from '../harness/exchanges/okx.ts';
import { createLocalTime } from '../harness/exchanges/time.ts';

const order = { symbol: 'BTC/USDT', quantity: '0.02', price: '50000' } as const;
const rules = { lot: '0.00010000', minNotional: '5.00000000', status: 'TRADING' } as const;
const listings: readonly Listing[] = [
  { base: 'BTC', quote: 'USDT', tick: '0.01', ...rules },
  { base: 'ETH', quote: 'USDT', tick: '0.01', ...rules },
  { base: 'ETH', quote: 'BTC', tick: '0.00001', ...rules, minNotional: '0.0001' },
];

const accountFaults = [
  'only acknowledged',
  'whose answer was lost',
  'after its time-out',
  'was refused',
  'asked too often',
  'an order that rests',
  'known late',
  'by the same id',
  'in another asset',
  'taken back',
  'after the order was cancelled',
];

/** What all local servers can do. */
type Local = AsyncDisposable & {
  readonly url: string;
  readonly faults: Faults;
  delist(): void;
  reset(): void;
  /** Sends a whole book, or what it changes of the one before. */
  quote(bids: readonly Level[], asks: readonly Level[]): void;
  /** Whether a client has subscribed to the market. */
  isHeard?(): boolean;
};
type Dashed = Omit<Local, 'quote' | 'delist'> & {
  delist(symbol: string): void;
  quote(symbol: string, bids: readonly Level[], asks: readonly Level[]): void;
};
const dashed = (symbol: string, server: Dashed): Local => ({
  ...server,
  delist: () => server.delist(symbol),
  quote: (bids, asks) => server.quote(symbol, bids, asks),
});

const locals: Readonly<Record<string, (clock: Clock) => Promise<Local>>> = {
  binance: async (clock) => {
    const server = await startLocalBinance(listings, { clock });
    return {
      ...server,
      delist: () => void server.delist('BTCUSDT'),
      reset: server.sockets.reset,
      quote: ([bid = ['0', '0']], [ask = ['0', '0']]) => server.quote('BTCUSDT', bid, ask),
    };
  },
  kucoin: async (clock) => dashed('BTC-USDT', await startLocalKucoin(listings, clock)),
  okx: async (clock) => dashed('BTC-USDT', await startLocalOkx(listings, clock)),
  kraken: async (clock) => {
    const server = await startLocalKraken(listings, clock);
    const isHeard = () => [...server.clients].some(({ topics }) => topics.has('book:BTC/USDT'));
    return { ...dashed('BTC/USDT', server), isHeard };
  },
  coinbase: async (clock) => dashed('BTC-USDT', await startLocalCoinbase(listings, clock)),
};

/** An exchange as the bot has it: its public data, with the paper account on top. */
const benchOf = async (name: string, clock: Clock): Promise<VenueBench> => {
  const local = await (locals[name] ?? expect.unreachable(`there is no local server of ${name}`))(clock);
  const dialect = exchanges.get(name)?.({ clock, place: local.url });
  if (dialect === undefined) return expect.unreachable(`there is no ${name}`);
  const stops: (() => void)[] = [];
  const written = (levels: LevelUpdates): Level[] => levels.map(([price, one]) => [price.toFixed(2), one.toFixed(4)]);
  let said: readonly [bids: LevelUpdates, asks: LevelUpdates] | null = null;
  const say = (): void => {
    if (said !== null) local.quote(written(said[0]), written(said[1]));
  };
  // Again and again, as a book is sent to subscribers alone.
  stops.push(every(clock, 50, say));
  const book = (price: number, size = 1_000): void => {
    said = [[[0.99 * price, size]], [[price, size]]];
    say();
  };
  const troubles: Record<FeedTrouble, () => boolean> = {
    late: () => {
      local.faults.skewMs = -30_000;
      return true;
    },
    dropped: () => {
      // What is sent arrives after the check has ended.
      local.faults.delayMs = 3_600_000;
      book(49_000);
      return true;
    },
    unsent: () => {
      // Where each message is a whole book, there is no first one that could be lost.
      if (local.isHeard === undefined) return false;
      local.faults.isDeaf = true;
      local.reset();
      const endDeafness = (): void => {
        if (local.isHeard?.()) local.faults.isDeaf = false;
      };
      stops.push(every(clock, 10, endDeafness));
      return true;
    },
    reset: () => {
      local.reset();
      return true;
    },
    skew: () => {
      local.faults.skewMs = 5_000;
      return true;
    },
    delisted: () => {
      said = null;
      local.delist();
      return true;
    },
  };
  return {
    exchange: createPaperExchange(createExchangeFeed(dialect), clock),
    order,
    clock,
    server: {
      book: (bids, asks) => {
        said = [bids, asks];
        say();
      },
      loseChange: () => {
        local.faults.lost = 1;
        for (const size of [1_001, 1_002]) book(50_000, size);
      },
      next: (behaviour) => behaviour === 'fill',
      trouble: (kind) => troubles[kind](),
    },
    close: async () => {
      for (const stop of stops) stop();
      await local[Symbol.asyncDispose]();
    },
  };
};

const leftOut = new Map<string, string[]>();

describe.each(Object.keys(locals))('%s', (name) => {
  test.each(venueChecks.map((check) => [check.name, check] as const))('%s', async (words, check) => {
    const { clock, during } = createLocalTime();
    if ((await during(check.run(() => benchOf(name, clock)))) === 'left-out')
      leftOut.set(name, [...(leftOut.get(name) ?? []), words]);
  });
});

/** What an account of an exchange may do wrong, and the paper account never does. */
const ofAccounts = venueChecks
  .map(({ name }) => name)
  .filter((name) => accountFaults.some((words) => name.includes(words)));
/** Each of their messages is a whole book: there is no first one that could be lost. */
const ofFirstBooks = 'sends the first book of a subscription when it was lost and is asked for';

test.each(Object.keys(locals))('what %s leaves out is what public data and the paper account cannot show', (name) => {
  const expected = name === 'kraken' ? ofAccounts : [ofFirstBooks, ...ofAccounts];
  expect(leftOut.get(name)?.toSorted()).toEqual(expected.toSorted());
});

test('every exchange is checked', () => {
  expect(Object.keys(locals)).toEqual([...exchanges.keys()]);
});
