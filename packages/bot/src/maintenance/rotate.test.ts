import { readFileSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { adminToken } from '../server/admin-token.ts';
import { openServerDatabase } from '../server/database.ts';
import { holdDirectory } from '../server/hold.ts';
import { readSecret } from '../server/secret-file.ts';
import { ExchangeSecrets } from '../vault/records.ts';
import { openVault } from '../vault/vault.ts';
import { rotateToken, rotateVaultKey } from './rotate.ts';
import { dataDirectory, folder, now, secret } from './upkeep.suite.ts';

test('a new token takes the place of the one of before', () => {
  const dataDir = dataDirectory();
  rotateToken(dataDir);
  const token = readSecret(dataDir, adminToken);
  expect([token.length, `${token}\n` === secret]).toEqual([43, false]);
});

test('a new key takes the place of the one of before and opens what was sealed', async () => {
  const dataDir = dataDirectory();
  const sealed = { enabled: true, api_key: 'k', api_secret: 's', passphrase: '', testnet: true };
  const opened = async () => {
    using database = openServerDatabase(dataDir);
    const vault = await openVault({ database, dataDir, passphrase: null, now: () => now, onSecret: () => {} });
    if (vault.names('exchange').length === 0) vault.write('exchange kraken', sealed);
    return vault.read('exchange kraken', ExchangeSecrets);
  };
  const key = () => readFileSync(join(dataDir, 'vault.key'), 'utf8');
  await opened();
  const before = key();
  expect(await rotateVaultKey(dataDir)).toBe(1);
  expect([key() === before, await opened()]).toEqual([false, { ok: true, record: sealed }]);
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
