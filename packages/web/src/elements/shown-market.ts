import { selectUnrealMarket } from '@triquad/core';
import { type Provenance, type UnrealMarket, unrealKind, unrealRecording } from '@triquad/core/contract';
import { useClientState } from '../client-context.tsx';
import { useMessages } from '../messages/messages.tsx';

const invented: Readonly<Record<string, UnrealMarket>> = { practice: 'simulated', realistic: 'realistic' };
/** Whose prices a trade met, by the name of their market; null: an exchange's, or the bot did not write it down. */
export const marketOfTrade = (name: string | undefined, provenance: Provenance | null): UnrealMarket | null => {
  if (provenance !== null) return unrealKind(provenance.kind);
  return name === undefined || name === 'live' || name === 'unknown' ? null : (invented[name] ?? unrealRecording(name));
};

/**
 * The word that curves and saved files bear whose figures come from no exchange; null where they do. Without `source` they are of the market that
 * the bot watches; null where several or unstated ones are together.
 */
export const useMarketMark = (source?: Provenance | null): string | null => {
  const { header } = useMessages();
  const watched = useClientState(selectUnrealMarket);
  const market = source === undefined ? watched : source === null ? null : unrealKind(source.kind);
  return market === null || market === 'none' ? null : header.markets[market].mark;
};

/** The name of a file that is saved, with the mark of its market before it. */
export const fileName = (mark: string | null, name: string): string =>
  mark === null ? name : `${mark.toLowerCase()}-${name}`;
