import type { Feed, LogEntry } from '@triquad/core/contract';

/** State of a feed from `from` until `to`, in epoch milliseconds. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly sign: string;
}

/** The last hour. */
export const pastMs = 3_600_000;

const signs: Readonly<Record<string, string>> = {
  live: '·',
  synchronising: '▒',
  connecting: '▒',
  degraded: '▄',
  down: '█',
};
const ofLine: Readonly<Record<string, string>> = { feed_live: '·', feed_degraded: '▄' };
/** Mark of a moment that neither the feed nor the log accounts for. */
const unknown = ' ';

/** The lines of the log that are of this connection, or of its exchange as a whole, oldest first. */
export const linesOfFeed = ({ exchange, connection }: Feed, entries: readonly LogEntry[]): readonly LogEntry[] =>
  entries.filter(
    ({ source, metadata }) =>
      source === 'feed' &&
      metadata.exchange === exchange &&
      (metadata.connection === undefined || metadata.connection === connection),
  );

interface Past {
  readonly feed: Feed;
  /** Oldest first. */
  readonly entries: readonly LogEntry[];
  /** When the bot began to run: lines before it say nothing of this run. Epoch milliseconds, as `now`. */
  readonly began: number;
  readonly now: number;
}

/**
 * The state of a feed in the last hour, in `width` characters, the newest last: `·` live, `▒` synchronising, `▄` degraded, `█` down. The
 * worst state of its time is in each. A line of the log holds until the next of this feed; what no line says is blank.
 */
export function pastOf({ feed, entries, began, now }: Past, width: number): string {
  const changed = feed.since === null ? now : Date.parse(feed.since);
  const before = linesOfFeed(feed, entries).flatMap(({ timestamp, code, metadata }) => {
    const at = timestamp === null ? Number.NaN : Date.parse(timestamp);
    return at >= began && at < changed ? [{ at, sign: ofLine[String(code ?? metadata.code)] }] : [];
  });
  const stretches: readonly Stretch[] = [
    ...before.flatMap(({ at, sign }, index) =>
      sign === undefined ? [] : [{ from: at, to: before[index + 1]?.at ?? changed, sign }],
    ),
    { from: changed, to: Number.POSITIVE_INFINITY, sign: signs[feed.state] ?? unknown },
  ];
  const step = pastMs / Math.max(1, width);
  return Array.from({ length: width }, (_, at) => {
    const from = now - pastMs + at * step;
    const there = stretches.filter((one) => one.from < from + step && one.to > from).map(({ sign }) => sign);
    return [...'█▄▒·'].find((sign) => there.includes(sign)) ?? unknown;
  }).join('');
}
