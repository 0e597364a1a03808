import { expect, test } from 'vitest';
import { StoreFault } from '../journal/event-store.ts';
import { createVirtualClock } from '../model/clock.ts';
import { compactDaily } from './compact-daily.ts';

const HOUR = 3_600_000;
const now = Date.UTC(2026, 3, 1);
const nothing = { facts: 0, files: [], bytes: 0 };
const moved = { facts: 100_000, files: ['journal-1-100000.jsonl.zst'], bytes: 600_000 };

/** A bot whose compactions come to this, one after the other. */
function running(afterDays: number | null, ...outcomes: (typeof moved | typeof nothing | StoreFault)[]) {
  const clock = createVirtualClock(now);
  const asked: number[] = [];
  const said: string[] = [];
  const store = {
    compact: async (before: number) => {
      asked.push(before);
      const outcome = outcomes.shift() ?? nothing;
      if (outcome instanceof StoreFault) throw outcome;
      return outcome;
    },
  };
  const engine = { log: (level: string, _source: string, message: string) => void said.push(`${level} ${message}`) };
  const end = compactDaily({ store, engine, afterDays, clock });
  return { asked, said, end, advance: clock.advance };
}

test('a bot compacts soon after its start and once a day, and says what it has moved', async () => {
  const { asked, said, advance } = running(90, nothing, moved);
  await advance(HOUR);
  expect(asked).toEqual([now + 10_000 - 90 * 24 * HOUR]);
  expect(said).toEqual([]);
  await advance(24 * HOUR);
  expect(asked).toEqual([now + 10_000 - 90 * 24 * HOUR, now + 10_000 - 89 * 24 * HOUR]);
  expect(said).toEqual([
    "INFO 100000 facts older than 90 days have left the journal's database for journal-1-100000.jsonl.zst.",
  ]);
});

test('what keeps it from compacting is a warning, and it tries again a day later', async () => {
  const { said, advance } = running(
    90,
    new StoreFault('disk-full', 'journal-1-100000.jsonl.zst cannot be written'),
    moved,
  );
  await advance(HOUR);
  expect(said).toEqual([
    'WARNING The journal was not compacted: journal-1-100000.jsonl.zst cannot be written. It is tried again tomorrow.',
  ]);
  await advance(24 * HOUR);
  expect(said).toHaveLength(2);
});

test('without a number of days, and once the bot has ended, nothing is moved', async () => {
  const never = running(null);
  const ended = running(90, new StoreFault('unreachable', 'closed'));
  await ended.advance(10_000);
  ended.end();
  await ended.advance(48 * HOUR);
  await never.advance(48 * HOUR);
  expect([never.asked, ended.asked]).toEqual([[], [expect.any(Number)]]);
  const early = running(90);
  early.end();
  await early.advance(48 * HOUR);
  expect(early.asked).toEqual([]);
});
