import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../harness/bot.ts';

const header = 'timeMs,session,symbol,bid,bidSize,ask,askSize';
const firstMs = Date.UTC(2026, 0, 31, 12);
const quoteEveryMs = 100;
const lastsMs = 70_000;
/** Each opportunity is executed once: it lasts so long, and the next one comes after a calm. */
const [dislocatedMs, calmMs] = [3_000, 500];

/** The books at one moment. Sizes change with each, to restore what orders have taken; their decimals are the lots of the markets. */
const quotesAt = (sinceMs: number): readonly string[] => {
  const at = firstMs + sinceMs;
  const size = (sinceMs / quoteEveryMs) % 2 === 0 ? '10.00001' : '11.00001';
  const ether = sinceMs % (dislocatedMs + calmMs) < dislocatedMs ? ['2530.01', '2531.01'] : ['2499.51', '2500.51'];
  return [
    `${at},0,BTC-USDT,49999.1,${size},50001.1,${size}`,
    `${at},0,ETH-BTC,0.04999,1${size},0.05001,1${size}`,
    `${at},0,ETH-USDT,${ether[0]},1${size},${ether[1]},1${size}`,
  ];
};

/** A bot that was killed in an execution unwinds it, and is to trade again without a pause. */
const settings = {
  enabled_exchanges: ['kucoin'],
  auto_execute: true,
  risk: { assets: {}, cooldown_after_failure_seconds: 0, stop_loss_pct: 100 },
};

let args: string[] | null = null;

/**
 * Arguments of a bot over quotes of KuCoin. USDT, BTC, ETH and back bring 0.9 % after fees from the first quote on, again and again: no
 * execution depends on what a simulated market happens to do.
 */
export const quotedMarket = (): string[] => {
  if (args === null) {
    const folder = temporaryFolder();
    const [file, config] = [join(folder, 'kucoin-quotes.csv'), join(folder, 'config.json')];
    const rows = Array.from({ length: lastsMs / quoteEveryMs }, (_, step) => quotesAt(step * quoteEveryMs)).flat();
    writeFileSync(file, [header, ...rows, ''].join('\n'));
    writeFileSync(config, JSON.stringify(settings));
    args = ['--market', `recorded:${file}`, '--config', config];
  }
  return args;
};
