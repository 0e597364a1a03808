import type { WhatIfConfig, WhatIfRecord, WhatIfTerms } from '@triquad/core/contract';
import { paperProvenance } from '@triquad/core/contract';
import type { Instrument } from '../model/instrument.ts';
import { parseSymbol } from '../model/instrument.ts';
import { isoTime } from '../model/moment.ts';
import { createFreshness } from '../recording/freshness.ts';
import type { QuoteBatch } from '../recording/quote-batch.ts';
import { readColumns } from '../recording/read-quotes.ts';
import type { RejectedRow } from '../recording/recorded-row.ts';
import { kindOfRecording, readManifest } from '../recording/recording-folder.ts';
import { exchangeOf } from '../recording/recordings.ts';
import { createDetector } from '../strategy/detector.ts';
import { createEpisodes, type Episodes } from './episodes.ts';
import { breakEvenOf } from './outcome.ts';
import { recordOf } from './record.ts';
import { termsOf, type WhatIfProblem } from './terms.ts';

/** How a question ended; `message` is a line for the operator. */
export type WhatIfOutcome =
  | { readonly ok: true; readonly record: WhatIfRecord }
  | WhatIfProblem
  | { readonly ok: false; readonly field: null; readonly message: string };

export type WhatIfNeeds = {
  /** The recording, as it is found on the disk. */
  readonly path: string;
  readonly config: WhatIfConfig;
  onReject(row: RejectedRow): void;
  /** From 0 to 1. */
  onProgress?(progress: number): void;
  readonly signal?: AbortSignal;
};

/** A stretch without a row that is longer breaks the recording off: what the prices did meanwhile is not known. */
const gapMs = 60_000;
const lookMs = 60_000;

/** Asks a recording whether any cycle would have paid, at every fee and latency of the grid. Never rejects. */
export const askWhatIf = async ({
  path,
  config,
  onReject,
  onProgress,
  signal,
}: WhatIfNeeds): Promise<WhatIfOutcome> => {
  const manifest = readManifest(path);
  const kind = kindOfRecording(path);
  if (kind === 'bars' && config.bars !== true) return barsNotQuotes(config.recording);
  const exchange = exchangeOf(path) ?? null;
  const planned = termsOf(config, { exchange, tellsLostBooks: manifest.ok && manifest.manifest.of !== 'import' });
  if (!planned.ok) return planned;
  const { terms } = planned;
  const isWithin = rowsOf(terms);
  const survey = await surveyOf(path, isWithin, onReject);
  if (survey.symbols.length === 0) return failure(`${path} has no row that can be read${partOf(terms)}`);
  const instruments = survey.symbols.flatMap(unruled);
  let episodes: Episodes;
  try {
    episodes = createEpisodes(instruments, terms);
  } catch (error) {
    return failure(error instanceof Error ? error.message : String(error));
  }
  const pass = createPass(episodes, instruments, terms);
  let read = 0;
  for await (const batch of readColumns(path, () => {})) {
    if (signal?.aborted) return failure('cancelled');
    pass.take(batch, isWithin);
    read += batch.rows;
    onProgress?.(Math.min(1, read / survey.all));
  }
  const seen = pass.end();
  if (seen === null) return failure(`${path} changed while it was read`);
  const data = {
    ...seen,
    recording: config.recording,
    exchange,
    markets: instruments.length,
    left_out: survey.rejected,
  };
  return {
    ok: true,
    record: recordOf({
      provenance: paperProvenance(kind, exchange, config.recording),
      terms,
      data,
      cycles: cyclesOver(instruments, terms),
      episodes,
      nearest: pass.nearest(),
    }),
  };
};

const barsNotQuotes = (recording: string): WhatIfOutcome => ({
  ok: false,
  field: 'recording',
  code: 'bars_not_quotes',
  message: `${recording} cannot be asked: it has bars, and a close is no quote at which anything could be bought`,
});

const failure = (message: string): WhatIfOutcome => ({ ok: false, field: null, message });

const partOf = ({ session, from, to }: WhatIfTerms): string => {
  const during = session === null ? '' : ` in session ${session}`;
  return from === null && to === null ? during : `${during} from ${from ?? 'its start'} to ${to ?? 'its end'}`;
};

type IsWithin = (batch: QuoteBatch, row: number) => boolean;

/** Which rows are asked for. */
const rowsOf = ({ session, from, to }: WhatIfTerms): IsWithin => {
  const least = from === null ? Number.NEGATIVE_INFINITY : Date.parse(from);
  const most = to === null ? Number.POSITIVE_INFINITY : Date.parse(to);
  return (batch, row) => {
    const at = batch.timeMs[row] as number;
    return at >= least && at < most && (session === null || batch.session[row] === session);
  };
};

