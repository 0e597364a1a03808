import { basename } from 'node:path';
import type { MarketSource } from '@triquad/core/contract';
import { CannotStart } from './model/cannot-start.ts';
import type { Clock } from './model/clock.ts';
import type { Feed } from './model/exchange.ts';
import { instrumentsBeside } from './recording/instrument-file.ts';
import { readKucoinCsv } from './recording/kucoin-csv.ts';
import { openRecording, type ReadRecording } from './venues/recorded/recorded.ts';
import { simulatedMarket } from './venues/simulated/simulated.ts';
import { simulatedExchanges } from './venues/simulated/simulated-universe.ts';

/** Where the market data comes from. `speed`: how many times its own pace; Infinity is as fast as a recording goes. */
export type MarketChoice =
  | { readonly source: 'simulated'; readonly seed: number; readonly speed: number }
  | { readonly source: 'recorded'; readonly file: string; readonly speed: number };

/** The exchange of a recording whose name does not begin with that of another one. */
const USUAL_EXCHANGE = 'kucoin';

const exchangeOf = (file: string): string => {
  const first = /^[a-z0-9]+/.exec(basename(file))?.[0] ?? '';
  return simulatedExchanges.includes(first) ? first : USUAL_EXCHANGE;
};

export interface OpenMarket {
  readonly feeds: readonly Feed[];
  readonly source: MarketSource;
  /** What it is exactly, for the screens. */
  readonly detail: string;
  /** The markets of each exchange, e.g. `BTC/USDT`. */
  readonly symbols: ReadonlyMap<string, readonly string[]>;
}

/** How long a feed may take to list its markets, in ms. */
const longestListMs = 30_000;

/** Opens the chosen market. @throws CannotStart when a recording has nothing to play. */
export async function openMarket(choice: MarketChoice, clock: Clock): Promise<OpenMarket> {
  const feeds =
    choice.source === 'simulated' ? simulatedMarket({ clock, ...choice }) : [await recording(choice, clock)];
  const listed = feeds.map(async (feed) => {
    const symbols = (await feed.instruments(longestListMs)).map(({ symbol }) => symbol);
    return [feed.name, symbols] as const;
  });
  return { feeds, source: choice.source, detail: detailOf(choice), symbols: new Map(await Promise.all(listed)) };
}

async function recording({ file, speed }: Extract<MarketChoice, { source: 'recorded' }>, clock: Clock): Promise<Feed> {
  const exchange = exchangeOf(file);
  const list = await instrumentsBeside(file, exchange);
  if (list?.ok === false) throw new CannotStart(`${list.file}: ${list.message}`, 1);
  const read: ReadRecording = (onReject) => readKucoinCsv(file, onReject);
  const opened = await openRecording({ exchange, read, clock, speed, listed: list?.instruments ?? [] });
  if (!opened.ok) throw new CannotStart(opened.message, 1);
  return opened.feed;
}

/** The recording that is chosen, and whose it is; none where the market is simulated. */
export function recordedFile(choice: MarketChoice): readonly { readonly exchange: string; readonly file: string }[] {
  return choice.source === 'recorded' ? [{ exchange: exchangeOf(choice.file), file: choice.file }] : [];
}

/** Invented quotes are there to practise on; on recorded ones it would mislead if every order were in time. */
export const paperOptions = (choice: MarketChoice) => ({
  conditions: choice.source === 'simulated' ? ('practice' as const) : ('realistic' as const),
  speed: choice.speed,
  seed: choice.source === 'simulated' ? choice.seed : 1,
});

function detailOf(choice: MarketChoice): string {
  const pace = choice.speed === 1 ? '' : `, speed ${choice.speed === Number.POSITIVE_INFINITY ? 'max' : choice.speed}`;
  return choice.source === 'simulated' ? `seed ${choice.seed}${pace}` : `${basename(choice.file)}${pace}`;
}
