import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { MarketChoice } from '@triquad/bot';
import { Argument, InvalidArgumentError } from 'commander';
import { CommandFailure, exitCode } from './exit-code.ts';
import { httpAddress } from './parse.ts';

/** What `--market` names. */
export type Market =
  | { readonly source: 'simulated'; readonly preset?: 'realistic' }
  | { readonly source: 'recorded'; readonly file: string }
  | { readonly source: 'exchange'; readonly exchanges: readonly string[] };

/** The options of a bot that say where its prices come from. */
export interface MarketOptions {
  readonly market: Market;
  readonly exchangeUrl?: Readonly<Record<string, string>>;
  readonly seed?: number | undefined;
  readonly speed: number;
  /** A recording may be named as it is in its folder `recordings`. */
  readonly dataDir?: string;
}

/** The exchanges of which there are live prices. Known here too, as the bot is loaded only where it is used; a test holds both alike. */
export const liveExchanges: readonly string[] = ['binance', 'kucoin', 'okx', 'kraken', 'coinbase'];

/** The name of one, for completion and help; the bot itself refuses others. */
export const liveExchange = (name: string): Argument =>
  new Argument(`<${name}>`).choices(liveExchanges).argParser((text: string) => text);

export const largestSeed = 2 ** 31 - 1;

/** `simulated`, `simulated:realistic`, `recorded:quotes.csv.gz`, `exchange:binance`. */
export function market(text: string): Market {
  if (text === 'simulated') return { source: text };
  if (text === 'simulated:realistic') return { source: 'simulated', preset: 'realistic' };
  const [, source, named = ''] = /^(recorded|exchange):(.+)$/s.exec(text) ?? [];
  if (source === 'recorded') return { source, file: named };
  const exchanges = [...new Set(named.split(','))];
  if (source === 'exchange' && !exchanges.includes('')) return { source, exchanges };
  throw new InvalidArgumentError(
    'It must be simulated, simulated:realistic, recorded:<file> or exchange:<name>, e.g. exchange:binance.',
  );
}

/** `binance=http://127.0.0.1:9000`, one or several of them. */
export function exchangeUrls(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split(',').map((one) => {
      const [, name, url] = /^(\w+)=(.+)$/.exec(one) ?? [];
      if (name === undefined || url === undefined)
        throw new InvalidArgumentError('It must be like binance=http://127.0.0.1:9000.');
      return [name, httpAddress(url).replace(/\/$/, '')];
    }),
  );
}

/** Infinity for `max`. */
export function speed(text: string): number {
  if (text === 'max') return Number.POSITIVE_INFINITY;
  const factor = Number(text);
  if (text.trim() === '' || !(factor > 0) || !Number.isFinite(factor)) {
    throw new InvalidArgumentError('It must be a number above 0, or max.');
  }
  return factor;
}

/** @throws CommandFailure when the options contradict each other. */
export function marketChoice({ market: chosen, exchangeUrl, seed, speed: pace, dataDir }: MarketOptions): MarketChoice {
  const usage = (message: string) => new CommandFailure(message, exitCode.usage);
  if (exchangeUrl !== undefined && chosen.source !== 'exchange')
    throw usage('--exchange-url is for --market exchange:<name>');
  if (chosen.source === 'exchange') {
    if (pace !== 1) throw usage('--speed is for recordings and the simulated market; real prices have their own pace');
    return { ...chosen, urls: exchangeUrl ?? {} };
  }
  if (chosen.source === 'recorded') return { source: 'recorded', file: recordingAt(chosen.file, dataDir), speed: pace };
  if (pace === Number.POSITIVE_INFINITY)
    throw usage('--speed max is for recordings; give the simulated market a number');
  return { ...chosen, seed: seed ?? Math.floor(Math.random() * largestSeed), speed: pace };
}

/** The path of a recording; what is nowhere else may be among those of the data directory. */
function recordingAt(name: string, dataDir: string | undefined): string {
  const path = resolve(name);
  const own = dataDir === undefined ? path : join(dataDir, 'recordings', name);
  // The sample is made where it is missing.
  return existsSync(path) || !(existsSync(own) || name === 'sample') ? path : own;
}
