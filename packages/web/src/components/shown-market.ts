import { selectUnrealMarket } from '@triquad/core';
import { type UnrealMarket, unrealRecording } from '@triquad/core/contract';
import { useClientState } from '../client-context.tsx';
import { useMessages } from '../messages/messages.tsx';

export const marketOfRecording: (name: string) => UnrealMarket = unrealRecording;

const invented: Readonly<Record<string, UnrealMarket>> = { practice: 'simulated', realistic: 'realistic' };
/** Whose prices a trade met, by the name of their market; null: an exchange's, or the bot did not write it down. */
export const marketOfTrade = (name: string | undefined): UnrealMarket | null =>
  name === undefined || name === 'live' || name === 'unknown' ? null : (invented[name] ?? marketOfRecording(name));

/**
 * The word that curves and saved files bear whose figures come from no exchange; null where they do. `of`: the market of what is
 * shown, where that is not the one that the bot watches.
 */
export const useMarketMark = (of: UnrealMarket | null = null): string | null => {
  const { header } = useMessages();
  const watched = useClientState(selectUnrealMarket);
  const market = of ?? watched;
  return market === null || market === 'none' ? null : header.markets[market].mark;
};

/** The name of a file that is saved, with the mark of its market before it. */
export const fileName = (mark: string | null, name: string): string =>
  mark === null ? name : `${mark.toLowerCase()}-${name}`;
