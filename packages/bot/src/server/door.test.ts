import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { isLocal, openDoor } from './door.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'triquad-door-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});
const opened = async (dataDir: string) => {
  const door = await openDoor(dataDir, (socket) => socket.end(String(isLocal(socket))));
  onTestFinished(door.close);
  return door;
};
const heard = async (path: string): Promise<string> => {
  const [said] = await once(connect(path), 'data');
  return String(said);
};
const long = (): string => join(folder, 'x'.repeat(120));

test('the door is a socket of the data directory that its owner alone may open', async () => {
  const { path } = await opened(folder);
  expect(path).toBe(join(folder, 'bot.sock'));
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(await heard(path)).toBe('true');
});

test('a door that a killed bot left is replaced, and a closed one is gone', async () => {
  const first = await openDoor(folder, () => {});
  await opened(folder);
  expect(await heard(join(folder, 'bot.sock'))).toBe('true');
  first.close();
});

test('a directory whose path is too long has its door in a folder of this user', async () => {
  vi.stubEnv('XDG_RUNTIME_DIR', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { path } = await opened(long());
  expect(path.startsWith(join(folder, `triquad-${process.getuid?.()}`))).toBe(true);
  expect([statSync(dirname(path)).mode & 0o777, statSync(path).mode & 0o777]).toEqual([0o700, 0o600]);
  expect(await heard(path)).toBe('true');
});

test('a folder that others may enter has no door', async () => {
  vi.stubEnv('XDG_RUNTIME_DIR', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { path } = await opened(long());
  chmodSync(dirname(path), 0o755);
  await expect(openDoor(`${long()}y`, () => {})).rejects.toThrow("is another user's, or others may enter it");
});
