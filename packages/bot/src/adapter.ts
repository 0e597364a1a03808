import { pathToFileURL } from 'node:url';
import { CannotStart } from './model/cannot-start.ts';
import type { Clock } from './model/clock.ts';
import type { Account, MarketData } from './model/exchange.ts';
import { exchanges as known } from './venues/exchange/exchanges.ts';

/** An exchange that triquad does not know, for `createBot` and `triquad serve --adapter`. */
export type ExchangeAdapter = {
  /** Its name in `--market exchange:<venue>`: lower case letters, digits, `-` and `_`. */
  readonly venue: string;
  /**
   * Makes it anew each time the market is opened. `place`: its address, where one was given by `--exchange-url`. Without an account orders are
   * traded on paper over its market data. @throws where it cannot be made
   */
  open(options: { readonly clock: Clock; readonly place: string | undefined }): {
    readonly market: MarketData;
    readonly account?: Account;
  };
};

/** Opens an adapter. @throws CannotStart if it throws, or opens something else than it promises */
export const openAdapter = (
  adapter: ExchangeAdapter,
  options: Parameters<ExchangeAdapter['open']>[0],
): ReturnType<ExchangeAdapter['open']> => {
  const { venue } = adapter;
  const refuse = (reason: string): never => {
    throw new CannotStart(`the adapter of ${venue} ${reason}`, 2);
  };
  try {
    const { market, account } = adapter.open(options);
    if (market?.venue !== venue) return refuse(`opened market data of ${market?.venue}`);
    if (account === undefined) return { market };
    if (account.venue !== venue || account.id.split(':')[0] !== venue)
      return refuse(`opened an account of ${account.id}`);
    if (account.money === 'real') return refuse('opened an account with real money, which this version does not trade');
    return { market, account };
  } catch (error) {
    if (error instanceof CannotStart) throw error;
    return refuse(`failed: ${reasonOf(error)}`);
  }
};

/** Reads the adapters of these modules. @throws CannotStart where one is none, or two are of one venue */
export const loadAdapters = async (files: readonly string[]): Promise<readonly ExchangeAdapter[]> => {
  const adapters = await Promise.all(files.map(loadAdapter));
  const venues = adapters.map(({ venue }) => venue);
  const twice = venues.find((venue, place) => venues.indexOf(venue) !== place);
  if (twice !== undefined) throw new CannotStart(`two adapters are of ${twice}`, 2);
  return adapters;
};

/** The adapter is the default export of its module. */
const loadAdapter = async (file: string): Promise<ExchangeAdapter> => {
  const refuse = (reason: string): never => {
    throw new CannotStart(`${file} is no adapter: ${reason}`, 2);
  };
  const { href } = pathToFileURL(file);
  let found: Partial<ExchangeAdapter> | null | undefined;
  try {
    ({ default: found } = await import(/* @vite-ignore */ href));
  } catch (error) {
    return refuse(reasonOf(error));
  }
  if (typeof found?.open !== 'function') return refuse('its default export has no function open');
  const { venue } = found;
  if (typeof venue !== 'string' || !/^[a-z][\w-]*$/.test(venue) || venue !== venue.toLowerCase())
    return refuse('its default export has no venue in lower case letters');
  if (known.has(venue)) return refuse(`triquad knows ${venue} itself`);
  return found as ExchangeAdapter;
};

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
