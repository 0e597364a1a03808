import { readInstrumentList } from '../market/instrument-list.ts';
import { type Instrument, parseSymbol } from '../model/instrument.ts';
import { createScanner, type ScannedCycle, type ScannerOptions } from '../strategy/scanner.ts';
import { readText } from './instrument-file.ts';
import type { RejectedRow } from './kucoin-rows.ts';
import { readQuotes, recordedSymbols } from './read-quotes.ts';

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

/** Where the results of a scan go while it runs. */
export type ScanReport = { onCycle(cycle: ScannedCycle): void; onReject(row: RejectedRow): void };

/** What was scanned; markets and directed cycles as they stood at the end of each session, the cycles added up over the sessions. */
export type ScanSummary = {
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
export type ScanOutcome = { ok: true; summary: ScanSummary } | { ok: false; message: string };

const defaultFeePct = 0.1;
const fundingCurrencies = ['USDT', 'USDC', 'USD', 'EUR', 'BTC', 'ETH'];

/** Replays a recording as fast as it can and reports the profitable cycles, each once a session. */
export async function scan(options: ScanOptions, report: ScanReport): Promise<ScanOutcome> {
  let rejected = 0;
  const symbols = await recordedSymbols(options.file, options.session, (row) => {
    rejected++;
    report.onReject(row);
  });
  if (symbols.length === 0) return { ok: false, message: nothingIn(options) };
  const known = await instrumentsOf(symbols, options);
  if (typeof known === 'string') return { ok: false, message: known };
  if (known.length === 0)
    return {
      ok: false,
      message: `${options.instrumentsFile} has none of the ${symbols.length} markets of ${options.file}`,
    };
  const summary = await replay(options, known, report.onCycle);
  return { ok: true, summary: { ...summary, rejected, unlisted: symbols.length - known.length } };
}

function nothingIn({ file, session }: ScanOptions): string {
  return session === null ? `${file} has no usable row` : `${file} has no usable row in session ${session}`;
}

async function replay(
  options: ScanOptions,
  instruments: readonly Instrument[],
  onCycle: ScanReport['onCycle'],
): Promise<Omit<ScanSummary, 'rejected' | 'unlisted'>> {
  const ids = new Map(instruments.map(({ symbol }, id) => [symbol, id]));
  const summary = { sessions: 0, markets: 0, tri: 0, quad: 0, updates: 0, seconds: 0, found: { tri: 0, quad: 0 } };
  const seen = new Set<number>();
  const scanner = createScanner({ ...options, instruments, fundingCurrencies }, (cycle) => {
    summary.found[cycle.type === 'TRI' ? 'tri' : 'quad']++;
    onCycle(cycle);
  });
  const endSession = (): void => {
    const { live, tri, quad } = scanner.endSession();
    for (const market of live) seen.add(market);
    summary.sessions++;
    summary.tri += tri;
    summary.quad += quad;
  };
  let session: number | null = null;
  const start = performance.now();
  for await (const quotes of readQuotes(options.file, () => {})) {
    for (const quote of quotes) {
      if (options.session !== null && quote.session !== options.session) continue;
      if (session !== null && quote.session !== session) endSession();
      session = quote.session;
      const market = ids.get(quote.symbol);
      if (market === undefined) continue;
      scanner.quote(market, quote);
      summary.updates++;
    }
  }
  endSession();
  return { ...summary, markets: seen.size, seconds: (performance.now() - start) / 1_000 };
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
