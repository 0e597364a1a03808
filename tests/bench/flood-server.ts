import { setTimeout as pause } from 'node:timers/promises';
import { inCycles } from '../../packages/bot/src/market/in-cycles.ts';
import { startLocalBinance } from '../harness/exchanges/binance.ts';
import { createStream, createUniverse } from './universe.ts';

/**
 * The other end of the flood, in a process of its own: a Binance with so many markets, whose best prices change so often. Says where it is,
 * and once a second what it has sent in all and how many bytes of it wait to be read.
 */
export type Said = { readonly url: string } | { readonly sent: number; readonly waiting: number };

const [markets = 0, perSecond = 0] = process.argv.slice(2).map(Number);
const pricesAhead = 200_000;

/** The smallest universe in which cycles lead through so many markets, without its other markets. */
const universe = (() => {
  for (let all = markets; ; all += 20) {
    const { instruments, fair } = createUniverse(all);
    const watched = new Set(inCycles(instruments));
    const isWatched = (_: unknown, place: number): boolean =>
      watched.has(instruments[place] as (typeof instruments)[number]);
    if (watched.size >= markets) return { instruments: instruments.filter(isWatched), fair: fair.filter(isWatched) };
  }
})();
const { instruments, fair } = universe;
const stream = createStream(universe, 'liquid-heavy', pricesAhead);
const rules = { tick: '0.00000001', lot: '0.00010000', minNotional: '0.00010000', status: 'TRADING' } as const;
const server = await startLocalBinance(instruments.map(({ base, quote }) => ({ base, quote, ...rules })));
const say = (said: Said): void => void process.send?.(said);
process.on('disconnect', () => process.exit());

const quote = (market: number, bid: number, ask: number): void => {
  const { base, quote: currency } = instruments[market] as (typeof instruments)[number];
  const size = ((1_000 + (sent % 97)) / bid).toFixed(4);
  server.quote(`${base}${currency}`, [bid.toFixed(8), size], [ask.toFixed(8), size]);
};
let sent = 0;
for (const [market, price] of fair.entries()) quote(market, price * 0.9997, price * 1.0003);
say({ url: server.url });
while (server.sockets.streams().reduce((sum, count) => sum + count, 0) < markets) await pause(20);

const began = performance.now();
let reported = began;
for (;;) {
  const now = performance.now();
  const due = Math.floor(((now - began) / 1_000) * perSecond);
  // After a long pause it does not send all at once what it has not sent.
  for (let left = Math.min(due - sent, perSecond / 2); left > 0; left--) {
    const at = sent++ % pricesAhead;
    quote(stream.market[at] as number, stream.bid[at] as number, stream.ask[at] as number);
  }
  if (now - reported >= 1_000) {
    reported = now;
    say({ sent, waiting: server.sockets.waiting() });
  }
  await pause(1);
}
