import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JournalledMarket, KeptChoice } from '@triquad/bot';
import { lookAt, stateOf, writeWhole } from '@triquad/bot/directory';
import { CommandFailure, exitCode } from './exit-code.ts';
import { exchangeRegions, exchangeUrls, type Market, market, type Places } from './market-option.ts';
import { httpAddress } from './parse.ts';

/** Market of a data directory for starts without `--market`: chosen by `triquad market use` or by an earlier answer. */
export interface RememberedMarket {
  readonly market: Market;
  readonly places?: Places;
  readonly proxy?: string;
}

const isRegion = (place: string): boolean => !place.includes('://');
const fileIn = (dataDir: string): string => join(dataDir, 'market.json');

/** As `--market` takes it. */
export const marketText = (chosen: Market): string => {
  if (chosen.source === 'simulated') return chosen.preset === undefined ? chosen.source : `simulated:${chosen.preset}`;
  return `${chosen.source}:${chosen.source === 'recorded' ? chosen.file : chosen.exchanges.join(',')}`;
};

/** Null where nothing was chosen yet. @throws CommandFailure where the file says nothing that is known. */
export function rememberedMarket(dataDir: string): RememberedMarket | null {
  const file = fileIn(dataDir);
  const state = stateOf(file, { is: 'file', use: 'read', mayBeLink: false });
  // The start itself reports a damaged directory.
  if (state.state === 'absent' || lookAt(dataDir, 'reader').state !== 'there') return null;
  if (state.state !== 'there') throw unreadable(file, state.reason);
  try {
    const text = readFileSync(file, 'utf8');
    const {
      market: chosen,
      exchange_url: urls,
      exchange_region: regions,
      proxy,
    } = JSON.parse(text) as Record<string, unknown>;
    const places = {
      ...(typeof urls === 'string' && exchangeUrls(urls)),
      ...(typeof regions === 'string' && exchangeRegions(regions)),
    };
    return {
      market: market(String(chosen)),
      ...(Object.keys(places).length > 0 && { places }),
      ...(typeof proxy === 'string' && { proxy: httpAddress(proxy) }),
    };
  } catch (error) {
    throw unreadable(file, error);
  }
}

/** Market of a start without `--market`. */
export interface MarketOfStart {
  readonly market: RememberedMarket | null;
  /** Notice for the operator, in one line; null if the market is as chosen. */
  readonly notice: string | null;
  /** The market that was watched last, where nothing says any more what was chosen; null otherwise. */
  readonly lost: string | null;
}

/** Reads `market.json` or, where that is missing or garbled, the journal. @throws CommandFailure where neither says what was chosen */
export async function marketOfStart(dataDir: string): Promise<MarketOfStart> {
  const { journalledMarket } = await import('@triquad/bot');
  let fault: CommandFailure | null = null;
  try {
    const market = rememberedMarket(dataDir);
    if (market !== null) return { market, notice: null, lost: null };
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    fault = error;
  }
  const { choice, watched } = readable(() => journalledMarket(dataDir));
  if (choice !== null) {
    const market = toRemember(choice);
    const why = fault === null ? 'market.json is missing' : fault.message;
    return { market, notice: `${why}; the journal says ${marketText(market.market)}, which is watched`, lost: null };
  }
  if (fault !== null) throw fault;
  return { market: null, notice: null, lost: watched };
}

/** A journal that cannot be read is told by the start itself. */
function readable(read: () => JournalledMarket): JournalledMarket {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error && error.name === 'StoreFault') return { choice: null, watched: null };
    throw error;
  }
}

/** A choice as the bot has it, to be remembered. */
export const toRemember = (choice: KeptChoice): RememberedMarket => {
  if (choice.source === 'exchange')
    return {
      market: { source: choice.source, exchanges: choice.exchanges },
      places: choice.places,
      ...(choice.proxy !== undefined && { proxy: choice.proxy }),
    };
  if (choice.source === 'recorded') return { market: { source: choice.source, file: choice.file } };
  return { market: { source: choice.source, ...(choice.preset === 'realistic' && { preset: choice.preset }) } };
};

/** Makes the choice that of every start that does not say another. @throws where the data directory cannot be written. */
export function rememberMarket(dataDir: string, { market: chosen, places = {}, proxy }: RememberedMarket): void {
  const file = fileIn(dataDir);
  const all = Object.entries(places);
  const urls = all.flatMap(([name, place]) => (isRegion(place) ? [] : place.split(' ').map((url) => `${name}=${url}`)));
  const regions = all.flatMap(([name, place]) => (isRegion(place) ? [`${name}=${place}`] : []));
  const document = {
    market: marketText(chosen),
    ...(urls.length > 0 && { exchange_url: urls.join(',') }),
    ...(regions.length > 0 && { exchange_region: regions.join(',') }),
    ...(proxy !== undefined && { proxy }),
  };
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeWhole(file, `${JSON.stringify(document)}\n`);
}

const unreadable = (file: string, error: unknown): CommandFailure => {
  const reason =
    typeof error === 'string' ? error : `cannot be read: ${error instanceof Error ? error.message : error}`;
  const message = `${file} ${reason}; choose again with: triquad market use <source>`;
  return new CommandFailure(message, exitCode.refused);
};
