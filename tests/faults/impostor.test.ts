import { once } from 'node:events';
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { publicKeyIn } from '@triquad/bot/directory';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { resolveConnection } from '../../packages/cli/src/connection.ts';
import { type Contexts, contextsFile } from '../../packages/cli/src/contexts.ts';
import type { Host } from '../../packages/cli/src/host.ts';
import { httpTransport } from '../../packages/cli/src/http-transport.ts';
import { run } from '../../packages/cli/src/program.ts';
import { provingAgent } from '../../packages/cli/src/proving-agent.ts';
import { startBot, temporaryFolder } from '../harness/bot.ts';

/** A shell command as it runs, with its exit code and what it printed. */
const shell = async (line: string, stdin: object = { isTTY: false }) => {
  let printed = '';
  const write = (text: string) => {
    printed += text;
    return true;
  };
  const host: Host = {
    stdin: stdin as Host['stdin'],
    ...{ stdout: { write }, stderr: { write }, env: {}, fetch: httpTransport },
    interrupted: () => AbortSignal.timeout(10_000),
    uncaught: () => {},
  };
  return { code: await run(line.split(' '), host), printed };
};

const before = { ...process.env };
beforeEach(() => {
  const home = temporaryFolder();
  Object.assign(process.env, { XDG_CONFIG_HOME: join(home, 'config'), XDG_DATA_HOME: join(home, 'data') });
});
afterEach(() => {
  for (const name of ['XDG_CONFIG_HOME', 'XDG_DATA_HOME']) {
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  }
});

const commands = [
  ...['status', 'start --yes', 'stop', 'kill', 'kill reset', 'metrics', 'orders', 'trades', 'balances', 'events'],
  ...['api GET /bot/status', 'backtest list', 'config show', 'risk', 'logs', 'opportunities', 'notifications'],
  ...['wait running --timeout 1', 'residuals', 'user list', 'export trades', 'audit', 'login --user x'],
];

