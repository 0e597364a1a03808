import { readFileSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readAdminToken } from '../server/admin-token.ts';
import { holdDirectory } from '../server/hold.ts';
import { rotateToken, rotateVaultKey } from './rotate.ts';
import { dataDirectory, folder, secret } from './upkeep.suite.ts';

test('a new token takes the place of the one of before', () => {
  const dataDir = dataDirectory();
  rotateToken(dataDir);
  const token = readAdminToken(dataDir);
  expect([token.length, `${token}\n` === secret]).toEqual([43, false]);
});

test('nothing is rotated where a bot runs, where a link leads elsewhere, and where there is no bot', async () => {
  const dataDir = dataDirectory();
  {
    using _running = holdDirectory(dataDir);
    expect(() => rotateToken(dataDir)).toThrow(/a bot is using .*; stop it first/);
    await expect(rotateVaultKey(dataDir)).rejects.toThrow(/a bot is using .*; stop it first/);
  }
  const mounted = join(folder(), 'token');
  renameSync(join(dataDir, 'admin.token'), mounted);
  symlinkSync(mounted, join(dataDir, 'admin.token'));
  expect(() => rotateToken(dataDir)).toThrow(/admin\.token is a link: replace the file it leads to/);
  expect(readFileSync(mounted, 'utf8')).toBe(secret);
  expect(() => rotateToken(folder())).toThrow(/holds no bot's data/);
  expect(() => rotateToken('/nowhere/at/all')).toThrow(/there is no data directory/);
});
