import type { Provenance } from '@triquad/core/contract';
import { readInstrumentList } from '../market/instrument-list.ts';
import { type Instrument, parseSymbol } from '../model/instrument.ts';
import { readText } from './instrument-file.ts';
import { namedSymbols, readColumns } from './read-quotes.ts';
import type { RejectedRow } from './recorded-row.ts';
import { provenanceOf } from './recordings.ts';
import { createScanner, type ScannedCycle, type ScannerOptions } from './scanner.ts';
import { type Choices, noChoices } from './source/understanding.ts';

/** What to scan, and for what. */
export type ScanOptions = Pick<ScannerOptions, 'minProfitPct' | 'maxAgeMs' | 'sizing' | 'atEnd' | 'types'> & {
  /** A recording with the columns of the KuCoin CSV, `.gz` or plain. */
  file: string;
  /** The one session to scan; null for all, each with empty books. */
  session: number | null;
  /** Fee of each leg, percent; null for that of the market or the entry tier of its exchange, or 0.1 without an instrument list. */
  feePct: number | null;
  /** A symbol list of an exchange, `.gz` or plain: only its markets are scanned, by its rules. `lots` needs one. */
  instrumentsFile: string | null;
  /** Offer cycles without a funding currency too. */
  anyStart: boolean;
};

/** A cycle with the source of its prices. */
export type FoundCycle = ScannedCycle & { readonly provenance: Provenance };
/** Where the results of a scan go while it runs. */
type ScanReport = { onCycle(cycle: FoundCycle): void; onReject(row: RejectedRow): void };

/** What was scanned; markets and directed cycles as they stood at the end of each session, the cycles added up over the sessions. */
export type ScanSummary = {
  provenance: Provenance;
  /** The first moment that was scanned, and the millisecond after the last. */
  from: number;
  to: number;
  sessions: number;
  markets: number;
  tri: number;
  quad: number;
  updates: number;
  seconds: number;
  found: { tri: number; quad: number };
  rejected: number;
  /** Markets of the recording that the instrument list does not have. */
  unlisted: number;
};

/** How a scan ended: a `message` says what could not be read. */
type ScanOutcome = { ok: true; summary: ScanSummary } | { ok: false; message: string };

const defaultFeePct = 0.1;
const fundingCurrencies = ['USDT', 'USDC', 'USD', 'EUR', 'BTC', 'ETH'];

/** Replays a recording as fast as it can and reports the profitable cycles, each once a session. */
export async function scan(options: ScanOptions, report: ScanReport): Promise<ScanOutcome> {
  const begun = performance.now();
  const symbols = await namedSymbols(options.file, choicesOf(options));
  const known = await instrumentsOf(symbols, options);
  if (typeof known === 'string' && symbols.length > 0) return { ok: false, message: known };
  const instruments = typeof known === 'string' ? [] : known;
  const { quoted, ...summary } = await replay(options, instruments, report);
  if (quoted === 0) return { ok: false, message: nothingIn(options) };
  if (instruments.length === 0)
    return { ok: false, message: `${options.instrumentsFile} has none of the ${quoted} markets of ${options.file}` };
  return { ok: true, summary: { ...summary, seconds: (performance.now() - begun) / 1_000 } };
}

/** Markets are named as the list has them. */
const choicesOf = ({ file, instrumentsFile }: ScanOptions): Choices => ({
  ...noChoices(file),
  instruments: instrumentsFile,
});

function nothingIn({ file, session }: ScanOptions): string {
  return session === null ? `${file} has no usable row` : `${file} has no usable row in session ${session}`;
}

