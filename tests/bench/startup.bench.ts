import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repository } from '../harness/recorded-data.ts';
import { printTable } from './table.ts';

const runs = 25;
const limit = 4;
const launcher = join(repository, 'packages', 'cli', 'bin', 'triquad.cjs');
const status = { is_running: true, bot_status: 'running', mode: 'paper', uptime: 1, enabled_exchanges: ['binance'] };

const server = createServer((_, response) => response.end(JSON.stringify(status)));
await once(server.listen(0, '127.0.0.1'), 'listening');
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const commands = {
  'node -e 0': ['-e', '0'],
  'triquad --version': [launcher, '--version'],
  'triquad status --json': [launcher, 'status', '--url', url, '--json'],
  'triquad status': [launcher, 'status', '--url', url],
};
const times = new Map<string, number[]>(Object.keys(commands).map((name) => [name, []]));
const run = promisify(execFile);

// By turns, so that what else the machine does falls on all of them alike.
for (let turn = 0; turn <= runs; turn += 1) {
  for (const [name, args] of Object.entries(commands)) {
    const start = performance.now();
    await run(process.execPath, args);
    if (turn > 0) times.get(name)?.push(performance.now() - start);
  }
}
server.close();

const median = (name: string): number =>
  (times.get(name) ?? []).toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? Number.NaN;
printTable(
  'Start of a command, wall time, median of 25',
  ['command', 'ms', 'of node -e 0', 'limit'],
  Object.keys(commands).map((name) => [
    name,
    median(name).toFixed(0),
    `${(median(name) / median('node -e 0')).toFixed(2)}×`,
    name.includes('status') ? `${limit}×` : '',
  ]),
);
