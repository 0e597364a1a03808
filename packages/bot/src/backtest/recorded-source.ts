import type { Range } from '@triquad/core/time';
import type { FeedEvent } from '../model/event.ts';
import type { MarketData } from '../model/exchange.ts';
import type { Grid } from '../model/grid.ts';
import type { Instrument } from '../model/instrument.ts';
import { createDecimals } from '../model/market-decimals.ts';
import { isoTime } from '../model/moment.ts';
import { instrumentsBeside } from '../recording/instrument-file.ts';
import { isAsSurveyed, recordingName } from '../recording/recordings.ts';
import { joined, nothing, type Survey, surveyOf } from '../recording/survey.ts';
import { instrumentsSeen } from '../venues/recorded/recorded-instruments.ts';
import type { RecordedSource } from './job.ts';
import { createPlayer } from './recorded-player.ts';
import type { Source, Stage } from './source.ts';

/**
 * Recorded best quotes of a range. The files are surveyed first, unless they were, for the rules of their markets and for what there is of
 * the range: null when that is nothing.
 */
export const recordedSource = async (
  sources: readonly RecordedSource[],
  range: Range,
  stage: Stage,
): Promise<Source | null> => {
  const surveys: Recorded[] = [];
  for (const source of sources) surveys.push(await recordedOf(source, range, stage));
  const rows = surveys.reduce((sum, one) => sum + one.rows, 0);
  if (rows === 0) return null;
  const listeners = new Map<string, (event: FeedEvent) => void>();
  const emit = (event: FeedEvent): void => listeners.get(event.exchange)?.(event);
  const played = surveys.map(({ exchange, instruments, grids }, source) => ({
    ...{ exchange, grids, files: sources[source]?.files ?? [] },
    symbols: instruments.map(({ symbol }) => symbol),
  }));
  const player = createPlayer(played, { ...range, rows }, stage, emit);
  const [from, to] = [Math.min(...surveys.map((one) => one.from)), Math.max(...surveys.map((one) => one.to))];
  return {
    ...player,
    name: `recording ${sources.flatMap(({ files }) => files.map(recordingName)).join(', ')}`,
    feeds: surveys.map(({ exchange, instruments }) => feedOf(exchange, instruments, listeners)),
    markets: surveys.reduce((sum, { instruments }) => sum + instruments.length, 0),
    from,
    to: Math.floor(to) + 1,
    notes: () => [
      coverageNote({ from, to }, player.minutes(), range),
      ...surveys.map(({ origin }) => origin),
      ...surveys.flatMap(badRows),
      ...player.notes(),
    ],
  };
};

const feedOf = (
  name: string,
  instruments: readonly Instrument[],
  listeners: Map<string, (event: FeedEvent) => void>,
): MarketData => ({
  venue: name,
  source: 'recorded',
  books: { kind: 'whole' },
  instruments: async () => instruments,
  subscribe: (listener) => {
    listeners.set(name, listener);
    return () => listeners.delete(name);
  },
});

/** What there is of one exchange. */
type Recorded = Pick<Survey, 'from' | 'to' | 'rows' | 'bad'> & {
  readonly exchange: string;
  readonly instruments: readonly Instrument[];
  readonly grids: ReadonlyMap<string, Grid>;
  /** Where the rules of its markets are from. */
  readonly origin: string;
};

const recordedOf = async (source: RecordedSource, range: Range, { pulse }: Stage): Promise<Recorded> => {
  const { exchange, files } = source;
  const list = await instrumentsBeside(files[0] ?? '', exchange);
  let whole = nothing;
  for (const survey of (await surveysOf(source)) ?? []) whole = joined(whole, survey);
  if (whole.rows === 0) for (const file of files) whole = joined(whole, await surveyOf(file, range, () => pulse(0)));
  const seen = instrumentsSeen(exchange, list?.ok ? list.instruments : [], createDecimals(whole.markets));
  const unread = list?.ok === false ? `${recordingName(list.file)}: ${list.message}. ` : '';
  const { from, to, rows, bad } = whole;
  const origin = `${unread}${seen.origin()}`;
  return { exchange, instruments: seen.all(), grids: seen.grids(), rows, from, to, origin, bad };
};

/** Those that were made before; null where a file has changed since, or one was not made. */
const surveysOf = async ({ files, surveyed = [] }: RecordedSource): Promise<readonly Survey[] | null> => {
  if (surveyed.length < files.length) return null;
  for (const [place, one] of surveyed.entries()) if (!(await isAsSurveyed(files[place] as string, one))) return null;
  return surveyed.map(({ survey }) => survey);
};

const coverageNote = ({ from, to }: Range, minutes: number, range: Range): string => {
  const share = ((minutes * 60_000) / (range.to - range.from)) * 100;
  return `There are quotes from ${isoTime(from)} to ${isoTime(to)}; with what lies between them they cover ${minutes.toFixed(1)} minutes, ${share.toFixed(1)} % of the range, and the rest of it was passed over.`;
};

const badRows = ({ exchange, bad }: Recorded): readonly string[] =>
  bad.count === 0 ? [] : [`Bad rows of ${exchange} left out: ${bad.count}, the first ${bad.first}.`];
