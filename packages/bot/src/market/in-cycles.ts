import type { Instrument } from '../model/instrument.ts';

/** The markets through which a cycle of three or four currencies leads; through the others none does, whatever their prices. */
export function inCycles<Listed extends Pick<Instrument, 'base' | 'quote'>>(instruments: readonly Listed[]): Listed[] {
  const partners = new Map<string, Set<string>>();
  const partnersOf = (currency: string): Set<string> => partners.get(currency) ?? new Set();
  for (const { base, quote } of instruments) {
    partners.set(base, partnersOf(base).add(quote));
    partners.set(quote, partnersOf(quote).add(base));
  }
  const isClosed = ({ base, quote }: Listed): boolean => {
    const [atBase, atQuote] = [partnersOf(base), partnersOf(quote)];
    for (const next of atBase) {
      if (next === quote) continue;
      if (atQuote.has(next)) return true;
      for (const third of partnersOf(next)) if (third !== base && atQuote.has(third)) return true;
    }
    return false;
  };
  return instruments.filter(isClosed);
}
