import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { MarketChoice } from '@triquad/bot';
import { Argument, InvalidArgumentError, Option } from 'commander';
import { CommandFailure, exitCode } from './exit-code.ts';
import { httpAddress, socketAddress } from './parse.ts';

/** Markets by `--market`. */
export type Market =
  | { readonly source: 'simulated'; readonly preset?: 'realistic' }
  | { readonly source: 'recorded'; readonly file: string }
  | { readonly source: 'exchange'; readonly exchanges: readonly string[] };

/** Regions or addresses of exchanges that are not reached at their usual addresses, by name. */
export type Places = Readonly<Record<string, string>>;
export interface PlaceOptions {
  readonly exchangeUrl?: Places;
  readonly exchangeRegion?: Places;
}

/** The options of a bot that say where its prices come from. */
export interface MarketOptions {
  readonly market: Market;
  readonly places?: Places;
  /** The way to exchanges with live prices, as it was chosen. */
  readonly proxy?: string;
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

/** The proxy of calls and sockets; left out, the environment names it. */
export const proxyOption = (): Option =>
  new Option(
    '--proxy <url>',
    'proxy to reach exchanges through (default: HTTPS_PROXY, with the exceptions of NO_PROXY)',
  ).argParser(httpAddress);

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

/** Addresses of one exchange for calls and for sockets: `https://a`, or `https://a,wss://b`. */
export function exchangeUrl(text: string): string {
  const [rest = '', stream, ...more] = text.split(',').map((url) => url.replace(/\/$/, ''));
  if (more.length > 0)
    throw new InvalidArgumentError('It must be like http://127.0.0.1:9000 or https://a.example,wss://b.example.');
  return [httpAddress(rest), ...(stream === undefined ? [] : [socketAddress(stream)])].join(' ');
}

const named = (text: string, example: string): readonly (readonly [name: string, place: string])[] =>
  text.split(',').map((one) => {
    const [, name, place] = /^(\w+)=(.+)$/.exec(one) ?? [];
    if (name === undefined || place === undefined) throw new InvalidArgumentError(`It must be like ${example}.`);
    return [name, place];
  });

/** `binance=http://127.0.0.1:9000`, one or several, or `binance=https://a.example,binance=wss://b.example`. */
export function exchangeUrls(text: string): Places {
  const urls: Record<string, string> = {};
  for (const [name, url] of named(text, 'binance=http://127.0.0.1:9000'))
    urls[name] = urls[name] === undefined ? url : `${urls[name]},${url}`;
  return Object.fromEntries(Object.entries(urls).map(([name, own]) => [name, exchangeUrl(own)]));
}

/** `okx=eea`, one or several of them. */
export function exchangeRegions(text: string): Places {
  const regions = named(text, 'okx=eea');
  if (regions.some(([, region]) => !/^[a-z]+$/.test(region)))
    throw new InvalidArgumentError('It must be like okx=eea.');
  return Object.fromEntries(regions);
}

/** @throws CommandFailure when an exchange has a region and an address. */
export function placesOf({ exchangeUrl: urls = {}, exchangeRegion: regions = {} }: PlaceOptions): Places | undefined {
  const both = Object.keys(urls).find((name) => name in regions);
  if (both !== undefined)
    throw new CommandFailure(
      `${both} has an address by --exchange-url and a region by --exchange-region`,
      exitCode.usage,
    );
  const places = { ...urls, ...regions };
  return Object.keys(places).length === 0 ? undefined : places;
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
export function marketChoice({
  market: chosen,
  places,
  proxy,
  seed,
  speed: pace,
  dataDir,
}: MarketOptions): MarketChoice {
  const usage = (message: string) => new CommandFailure(message, exitCode.usage);
  if ((places ?? proxy) !== undefined && chosen.source !== 'exchange')
    throw usage('--exchange-url, --exchange-region and --proxy are for --market exchange:<name>');
  if (chosen.source === 'exchange') {
    if (pace !== 1) throw usage('--speed is for recordings and the simulated market; real prices have their own pace');
    return { ...chosen, places: places ?? {}, ...(proxy !== undefined && { proxy }) };
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
