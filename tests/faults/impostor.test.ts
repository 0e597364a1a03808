import { once } from 'node:events';
import { existsSync, realpathSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Host } from '../../packages/cli/src/host.ts';
import { httpTransport } from '../../packages/cli/src/http-transport.ts';
import { run } from '../../packages/cli/src/program.ts';
import { startBot, temporaryFolder } from '../harness/bot.ts';

/** A shell command as it runs, with its exit code and what it printed. */
const shell = async (line: string, env: Host['env'] = {}) => {
  let printed = '';
  const write = (text: string) => {
    printed += text;
    return true;
  };
  const host: Host = {
    stdin: { isTTY: false } as Host['stdin'],
    ...{ stdout: { write }, stderr: { write }, env, fetch: httpTransport },
    interrupted: () => AbortSignal.timeout(10_000),
    uncaught: () => {},
  };
  return { code: await run(line.split(' '), host), printed };
};

const commands = [
  ...['status', 'start --yes', 'stop', 'kill', 'kill reset', 'metrics', 'orders', 'trades', 'balances', 'events'],
  ...['api GET /bot/status', 'backtest list', 'config show', 'risk', 'logs', 'opportunities', 'notifications'],
  ...['wait running --timeout 1', 'residuals', 'user list', 'export trades', 'audit', 'login --user x'],
];

test('a program that takes the port of a killed bot is sent nothing by any command, and a bot is reached by its door alone', async () => {
  const dataDir = join(realpathSync(temporaryFolder()), 'data');
  const bot = await startBot({ dataDir, args: ['--market', 'simulated'] });
  const here = `--data-dir ${dataDir}`;
  expect(await shell(`status ${here}`)).toMatchObject({ code: 0, printed: expect.stringContaining('STOPPED') });
  expect(await shell(`status --url ${bot.url} ${here}`)).toMatchObject({ code: 0 });
  await bot.stop('SIGKILL');
  expect(existsSync(join(dataDir, 'bot.sock'))).toBe(true);

  const heard: string[] = [];
  const impostor = createServer(({ method, url }, answer) => {
    heard.push(`${method} ${url}`);
    answer.writeHead(200, { 'Content-Type': 'application/json' }).end('{"is_running":true,"bot_status":"running"}');
  }).on('upgrade', ({ url }, socket) => {
    heard.push(`UPGRADE ${url}`);
    socket.destroy();
  });
  impostor.listen(Number(new URL(bot.url).port), '127.0.0.1');
  await once(impostor, 'listening');
  onTestFinished(() => void impostor.close());
  const ends: (readonly [command: string, code: number])[] = [];
  for (const command of commands)
    for (const place of [here, `--url ${bot.url} ${here}`])
      ends.push([command, (await shell(`${command} ${place}`)).code]);
  expect(heard).toEqual([]);
  // Without a bot the kill file and the users of the directory can still be reached, and nothing else.
  const byFile = new Set(['kill', 'user list']);
  expect(ends.filter(([command, code]) => code === 0 && !byFile.has(command))).toEqual([]);

  const again = await startBot({ dataDir, args: ['--market', 'simulated'] });
  expect((await shell(`status ${here}`)).printed).toContain('HALTED');
  await again.stop('SIGTERM');
  expect(existsSync(join(dataDir, 'bot.sock'))).toBe(false);
});