/** The markets that are asked for, how many rows there are at all, and how many could not be read. */
const surveyOf = async (path: string, isWithin: IsWithin, onReject: WhatIfNeeds['onReject']) => {
  const symbols = new Set<string>();
  let [all, rejected] = [0, 0];
  const reject = (row: RejectedRow): void => {
    rejected++;
    onReject(row);
  };
  for await (const batch of readColumns(path, reject)) {
    const isSeen = new Uint8Array(batch.symbols.length);
    for (let row = 0; row < batch.rows; row++) if (isWithin(batch, row)) isSeen[batch.market[row] as number] = 1;
    for (const [place, symbol] of batch.symbols.entries()) if (isSeen[place]) symbols.add(symbol);
    all += batch.rows;
  }
  return { symbols: [...symbols], all, rejected };
};

/** A market of which nothing but its name is known. */
const unruled = (text: string): Instrument[] => {
  const parsed = parseSymbol(text);
  if (!parsed.ok) return [];
  const { symbol, base, quote } = parsed;
  const anySize = { tickSize: 0, lotStep: 0, minQuantity: 0, minNotional: 0 };
  return [{ exchange: 'recording', symbol, base, quote, ...anySize, takerFee: 0, feeCurrency: 'received' }];
};

/** The directed cycles that begin at one of the currencies. */
const cyclesOver = (instruments: readonly Instrument[], terms: WhatIfTerms): { tri: number; quad: number } => {
  const detector = createDetector({
    instruments: instruments.map((one) => ({ ...one, takerFee: 0.5 })),
    types: { tri: terms.enable_triangular, quad: terms.enable_quadrangular },
    fundingCurrencies: terms.start_currencies,
    threshold: 0,
  });
  for (const market of instruments.keys()) detector.update(market, 1, 1);
  return detector.counts();
};

/** What the rows of one pass were. */
const createPass = (episodes: Episodes, instruments: readonly Instrument[], terms: WhatIfTerms) => {
  const ids = new Map(instruments.map(({ symbol }, id) => [symbol, id]));
  const most = terms.max_quote_age_ms;
  const freshness = createFreshness(instruments.length);
  const quoted = new Float64Array(instruments.length);
  let places: number[] = [];
  let names: readonly string[] = [];
  let [rows, sessions, gaps, longest] = [0, 0, 0, 0];
  let [first, last, session, look] = [0, Number.NaN, 0, 0];
  let nearest: number | null = null;

  const idsOf = ({ symbols }: QuoteBatch): readonly number[] => {
    if (symbols !== names) places = [];
    names = symbols;
    for (let place = places.length; place < symbols.length; place++)
      places.push(ids.get(symbols[place] as string) ?? -1);
    return places;
  };
  const lookNear = (): void => {
    const best = episodes.best();
    if (best === null) return;
    nearest = Math.max(nearest ?? Number.NEGATIVE_INFINITY, breakEvenOf(best.product, best.type === 'TRI' ? 3 : 4));
  };
  const breakOff = (): void => {
    lookNear();
    episodes.cut(last);
    freshness.dropBefore(Number.POSITIVE_INFINITY, () => {});
  };
  const begin = (at: number, number: number): void => {
    const gap = at - last;
    if (rows === 0 || number !== session || gap < 0) {
      if (rows > 0) breakOff();
      sessions++;
    } else {
      longest = Math.max(longest, gap);
      if (gap <= gapMs) return;
      gaps++;
      breakOff();
    }
    session = number;
    look = at + lookMs;
  };
  const dropOld = (at: number, age: number): void =>
    freshness.dropBefore(at - age, (market) => episodes.drop(market, (quoted[market] as number) + age, 'age'));

  return {
    take: (batch: QuoteBatch, isWithin: IsWithin): void => {
      const markets = idsOf(batch);
      for (let row = 0; row < batch.rows; row++) {
        const market = markets[batch.market[row] as number] ?? -1;
        if (market < 0 || !isWithin(batch, row)) continue;
        const at = batch.timeMs[row] as number;
        // `last` is no number before the first row.
        if (!(at - last <= gapMs) || at < last || batch.session[row] !== session)
          begin(at, batch.session[row] as number);
        else if (at - last > longest) longest = at - last;
        if (rows++ === 0) first = at;
        last = at;
        if (most !== null) {
          dropOld(at, most);
          freshness.touch(market, at);
          quoted[market] = at;
        }
        if (at >= look) {
          look = at + lookMs;
          lookNear();
        }
        const [bid, ask] = [batch.bid[row] as number, batch.ask[row] as number];
        episodes.quote(market, at, bid, batch.bidSize[row] as number, ask, batch.askSize[row] as number);
      }
    },
    /** Null where there was no row. */
    end: () => {
      if (rows === 0) return null;
      breakOff();
      const [from, to] = [isoTime(first), isoTime(Math.floor(last) + 1)];
      return { from, to, rows, sessions, gaps, longest_gap_ms: longest };
    },
    nearest: () => nearest,
  };
};