/** `quoted`: markets with a good row, whether they are scanned or not. */
async function replay(
  options: ScanOptions,
  instruments: readonly Instrument[],
  { onCycle, onReject }: ScanReport,
): Promise<Omit<ScanSummary, 'seconds'> & { readonly quoted: number }> {
  const provenance = provenanceOf(options.file);
  const span = { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY };
  const ids = new Map(instruments.map(({ symbol }, id) => [symbol, id]));
  const counts = { sessions: 0, tri: 0, quad: 0, updates: 0, rejected: 0 };
  const found = { tri: 0, quad: 0 };
  const seen = new Set<number>();
  const unlisted = new Set<string>();
  const isQuoted = new Uint8Array(instruments.length);
  const scanner = createScanner({ ...options, instruments, fundingCurrencies }, (cycle) => {
    found[cycle.type === 'TRI' ? 'tri' : 'quad']++;
    onCycle({ ...cycle, provenance });
  });
  const endSession = (): void => {
    const { live, tri, quad } = scanner.endSession();
    for (const market of live) seen.add(market);
    counts.sessions++;
    counts.tri += tri;
    counts.quad += quad;
  };
  const reject = (row: RejectedRow): void => {
    counts.rejected++;
    onReject(row);
  };
  // The same for every row: an object for each would be most of the time of a row.
  const quote = { timeMs: 0, bid: 0, bidSize: 0, ask: 0, askSize: 0 };
  let session: number | null = null;
  let names: readonly string[] = [];
  let places: number[] = [];
  for await (const batch of readColumns(options.file, reject, choicesOf(options))) {
    if (batch.symbols !== names) places = [];
    names = batch.symbols;
    for (let place = places.length; place < names.length; place++) places.push(ids.get(names[place] as string) ?? -1);
    for (let row = 0; row < batch.rows; row++) {
      const own = batch.session[row] as number;
      if (options.session !== null && own !== options.session) continue;
      if (session !== null && own !== session) endSession();
      session = own;
      const market = places[batch.market[row] as number] as number;
      if (market < 0) {
        unlisted.add(names[batch.market[row] as number] as string);
        continue;
      }
      isQuoted[market] = 1;
      quote.timeMs = batch.timeMs[row] as number;
      if (quote.timeMs < span.from) span.from = quote.timeMs;
      if (quote.timeMs >= span.to) span.to = quote.timeMs + 1;
      quote.bid = batch.bid[row] as number;
      quote.bidSize = batch.bidSize[row] as number;
      quote.ask = batch.ask[row] as number;
      quote.askSize = batch.askSize[row] as number;
      scanner.quote(market, quote);
      counts.updates++;
    }
  }
  if (session !== null) endSession();
  const quoted = isQuoted.reduce((sum, one) => sum + one, unlisted.size);
  return { provenance, ...span, ...counts, found, markets: seen.size, unlisted: unlisted.size, quoted };
}

async function instrumentsOf(symbols: readonly string[], options: ScanOptions): Promise<Instrument[] | string> {
  const { instrumentsFile, feePct } = options;
  const takerFee = feePct === null ? null : feePct / 100;
  if (instrumentsFile === null) {
    if (options.sizing === 'lots') return 'sizing in lots needs the lot steps of an instrument list';
    return symbols.flatMap((symbol) => unruled(symbol, takerFee ?? defaultFeePct / 100));
  }
  const text = await readText(instrumentsFile);
  if (text === null) return `${instrumentsFile} cannot be read`;
  const list = readInstrumentList(text, takerFee);
  if (!list.ok) return `${instrumentsFile} is ${list.message}`;
  const listed = new Map(list.instruments.map((instrument) => [instrument.symbol, instrument]));
  return symbols.flatMap((symbol) => {
    const instrument = listed.get(symbol);
    return instrument === undefined ? [] : [takerFee === null ? instrument : { ...instrument, takerFee }];
  });
}

/** A market of which nothing but its name and fee is known. */
function unruled(symbol: string, takerFee: number): Instrument[] {
  const parsed = parseSymbol(symbol);
  if (!parsed.ok) return [];
  const { base, quote } = parsed;
  const anySize = { tickSize: 0, lotStep: 0, minQuantity: 0, minNotional: 0 };
  return [{ exchange: 'recording', symbol, base, quote, ...anySize, takerFee, feeCurrency: 'received' }];
}
