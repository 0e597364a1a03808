import { Feed } from '@triquad/core/contract';
import { logEntry, timeOf } from '@triquad/core/testing';
import { expect, test } from 'vitest';
import { pastOf } from './feed-past.ts';

const minute = 60_000;
const now = Date.parse(timeOf());
const feed = (state: string, minutesAgo: number, connection: string | null = null) =>
  Feed.parse({ exchange: 'kraken', connection, state, since: timeOf(-minutesAgo * minute) });
const line = (minutesAgo: number, code: string | null, more: Record<string, unknown> = {}) =>
  logEntry(String(minutesAgo), -minutesAgo * minute, {
    source: 'feed',
    metadata: { exchange: 'kraken', ...(code !== null && { code }), ...more },
  });
/** Six characters of ten minutes each. */
const past = (of: Feed, entries: ReturnType<typeof line>[], startedMinutesAgo = 600) =>
  pastOf({ feed: of, entries, began: now - startedMinutesAgo * minute, now }, 6);

test('the state that holds fills the hour from its beginning on', () => {
  expect(past(feed('live', 600), [])).toBe('······');
  expect(past(feed('down', 15), [])).toBe('    ██');
  expect(past(feed('synchronising', 5), [])).toBe('     ▒');
});

test('before it, a line of the log holds until the next line of that feed, and the worst of each time is shown', () => {
  expect(past(feed('live', 5), [line(35, 'feed_degraded'), line(25, 'feed_live'), line(5, 'feed_degraded')])).toBe(
    '  ▄▄··',
  );
});

test('what nothing says is blank: a line without a state, one of another feed, and of the run before', () => {
  expect(past(feed('live', 5), [line(45, 'feed_live'), line(28, null)])).toBe(' ··· ·');
  expect(past(feed('live', 5), [line(45, 'feed_live', { exchange: 'okx' })])).toBe('     ·');
  expect(past(feed('live', 5, 'a'), [line(45, 'feed_live', { connection: 'b' })])).toBe('     ·');
  expect(past(feed('live', 5), [line(45, 'feed_live')], 30)).toBe('     ·');
});
