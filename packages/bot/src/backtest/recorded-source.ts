import type { FeedEvent } from '../model/event.ts';
import type { Feed } from '../model/exchange.ts';
import type { Grid } from '../model/grid.ts';
import type { Instrument } from '../model/instrument.ts';
import { isoTime } from '../model/moment.ts';
import { instrumentsBeside } from '../recording/instrument-file.ts';
import type { RejectedRow } from '../recording/kucoin-rows.ts';
import { readColumns } from '../recording/read-quotes.ts';
import { recordingName } from '../recording/recordings.ts';
import { instrumentsSeen, type SeenMarket } from '../venues/recorded/recorded-instruments.ts';
import type { RecordedSource } from './job.ts';
import { createLane } from './lane.ts';
import { createPlayer } from './recorded-player.ts';
import type { Source, Stage } from './source.ts';

type Range = { readonly from: number; readonly to: number };

/**
 * Recorded best quotes of a range. The files are read through first, for the rules of their markets and for what there is of
 * the range: null when that is nothing.
 */
export const recordedSource = async (
  sources: readonly RecordedSource[],
  range: Range,
  stage: Stage,
): Promise<Source | null> => {
  const surveys: Survey[] = [];
  for (const source of sources) surveys.push(await survey(source, range, stage));
  const rows = surveys.reduce((sum, one) => sum + one.rows, 0);
  if (rows === 0) return null;
  const listeners = new Map<string, (event: FeedEvent) => void>();
  const emit = (event: FeedEvent): void => listeners.get(event.exchange)?.(event);
  const grids = new Map(surveys.map((one) => [one.exchange, one.grids]));
  const player = createPlayer(sources, grids, { ...range, rows }, stage, emit);
  const [from, to] = [Math.min(...surveys.map((one) => one.from)), Math.max(...surveys.map((one) => one.to))];
  const { keepBack, ...played } = player;
  return {
    ...played,
    quicken: (markets) => {
      const lanes = markets.map((one) => createLane(one, grids.get(one.feed.name) ?? new Map()));
      keepBack(lanes, Math.max(...markets.map(({ maxBookAgeMs }) => maxBookAgeMs)));
      return lanes.map(({ watch, unheard }) => ({ ...watch, unheard }));
    },
    name: `recording ${sources.flatMap(({ files }) => files.map(recordingName)).join(', ')}`,
    feeds: surveys.map(({ exchange, instruments }) => feedOf(exchange, instruments, listeners)),
    markets: surveys.reduce((sum, { instruments }) => sum + instruments.length, 0),
    from,
    to,
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
): Feed => ({
  name,
  source: 'recorded',
  books: { kind: 'whole' },
  instruments: async () => instruments,
  subscribe: (listener) => {
    listeners.set(name, listener);
    return () => listeners.delete(name);
  },
});

type Survey = Range & {
  readonly exchange: string;
  readonly instruments: readonly Instrument[];
  readonly grids: ReadonlyMap<string, Grid>;
  /** Good rows within the range. */
  readonly rows: number;
  /** Where the rules of its markets are from. */
  readonly origin: string;
  readonly bad: { readonly count: number; readonly first: string };
};

const survey = async ({ exchange, files }: RecordedSource, range: Range, { pulse }: Stage): Promise<Survey> => {
  const list = await instrumentsBeside(files[0] ?? '', exchange);
  const seen = instrumentsSeen(exchange, list?.ok ? list.instruments : []);
  const bad = { count: 0, first: '' };
  const reject = ({ file, line, field, message }: RejectedRow): void => {
    bad.count++;
    bad.first ||= `${recordingName(file)}:${line}: ${field}: ${message}`;
  };
  let rows = 0;
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let symbols: readonly string[] = [];
  let markets: SeenMarket[] = [];
  for (const file of files) {
    for await (const batch of readColumns(file, reject)) {
      if (batch.symbols !== symbols) markets = [];
      symbols = batch.symbols;
      for (let row = 0; row < batch.rows; row++) {
        const timeMs = batch.timeMs[row] as number;
        if (timeMs < range.from || timeMs >= range.to) continue;
        rows++;
        if (timeMs < from) from = timeMs;
        if (timeMs > to) to = timeMs;
        const bid = batch.bid[row] as number;
        if (Number.isNaN(bid)) continue;
        const place = batch.market[row] as number;
        markets[place] ??= seen.market(symbols[place] as string);
        markets[place].see(bid, batch.bidSize[row] as number, batch.ask[row] as number, batch.askSize[row] as number);
      }
      if (!(await pulse(0))) break;
    }
  }
  const unread = list?.ok === false ? `${recordingName(list.file)}: ${list.message}. ` : '';
  return {
    exchange,
    instruments: seen.all(),
    grids: seen.grids(),
    rows,
    from,
    to,
    origin: `${unread}${seen.origin()}`,
    bad,
  };
};

const coverageNote = ({ from, to }: Range, minutes: number, range: Range): string => {
  const share = ((minutes * 60_000) / (range.to - range.from)) * 100;
  return `There are quotes from ${isoTime(from)} to ${isoTime(to)}; with what lies between them they cover ${minutes.toFixed(1)} minutes, ${share.toFixed(1)} % of the range, and the rest of it was passed over.`;
};

const badRows = ({ exchange, bad }: Survey): readonly string[] =>
  bad.count === 0 ? [] : [`Bad rows of ${exchange} left out: ${bad.count}, the first ${bad.first}.`];
