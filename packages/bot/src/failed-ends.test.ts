import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FailedEnd, failuresPath, heldBy, lineOf, markSeen, readFailedEnds } from './failed-ends.ts';
import { tellFailedEnds } from './tell-failed-ends.ts';

const noon = Date.UTC(2026, 0, 31, 12);
const minute = 60_000;
const end = (at: number, seen = false): FailedEnd => ({ at: noon + at * minute, error: `TypeError: ${at}`, seen });

describe('a start after ends by errors of our own', () => {
  const reason = (error: number) =>
    `the process ended by an error of its own three times within ten minutes, the last time by TypeError: ${error}`;

  test.each([
    ['none', [], null],
    ['two', [end(0, true), end(1)], null],
    ['three within ten minutes', [end(0, true), end(5, true), end(10)], reason(10)],
    ['three, the third after ten minutes', [end(0, true), end(5, true), end(10.01)], null],
    ['three, while the clock was set back', [end(8, true), end(0, true), end(1)], reason(1)],
    ['three, while the clock was set back by an hour', [end(60, true), end(0, true), end(1)], null],
    ['the last three of many', [end(-90, true), end(0, true), end(1, true), end(2)], reason(2)],
    ['three of which a start has notified already', [end(0, true), end(1, true), end(2, true)], null],
  ])('may run by itself unless there were three within ten minutes: %s', (_what, ends, expected) => {
    expect(heldBy(ends)).toBe(expected);
  });
});

describe('the file of the ends', () => {
  let dataDir = '';
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'triquad-ends-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  /** What a start tells of them; `isKept`: its notifications are on the disk. */
  const told = async (isKept = true) => {
    const lines: string[] = [];
    const notices: string[] = [];
    const engine = {
      log: (level: string, _source: string, message: string) => void lines.push(`${level} ${message}`),
      notify: ({ code }: { code: string }) => void notices.push(code),
      kept: async () => isKept,
    };
    await tellFailedEnds(engine, dataDir, readFailedEnds(dataDir));
    return { lines, notices };
  };
  const append = (...ends: readonly FailedEnd[]) => {
    for (const one of ends) appendFileSync(failuresPath(dataDir), lineOf(one));
  };

  test('is read whole, and a line that a power cut has torn spoils no other', () => {
    expect(readFailedEnds(dataDir)).toEqual({ ends: [], unreadable: 0 });
    append(end(0));
    appendFileSync(failuresPath(dataDir), '\n{"at":"2026-01-31T12:01');
    append(end(2));
    appendFileSync(failuresPath(dataDir), '\nnull\n[]\n{"at":7,"error":"x"}\n');
    expect(readFailedEnds(dataDir)).toEqual({ ends: [end(0), end(2)], unreadable: 4 });
  });

  test('is notified of once, as soon as that is on the disk', async () => {
    append(end(0));
    expect((await told(false)).notices).toEqual(['own_error']);
    expect(await told()).toEqual({
      lines: [
        'ERROR At 2026-01-31T12:00:00.000Z the process ended by an error of its own: TypeError: 0. This start resolves what was under way. Report it with "triquad bugreport".',
      ],
      notices: ['own_error'],
    });
    expect(await told()).toEqual({ lines: [], notices: [] });
  });

  test('keeps the bot stopped once after the third end, and again after a fourth soon after', async () => {
    append(end(0), end(1));
    await told();
    append(end(2));
    expect((await told()).notices).toEqual(['own_error', 'started_stopped']);
    expect((await told()).notices).toEqual([]);
    append(end(3));
    expect((await told()).notices).toEqual(['own_error', 'started_stopped']);
  });

  test('does not grow with the ends that were notified of', async () => {
    for (let at = 0; at < 9; at++) {
      append(end(at));
      await told();
    }
    expect(readFailedEnds(dataDir).ends).toEqual([end(7, true), end(8, true)]);
  });

  test('that cannot be written is one line in the log', async () => {
    append(end(0));
    const { ends } = readFailedEnds(dataDir);
    const before = readFileSync(failuresPath(dataDir), 'utf8');
    rmSync(dataDir, { recursive: true });
    writeFileSync(dataDir, '');
    expect(() => markSeen(dataDir, ends)).toThrow(/ENOTDIR/);
    expect(before).toContain('TypeError: 0');
  });
});
