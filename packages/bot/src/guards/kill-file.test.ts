import {
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { killFilePath, lookIntoKillFile, openKillFile, throwKillFile } from './kill-file.ts';

const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'triquad-kill-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
};
const opened = (dataDir: string) => {
  const file = openKillFile(dataDir);
  onTestFinished(() => file.close());
  return file;
};

describe('the kill file', () => {
  test('is made for its owner alone, with all its bytes, and nothing thrown', () => {
    const dataDir = folder();
    expect(opened(dataDir).read()).toBeNull();
    const { size, mode } = statSync(killFilePath(dataDir));
    expect(size).toBe(1536);
    if (process.platform !== 'win32') expect(mode & 0o777).toBe(0o600);
  });

  test('is seen by a bot that has it open, at the next look, without a byte more on the disk', () => {
    const dataDir = folder();
    const file = opened(dataDir);
    const thrown = throwKillFile(dataDir, 'enough: "zu viel" \u{1f525}');
    expect(thrown?.isSeen()).toBe(false);
    expect(file.read()).toMatchObject({ cause: 'kill', reason: 'enough: "zu viel" \u{1f525}' });
    file.acknowledge(file.read()?.token ?? '');
    expect(thrown?.isSeen()).toBe(true);
    expect(statSync(killFilePath(dataDir)).size).toBe(1536);
  });

  test('stays thrown over restarts until exactly that throw is cleared', () => {
    const dataDir = folder();
    throwKillFile(dataDir, 'first');
    const before = opened(dataDir).read();
    throwKillFile(dataDir, 'second');
    const file = opened(dataDir);
    expect(file.clear(before?.token ?? '')).toBe(true);
    expect(file.read()?.reason).toBe('second');
    expect(file.clear(file.read()?.token ?? '')).toBe(true);
    expect(opened(dataDir).read()).toBeNull();
    throwKillFile(dataDir, 'second');
    expect(file.read()?.reason).toBe('second');
  });

  test('keeps a kill where a halt comes after it, and takes a kill after a halt', () => {
    const file = opened(folder());
    expect(file.throw('halt', 'the disk is full')).toBe(true);
    expect(file.read()).toMatchObject({ cause: 'halt', reason: 'the disk is full' });
    file.throw('kill', 'enough');
    expect(file.throw('halt', 'the disk is full')).toBe(true);
    expect(file.read()).toMatchObject({ cause: 'kill', reason: 'enough' });
  });

  test('takes as much of a long reason as fits', () => {
    const file = opened(folder());
    file.throw('kill', '\u{1f525}"'.repeat(500));
    expect(file.read()?.reason).toMatch(/^(\u{1f525}"){40,}/u);
  });

  test.each<[string, (path: string) => void]>([
    ['empty', (path) => truncateSync(path, 0)],
    ['cut', (path) => truncateSync(path, 700)],
    ['garbled in its first slot', (path) => garble(path, 3)],
    ['garbled in its second slot', (path) => garble(path, 520)],
    ['something else', (path) => writeFileSync(path, 'not thrown')],
  ])('that is %s counts as thrown, and is whole again once it was cleared', (_, damage) => {
    const dataDir = folder();
    openKillFile(dataDir).close();
    damage(killFilePath(dataDir));
    const file = opened(dataDir);
    expect(file.read()).toMatchObject({ cause: 'kill', reason: expect.stringContaining('is damaged') });
    expect(file.clear(file.read()?.token ?? '')).toBe(true);
    expect(opened(dataDir).read()).toBeNull();
    throwKillFile(dataDir, 'enough');
    expect(file.read()?.reason).toBe('enough');
  });

  test('that is removed while the bot runs is made again, thrown or not', () => {
    const dataDir = folder();
    const file = opened(dataDir);
    rmSync(killFilePath(dataDir));
    expect(file.read()).toBeNull();
    expect(existsSync(killFilePath(dataDir))).toBe(true);
    throwKillFile(dataDir, 'enough');
    expect(file.read()?.reason).toBe('enough');
    rmSync(killFilePath(dataDir));
    expect(file.read()?.reason).toBe('enough');
    expect(opened(dataDir).read()?.reason).toBe('enough');
  });

  test('that is replaced while the bot runs is followed', () => {
    const dataDir = folder();
    const other = folder();
    const file = opened(dataDir);
    throwKillFile(other, 'enough');
    renameSync(killFilePath(other), killFilePath(dataDir));
    expect(file.read()?.reason).toBe('enough');
  });

  test('that cannot be read counts as thrown', () => {
    const dataDir = folder();
    const file = openKillFile(dataDir);
    file.close();
    expect(file.read()).toMatchObject({ cause: 'kill', reason: expect.stringContaining('cannot be read') });
    expect(file.throw('kill', 'enough')).toBe(false);
  });

  test('is thrown also where no bot has run yet, and not where there is no data directory', () => {
    const dataDir = folder();
    expect(throwKillFile(join(dataDir, 'none'), 'enough')).toBeNull();
    throwKillFile(dataDir, 'enough');
    expect(opened(dataDir).read()?.reason).toBe('enough');
  });

  test('that can be neither opened nor made is one line for the operator', () => {
    const dataDir = folder();
    expect(() => openKillFile(join(dataDir, 'none'))).toThrow(
      /^the kill file .*none.kill cannot be opened and written \(ENOENT\)$/,
    );
  });
});

const garble = (path: string, at: number): void => {
  const bytes = readFileSync(path);
  bytes[at] = 0x23;
  writeFileSync(path, bytes);
};

describe('a kill on a disk that cannot be written', () => {
  test('is thrown at the next start, and until then the bot must not be started by itself', () => {
    const dataDir = folder();
    vi.stubEnv('RUNTIME_DIRECTORY', folder());
    onTestFinished(() => void vi.unstubAllEnvs());
    const broken = openKillFile(dataDir);
    broken.close();
    expect([broken.throw('kill', 'now'), broken.isUnkept(), lookIntoKillFile(dataDir)]).toEqual([false, true, null]);
    const next = openKillFile(dataDir);
    expect(next.read()).toMatchObject({ cause: 'kill', reason: 'now' });
    expect(next.isUnkept()).toBe(false);
    const { token } = next.read() ?? { token: '' };
    expect(next.clear(token)).toBe(true);
    next.close();
    expect(opened(dataDir).read()).toBeNull();
  });
});
