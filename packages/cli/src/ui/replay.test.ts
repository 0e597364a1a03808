import { selectBotCondition } from '@triquad/core';
import { createTestClient, ok } from '@triquad/core/testing';
import { describe, expect, test, vi } from 'vitest';
import { openApp, status } from './open-app.tsx';

// The recording is read in slices, each in a turn of its own.
const hang = { timeout: 60_000, interval: 10 };
const seqIn = (lines: readonly string[]): number => Number(/fact (\d+) of/.exec(lines[1] ?? '')?.[1]);

/** A session in which the bot was stopped, and now runs again. */
async function session() {
  const app = await openApp();
  app.api.answer('bot.status', ok({ ...status, is_running: false, bot_status: 'stopped' }));
  await app.type('S', '\t', '\r');
  await app.clock.advance(6_000);
  await app.shows(/○ STOPPED/);
  app.api.answer('bot.status', ok(status));
  await app.clock.advance(20_000);
  await app.shows(/● RUNNING/);
  return app;
}

describe('replay', () => {
  test('[ goes back by one fact, ] on, and q returns to the bot', async () => {
    const { type, shows, lines } = await session();
    await type('[');
    await shows(/^ ◄ REPLAY 12:00:\d\d\.\d{3} {3}PAPER [\s\S]*◄ The past, this session: fact \d+ of \d+ · 1×, paused/);
    expect(lines()[22]).toMatch(/^ \[ ] one fact {2}\{ } next event {2}Space play/);
    const at = seqIn(lines());
    await type('[', '[', ']');
    expect(seqIn(lines())).toBe(at - 1);
    await type('q');
    await shows(/^ ● RUNNING/);
  });

  test('{ goes to what changed: the time before the bot was started again, and then before it was stopped', async () => {
    const { type, shows, client } = await session();
    await type('[', '{');
    const seen = new Set<string>();
    for (let step = 0; step < 12; step += 1) {
      seen.add(selectBotCondition(client.getSnapshot()));
      await type('{');
    }
    expect(seen.size).toBeGreaterThan(1);
    await type('q');
    await shows(/● RUNNING/);
  });

  test('Space plays what was, faster with >, and rests at its end', async () => {
    const { type, receive, clock, lines, client } = await session();
    await type('[', 't', ...'12:00:03', '\r');
    const from = seqIn(lines());
    expect(new Date(client.getSnapshot().now).toISOString()).toMatch(/T12:00:0[23]/);
    await type('>', '>');
    receive(' ');
    await clock.advance(500);
    expect(lines()[1]).toMatch(/5×, playing/);
    const { replay } = client.getSnapshot();
    expect(seqIn(lines())).toBeGreaterThan(from);
    await clock.advance(120_000);
    expect(seqIn(lines())).toBe(replay?.last);
    expect(lines()[1]).toMatch(/5×, paused/);
  });

  test('scrubbing ends at the first and the last fact, and a time before or after them goes there', async () => {
    const { type, shows, lines, client } = await session();
    await type('[', 't', ...'00:00', '\r');
    const { first = 0, last = 0 } = client.getSnapshot().replay ?? {};
    expect(seqIn(lines())).toBe(first);
    await type('[', '{', '[');
    expect(seqIn(lines())).toBe(first);
    await type(']', ']');
    expect(seqIn(lines())).toBe(first + 2);
    await type('t', ...'23:59:59', '\r');
    expect(seqIn(lines())).toBe(last);
    await type(']', '}');
    expect(seqIn(lines())).toBe(last);
    await shows(new RegExp(`fact ${last} of ${last} `));
  });

  test.each(['25:00', '12:60', '7', '12:00:60'])(
    '%s is no time: it says how one is written, and stays',
    async (time) => {
      const { type, shows, lines } = await session();
      await type('[', '[');
      const at = seqIn(lines());
      await type('t', ...time);
      expect(lines()[22]).toContain(`time ${time}_ UTC  Enter goes there  Esc stays`);
      await type('\r');
      await shows(/^ ! a time is written 20:31 or 20:31:07/m);
      await type('\x1b');
      await shows(/◄ The past, this session/);
      expect(seqIn(lines())).toBe(at);
    },
  );

  test('nothing is done to the bot, whatever is pressed; K returns to it and asks', async () => {
    const { type, shows, sent, api } = await session();
    await type('[');
    const before = sent.length;
    for (const key of [...'SUMXCFTL']) await type(key);
    await shows(/this is the past: q returns to the bot/);
    expect(sent.length).toBe(before);
    const stops = api.count('bot.stop');
    await type('K');
    await shows(/^ ● RUNNING[\s\S]*─ Kill switch ─/);
    await type('\t', '\r');
    expect(api.count('bot.kill')).toBe(1);
    expect(api.count('bot.stop')).toBe(stops);
  });

  test('a session is saved and opened again, here and by any client', async () => {
    const { type, shows, files } = await session();
    await type('[', 'e');
    await shows(/saved triquad-session-\d+T\d+Z\.jsonl/);
    const [file] = files;
    await type('q', ':', ...`replay ${file?.name}`, '\r');
    await vi.waitFor(() => shows(/◄ The past, a recording: fact \d+ of \d+/), hang);
    await type(':', ...'replay nowhere', '\r');
    await vi.waitFor(() => shows(/not opened: no such file/), hang);
    const { client: other } = createTestClient();
    expect(await other.journal.importJsonl(file?.content ?? '')).toEqual({ ok: true, skipped: 0 });
    expect(other.getSnapshot().replay?.source).toBe('recording');
  });

  test('a file that is no recording is refused in one line', async () => {
    const { type, shows, files } = await openApp();
    files.push({ name: 'photo.jpg', content: 'JFIF' });
    await type(':', ...'replay photo.jpg', '\r');
    await vi.waitFor(() => shows(/^ ! not opened: /m), hang);
    await shows(/^ ● RUNNING/);
  });
});
