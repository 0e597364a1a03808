import { type ClientState, selectMarketSource } from '@triquad/core';
import { useClientState } from '../client-context.tsx';
import { useMessages } from '../messages/messages.tsx';

const shown = ['simulated', 'realistic', 'recorded', 'sample', 'none'] as const;
/** What is watched that is no exchange: two invented markets, a recording, the sample (played as a recording is, and none), nothing. */
export type ShownMarket = (typeof shown)[number];

/** Null: an exchange, or what this version does not know. */
export const shownMarket = (source: string | null, detail: string | null): ShownMarket | null => {
  if (source === 'recorded' && detail?.startsWith('sample')) return 'sample';
  if (source === 'simulated' && detail?.startsWith('realistic')) return 'realistic';
  return shown.find((one) => one === source) ?? null;
};

export const selectShownMarket = (state: ClientState): ShownMarket | null =>
  shownMarket(selectMarketSource(state), state.health.value?.market_detail ?? null);

/** What a recording is of, by its name. */
export const marketOfRecording = (name: string): ShownMarket => (name === 'sample' ? 'sample' : 'recorded');

/**
 * The word that curves and saved files bear whose figures come from no exchange; null where they do. `of`: the market of what is
 * shown, where that is not the one that the bot watches.
 */
export const useMarketMark = (of: ShownMarket | null = null): string | null => {
  const { header } = useMessages();
  const watched = useClientState(selectShownMarket);
  const market = of ?? watched;
  return market === null || market === 'none' ? null : header.markets[market].mark;
};

/** The name of a file that is saved, with the mark of its market before it. */
export const fileName = (mark: string | null, name: string): string =>
  mark === null ? name : `${mark.toLowerCase()}-${name}`;
