import { changedRules } from '../market/instrument-rules.ts';
import type { Instrument } from '../model/instrument.ts';
import type { Market, Relisted } from './market.ts';

type Listed = {
  /** As listed, by the ids of their markets. */
  readonly instruments: Instrument[];
  readonly markets: Market[];
  readonly bySymbol: Map<string, Market>;
  marketOf(instrument: Instrument, id: number): Market;
};

/** Takes over what an exchange lists now, and says what of it has changed. */
export const relistMarkets = (
  { instruments, markets, bySymbol, marketOf }: Listed,
  listed: readonly Instrument[],
): Relisted => {
  const next = new Map(listed.map((instrument) => [instrument.symbol, instrument]));
  const changed = markets.flatMap((market) => {
    const [before, after] = [instruments[market.id], next.get(market.instrument.symbol)];
    const changes = before && after ? changedRules(before, after) : [];
    if (!before || !after || changes.length === 0) return [];
    instruments[market.id] = { ...after, version: (before.version ?? 0) + 1 };
    return [{ market, changes }];
  });
  const moved = markets.filter(({ delisted, instrument }) => delisted === next.has(instrument.symbol));
  for (const market of moved) market.delisted = !market.delisted;
  const added = listed
    .filter(({ symbol }) => !bySymbol.has(symbol))
    .map((one, at) => marketOf(one, markets.length + at));
  for (const market of added) {
    instruments.push(market.instrument);
    markets.push(market);
    bySymbol.set(market.instrument.symbol, market);
  }
  return {
    changed,
    added: [...added, ...moved.filter(({ delisted }) => !delisted)],
    removed: moved.filter(({ delisted }) => delisted),
  };
};
