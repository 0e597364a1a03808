import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Bot, restsBriefly, startBot, temporaryFolder } from '../bot.ts';
import { type LocalBinance, startLocalBinance } from './binance.ts';
import type { Listing } from './local-market.ts';

const rules = { lot: '0.00010000', minNotional: '5.00000000', status: 'TRADING' } as const;
const listings: readonly Listing[] = [
  { base: 'BTC', quote: 'USDT', tick: '0.01000000', ...rules },
  { base: 'ETH', quote: 'USDT', tick: '0.01000000', ...rules },
  { base: 'ETH', quote: 'BTC', tick: '0.00001000', ...rules, minNotional: '0.00010000' },
];

/** A local Binance of three markets that close a cycle. */
export type StandingCycle = LocalBinance & {
  /** From now on USDT, BTC, ETH and back bring 1.3 % before fees, quoted again and again as a busy market does. */
  dislocate(): void;
  /** From now on they bring nothing. */
  calm(): void;
};

export async function startStandingCycle(): Promise<StandingCycle> {
  const server = await startLocalBinance(listings);
  let timer: NodeJS.Timeout | undefined;
  let size = 10;
  let isCalm = false;
  const quote = (): void => {
    size = size === 10 ? 11 : 10;
    server.quote('BTCUSDT', ['59990', `${size}`], ['60000', `${size}`]);
    server.quote('ETHBTC', ['0.04998', `${10 * size}`], ['0.05', `${10 * size}`]);
    const [bid, ask] = isCalm ? ['2999', '3000'] : ['3040', '3041'];
    server.quote('ETHUSDT', [bid, `${10 * size}`], [ask, `${10 * size}`]);
  };
  const become = (calm: boolean): void => {
    isCalm = calm;
    timer ??= setInterval(quote, 100);
  };
  return {
    ...server,
    dislocate: () => become(false),
    calm: () => become(true),
    [Symbol.asyncDispose]: async () => {
      clearInterval(timer);
      await server[Symbol.asyncDispose]();
    },
  };
}

/** Whether a bot knows an opportunity that stands. */
export async function knowsOne(bot: Pick<Bot, 'call'>): Promise<boolean> {
  const { data } = (await bot.call('GET', '/opportunities/')).body as { data: { is_valid: boolean }[] };
  return data.some(({ is_valid }) => is_valid);
}

const STARTS = 3;

/** A bot that watches it; started again where the exchange took longer to answer than a bot waits, as on a busy machine. */
export async function startBotOver({ url }: StandingCycle, ...args: readonly string[]): Promise<Bot> {
  const own = ['--market', 'exchange:binance', '--exchange-url', `binance=${url}`, ...args];
  for (let tried = 1; ; tried += 1) {
    try {
      return await startBot({ args: own });
    } catch (error) {
      if (tried === STARTS) throw error;
    }
  }
}

/** A bot that runs over such a cycle, which stands from the beginning, has found it, and leaves it to its operator. */
export async function startStandingBot(): Promise<Bot> {
  const market = await startStandingCycle();
  market.dislocate();
  const config = join(temporaryFolder(), 'config.json');
  writeFileSync(config, JSON.stringify({ auto_execute: false }));
  const bot = await startBotOver(market, '--config', config, '--autostart');
  await restsBriefly(bot);
  await expect.poll(() => knowsOne(bot)).toBe(true);
  return {
    ...bot,
    [Symbol.asyncDispose]: async () => {
      await bot[Symbol.asyncDispose]();
      await market[Symbol.asyncDispose]();
    },
  };
}
