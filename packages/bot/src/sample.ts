import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type BookSide, bestPrice } from './market/book-side.ts';
import { applyUpdate, createOrderBook } from './market/order-book.ts';
import { sizeOf } from './model/grid.ts';
import { elapsedOf, instantOf, isoTime } from './model/moment.ts';
import { openQuoteFile } from './recording/quote-file.ts';
import { fileName, newManifest, sampleName, writeManifest } from './recording/recording-folder.ts';
import { stepMs } from './venues/simulated/simulated-prices.ts';
import { listingsOf } from './venues/simulated/simulated-universe.ts';
import { SimulatedWorld } from './venues/simulated/simulated-world.ts';

const exchange = 'kucoin';
const seed = 2026;
/** The first moment of the sample, of no day that was. */
const begins = Date.UTC(2026, 0, 1);
/** A megabyte, with the names of the markets and what stands around each batch. */
const mostRows = 21_000;
/** Markets between these and the most liquid coins close triangles and cycles of four. */
const quotes = ['USDT', 'BTC', 'ETH', 'USDC', 'KCS'];
const coins = 14;

/** Whether it is the sample that is meant, and it is not there yet. */
export const lacksSample = (path: string): boolean => basename(path) === sampleName && !existsSync(path);

/**
 * Makes the sample in a folder of recordings: six minutes of the `realistic` simulated market, fitted to real recordings, the same
 * each time. Gives its path. @throws where it cannot be written.
 */
export async function makeSample(folder: string): Promise<string> {
  const path = join(folder, sampleName);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = await mkdtemp(join(folder, '.sample-'));
  try {
    await write(draft);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
  return path;
}

/** Makes the sample where it is asked for and not there. */
export const provideSample = async (path: string): Promise<void> => {
  if (lacksSample(path)) await makeSample(dirname(path));
};

async function write(folder: string): Promise<void> {
  const listed = listingsOf(exchange, 'realistic').map(({ instrument }) => instrument);
  const usual = listed.filter(({ base, quote }) => quote === 'USDT' && !quotes.includes(base)).slice(0, coins);
  const traded = new Set([...quotes, ...usual.map(({ base }) => base)]);
  const instruments = listed.filter(({ base, quote }) => traded.has(base) && quotes.includes(quote));
  const places = new Map(instruments.map(({ symbol }, place) => [symbol, place]));
  const name = fileName(begins);
  const fault: { error: unknown } = { error: null };
  const onFault = (error: unknown): void => {
    fault.error = error;
  };
  const symbols = instruments.map(({ symbol }) => symbol);
  const file = await openQuoteFile({ path: join(folder, name), exchange, symbols, onFault });
  const books = instruments.map(() => ({ book: createOrderBook({ kind: 'numbered' }), told: '' }));
  const world = new SimulatedWorld(seed, [exchange], { preset: 'realistic' });
  let rows = 0;
  const play = (
    at: number,
    step: (stamp: Parameters<typeof world.step>[0], emit: Parameters<typeof world.step>[1]) => void,
  ) =>
    step({ at: instantOf(at), received: elapsedOf(at - begins) }, (message) => {
      const place = places.get(message.symbol);
      const market = books[place ?? -1];
      if (place === undefined || market === undefined || rows === mostRows) return;
      applyUpdate(market.book, message);
      const { bids, asks } = market.book;
      const best = [bestPrice(bids), bestSize(bids), bestPrice(asks), bestSize(asks)] as const;
      if (market.told === best.join()) return;
      market.told = best.join();
      file.add(place, at, ...best);
      rows++;
    });
  play(begins, (stamp, emit) => world.snapshots(exchange, stamp, emit));
  for (let at = begins + stepMs; rows < mostRows && fault.error === null; at += stepMs)
    play(at, (stamp, emit) => world.step(stamp, emit));
  await file.close();
  if (fault.error !== null) throw fault.error;
  const written = file.written();
  const manifest = newManifest(exchange, 'sample', 'sample', isoTime(begins), instruments);
  await writeManifest(folder, { ...manifest, ended: isoTime(written.to ?? begins), files: [{ name, ...written }] });
}

const bestSize = ({ grid, lots }: BookSide): number => sizeOf(grid, lots[0] ?? Number.NaN);
