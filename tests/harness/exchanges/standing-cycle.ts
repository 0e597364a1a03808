import { type Clock, realClock } from '../../../packages/bot/src/model/clock.ts';
import { type LocalBinance, startLocalBinance } from './binance.ts';
import { every } from './every.ts';
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

/** `clock`: its time; left out, that of this machine. */
export async function startStandingCycle(clock: Clock = realClock): Promise<StandingCycle> {
  const server = await startLocalBinance(listings, { clock });
  let stop: (() => void) | undefined;
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
    stop ??= every(clock, 100, quote);
  };
  return {
    ...server,
    dislocate: () => become(false),
    calm: () => become(true),
    [Symbol.asyncDispose]: async () => {
      stop?.();
      await server[Symbol.asyncDispose]();
    },
  };
}
