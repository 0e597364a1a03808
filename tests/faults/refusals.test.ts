import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Finished, startBot, temporaryFolder, triquad } from '../harness/bot.ts';

/** One line on stderr, nothing on stdout, no stack. */
const oneLine = (code: number, line: RegExp): Finished => ({
  code,
  stdout: '',
  stderr: expect.stringMatching(new RegExp(`^triquad: (?=[^\\n]*\\n$).*${line.source}`)),
});

test('a port in use', async () => {
  await using server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const refused = await triquad(['serve', '--port', String(port), '--data-dir', temporaryFolder()]);
  expect(refused).toEqual(oneLine(1, new RegExp(`port ${port} is in use`)));
});

test('a data directory that cannot be made', async () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  const refused = await triquad(['serve', '--port', '0', '--data-dir', join(file, 'data')]);
  expect(refused).toEqual(oneLine(1, /data directory .* cannot be written/));
});

test.each([
  ['a port that is none', ['--port', '70000'], 2, /70000/],
  ['an unknown option', ['--moon'], 2, /--moon/],
])('%s', async (_, args, code, line) => {
  const refused = await triquad(['serve', '--port', '0', '--data-dir', temporaryFolder(), ...args]);
  expect(refused).toEqual(oneLine(code, line));
});

test('a data directory that another bot uses, a wrong token, and no bot at the address', async () => {
  const bot = await startBot();
  const refused = await triquad(['serve', '--port', '0', '--data-dir', bot.dataDir]);
  expect(refused).toEqual(oneLine(1, /another bot is using the data directory/));
  const env = { TRIQUAD_URL: bot.url, TRIQUAD_TOKEN: 'wrong' };
  expect(await triquad(['status'], env)).toEqual(oneLine(4, /token/));
  await bot[Symbol.asyncDispose]();
  expect(await triquad(['status'], env)).toEqual(oneLine(3, new RegExp(bot.url)));
});
