import { type ClientState, selectMarketSource } from '@triquad/core';
import type { MarketWanted } from '@triquad/core/contract';

/** The bot watches nothing, and waits for a choice. */
export const selectNoMarket = (state: ClientState): boolean => selectMarketSource(state) === 'none';

const suggested = 2;
const sample = 'sample';

/** What the bot can watch, the suggested one first; none where it takes no choice. */
export function marketsOf(state: ClientState): readonly MarketWanted[] {
  const { market, recordings } = state.loaded;
  if (market === null) return [];
  const { offered } = market;
  const live = [offered.slice(0, suggested), ...offered.map((name) => [name])].filter(({ length }) => length > 0);
  const names = (recordings ?? []).map(({ name }) => name).filter((name) => name !== sample);
  return [
    ...live.map((exchanges) => ({ source: 'exchange', exchanges }) as const),
    ...[...names, sample].map((recording) => ({ source: 'recorded', recording }) as const),
    { source: 'simulated', preset: 'practice' },
    { source: 'simulated', preset: 'realistic' },
  ];
}

/** As a part of a sentence. */
export function marketText(wanted: MarketWanted): string {
  switch (wanted.source) {
    case 'exchange':
      return `live prices of ${wanted.exchanges.join(' and ')}`;
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
