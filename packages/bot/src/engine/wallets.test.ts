import { expect, test } from 'vitest';
import { lifeOfWallets } from './wallets.suite.ts';

const first = Number(process.env.TRIQUAD_SEED ?? 0);

test(`whatever a bot does in its markets, a plain model of their wallets agrees (seeds from ${first})`, async () => {
  const seen = new Map<string, number>();
  for (let seed = first; seed < first + 16; seed++) {
    await lifeOfWallets(seed, 25, seen).catch((error: unknown) => {
      throw new Error(`TRIQUAD_SEED=${seed}`, { cause: error });
    });
  }
  for (const what of ['completed', 'WalletReset', 'MarketOpened', 'halted by kill', 'halted by daily_drawdown'])
    expect([what, seen.get(what) ?? 0]).toEqual([what, expect.toSatisfy((count: number) => count > 3)]);
});
