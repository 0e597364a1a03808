import { type ClientState, selectLive, selectMarketSource, selectUnrealMarket } from '@triquad/core';
import type { MarketWanted, UnrealMarket } from '@triquad/core/contract';

/** The bot watches nothing, and waits for a choice. */
export const selectNoMarket = (state: ClientState): boolean => selectMarketSource(state) === 'none';

/** The name of a market, and its form for a narrow screen; in the words of the browser. */
const names: Readonly<Record<UnrealMarket | 'exchange', readonly [name: string, mark: string]>> = {
  exchange: ['LIVE PRICES', 'LIVE PRICES'],
  simulated: ['PRACTICE MARKET', 'PRACTICE'],
  realistic: ['REALISTIC MARKET', 'INVENTED'],
  recorded: ['RECORDED MARKET', 'RECORDED'],
  sample: ['CALIBRATED SAMPLE', 'SAMPLE'],
  none: ['NO MARKET YET', 'NO MARKET'],
};
const wide = 140;

/** Whose prices are watched, for a screen of that width; null while unknown. Orders of real money always meet those of an exchange. */
export function marketTag(state: ClientState, width: number): string | null {
  const source = selectMarketSource(state);
  if (source === null || (source === 'exchange' && selectLive(state))) return null;
  const market = source === 'exchange' ? source : selectUnrealMarket(state);
  return market === null ? source.toUpperCase() : names[market][width < wide ? 1 : 0];
}

const suggested = 2;
const sample = 'sample';

/** Markets that the bot can watch, the suggested one first; none if it offers no choice. */
export function marketsOf(state: ClientState): readonly MarketWanted[] {
  const { market, recordings } = state.loaded;
  if (market === null) return [];
  const { offered, regions = [] } = market;
  const live = [offered.slice(0, suggested), ...offered.map((name) => [name])].filter(({ length }) => length > 0);
  // The first region of each is the usual one.
  const others = regions.flatMap(({ exchange, region }, at): readonly MarketWanted[] =>
    regions[at - 1]?.exchange === exchange
      ? [{ source: 'exchange', exchanges: [exchange], regions: { [exchange]: region } }]
      : [],
  );
  const names = (recordings ?? []).map(({ name }) => name).filter((name) => name !== sample);
  return [
    ...live.map((exchanges) => ({ source: 'exchange', exchanges }) as const),
    ...others,
    ...[...names, sample].map((recording) => ({ source: 'recorded', recording }) as const),
    { source: 'simulated', preset: 'practice' },
    { source: 'simulated', preset: 'realistic' },
  ];
}

const atRegion = (name: string, region?: string): string => (region === undefined ? name : `${name} at ${region}`);

/** As a part of a sentence. */
export function marketText(wanted: MarketWanted): string {
  switch (wanted.source) {
    case 'exchange':
      return `live prices of ${wanted.exchanges.map((name) => atRegion(name, wanted.regions?.[name])).join(' and ')}`;
    case 'recorded':
      return `the recording ${wanted.recording}`;
    case 'simulated':
      return wanted.preset === 'realistic'
        ? 'a realistic market, fitted to recordings'
        : 'the practice market, which pays what no market pays';
  }
}

/** Why the last choice does not show yet, or why it failed; null where it is watched. */
export function marketTrouble(state: ClientState): string | null {
  const change = state.loaded.market?.change ?? null;
  if (change?.state === 'opening') return 'the market that was chosen is being opened';
  if (change?.state === 'failed') return `the market cannot be opened: ${change.reason ?? 'no reason given'}`;
  return selectNoMarket(state) ? 'this bot watches nothing yet: W chooses what' : null;
}
