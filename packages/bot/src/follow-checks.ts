import { keptCheck } from './maintenance/exchange-checks.ts';
import type { MarketChoice, OpenMarket } from './market-choice.ts';

const LOOK_EVERY_MS = 2_000;

/**
 * Keeps exchanges whose last check failed from being traded: from the start on, and as soon as the shell has kept another check. Returns
 * what ends it.
 */
export function followChecks(dataDir: string, choice: MarketChoice | null, market: OpenMarket): () => void {
  if (choice?.source !== 'exchange') return () => {};
  const { exchanges, places } = choice;
  const kept = new Map<string, string | null>(exchanges.map((exchange) => [exchange, null]));
  const look = (): void => {
    for (const [exchange, before] of kept) {
      const { scanOnly } = keptCheck(dataDir, exchange, places[exchange] ?? null);
      if (scanOnly === before) continue;
      kept.set(exchange, scanOnly);
      market.restrict(exchange, scanOnly);
    }
  };
  look();
  const timer = setInterval(look, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}