interface Heard {
  readonly call: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

type Answer = readonly [status: number, body: string];
type Impostor = Heard[] & { readonly url: string };

/** A program on a port that answers everything as a running bot would, or by `answered`. */
async function takePort(port: number, answered?: (heard: Heard) => Promise<Answer>): Promise<Impostor> {
  const heard: Heard[] = [];
  const running = '{"is_running":true,"bot_status":"running"}';
  const server = createServer(async (request, answer) => {
    const { method, url, headers } = request;
    const one = { call: `${method} ${url}`, headers, body: await text(request) };
    heard.push(one);
    const [status, body] = (await answered?.(one)) ?? [200, running];
    answer.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
  }).on('upgrade', ({ url, headers }, socket) => {
    heard.push({ call: `UPGRADE ${url}`, headers, body: '' });
    socket.destroy();
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return Object.assign(heard, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

/** What a program was sent beside questions who it is. */
const sentTo = (heard: readonly Heard[]) =>
  heard.filter(({ call, headers }) => call !== 'POST /api/v1/identity/proof' || headers.authorization !== undefined);

test('a program that takes the port of a killed bot is sent nothing by any command, and a bot is reached by its door alone', async () => {
  const dataDir = join(realpathSync(temporaryFolder()), 'data');
  const bot = await startBot({ dataDir, args: ['--market', 'simulated'] });
  const here = `--data-dir ${dataDir}`;
  expect(await shell(`status ${here}`)).toMatchObject({ code: 0, printed: expect.stringContaining('STOPPED') });
  expect(await shell(`status --url ${bot.url} ${here}`)).toMatchObject({ code: 0 });
  await bot.stop('SIGKILL');
  expect(existsSync(join(dataDir, 'bot.sock'))).toBe(true);

  const heard = await takePort(Number(new URL(bot.url).port));
  const ends: (readonly [command: string, code: number])[] = [];
  for (const command of commands)
    for (const place of [here, `--url ${bot.url} ${here}`])
      ends.push([command, (await shell(`${command} ${place}`)).code]);
  expect([...heard]).toEqual([]);
  // Without a bot the kill file and the users of the directory can still be reached, and nothing else.
  const byFile = new Set(['kill', 'user list']);
  expect(ends.filter(([command, code]) => code === 0 && !byFile.has(command))).toEqual([]);

  const again = await startBot({ dataDir, args: ['--market', 'simulated'] });
  expect((await shell(`status ${here}`)).printed).toContain('HALTED');
  await again.stop('SIGTERM');
  expect(existsSync(join(dataDir, 'bot.sock'))).toBe(false);
});

test('over the network a bot proves itself before a token is sent: an impostor on its port and a relay on another get none', async () => {
  const dataDir = join(process.env.XDG_DATA_HOME ?? '', 'triquad');
  const bot = await startBot({ dataDir, args: ['--market', 'simulated'] });
  const { port } = new URL(bot.url);
  const add = (name: string, url: string) =>
    shell(`context add ${name} --url ${url} --token-stdin`, Readable.from([`${bot.token}\n`]));
  expect(await add('own', bot.url)).toMatchObject({
    code: 0,
    printed: expect.stringContaining(publicKeyIn(dataDir) ?? '-'),
  });
  // As on another machine, where the bot left nothing.
  const here = process.env.XDG_DATA_HOME;
  process.env.XDG_DATA_HOME = temporaryFolder();
  expect(await shell('status --context own')).toMatchObject({ code: 0, printed: expect.stringContaining('STOPPED') });

  /** Opens the socket as the terminal UI does. */
  const open = async (): Promise<string> => {
    const { socketUrl, trust } = resolveConnection({ context: 'own' }, {});
    if (trust === null) return 'no key is demanded';
    const socket = new WebSocket(socketUrl, { agent: provingAgent(trust) });
    const said = await once(socket, 'open').then(
      () => 'open',
      (error: Error) => error.message,
    );
    socket.terminate();
    return said;
  };
  expect(await open()).toBe('open');

  // It answers each call with what the bot answers, whose key it does not have.
  const forward = async ({ call, headers, body }: Heard): Promise<Answer> => {
    const [method = '', path] = call.split(' ');
    const { authorization = '', 'content-type': type = 'application/json' } = headers;
    const sent = { method, headers: { Authorization: authorization, 'Content-Type': type } };
    const answer = await fetch(bot.url + path, method === 'GET' ? sent : { ...sent, body });
    return [answer.status, await answer.text()];
  };
  // The second one asks in the name of the bot's own address.
  const named = (heard: Heard) =>
    forward({
      ...heard,
      body: heard.body.replace(relays[0]?.url ?? '', bot.url).replace(relays[1]?.url ?? '', bot.url),
    });
  const relays: readonly Impostor[] = [await takePort(0, forward), await takePort(0, named)];
  const file = contextsFile();
  const kept: Contexts = JSON.parse(readFileSync(file, 'utf8'));
  for (const [at, relay] of relays.entries()) {
    writeFileSync(file, JSON.stringify({ ...kept, contexts: { own: { ...kept.contexts.own, url: relay.url } } }));
    const said = at === 0 ? 'says that this is not its address' : 'does not hold';
    for (const command of commands) expect(await shell(`${command} --context own`)).not.toMatchObject({ code: 0 });
    expect(await shell('status --context own')).toMatchObject({ code: 3, printed: expect.stringContaining(said) });
    expect(await open()).toContain(said);
    expect([sentTo(relay), relay.length > 0]).toEqual([[], true]);
    expect(await add(`relay-${at}`, relay.url)).toMatchObject({ code: 3 });
  }
  writeFileSync(file, JSON.stringify(kept));

  await bot.stop('SIGKILL');
  const impostor = await takePort(Number(port));
  for (const command of commands)
    for (const place of ['--context own', `--url http://localhost:${port} --token ${bot.token}`]) {
      if (place.startsWith('--url')) process.env.XDG_DATA_HOME = here;
      else process.env.XDG_DATA_HOME = temporaryFolder();
      const ended = await shell(`${command} ${place}`);
      expect([command, place, ended.code]).not.toEqual([command, place, 0]);
    }
  expect([sentTo(impostor), impostor.length > 0]).toEqual([[], true]);
});
