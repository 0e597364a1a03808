import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repository } from '../harness/recorded-data.ts';
import { printTable } from './table.ts';

const runs = 25;
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
const measured = () => new Map<string, number[]>(Object.keys(commands).map((name) => [name, []]));
const times = measured();
const processor = measured();
const run = promisify(execFile);

/** Runs a program, and gives the milliseconds of processor time that it took. */
async function processorTime(args: readonly string[]): Promise<number> {
  const { stdout } = await run('bash', ['-c', '"$@" > /dev/null; times', 'bash', process.execPath, ...args]);
  const [, ofChildren = ''] = stdout.trim().split('\n');
  return ofChildren
    .split(' ')
    .map((one) => /(\d+)m([\d.]+)s/.exec(one))
    .reduce((sum, found) => sum + (Number(found?.[1]) * 60 + Number(found?.[2])) * 1000, 0);
}

// By turns, so that what else the machine does falls on all of them alike.
for (let turn = 0; turn <= runs; turn += 1) {
  for (const [name, args] of Object.entries(commands)) {
    const start = performance.now();
    const ms = await processorTime(args);
    if (turn === 0) continue;
    times.get(name)?.push(performance.now() - start);
    processor.get(name)?.push(ms);
  }
}
server.close();

const median = (of: typeof times, name: string): number =>
  (of.get(name) ?? []).toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? Number.NaN;
printTable(
  'Start of a command, median of 25',
  ['command', 'ms', 'ms of a processor', 'of node -e 0'],
  Object.keys(commands).map((name) => [
    name,
    median(times, name).toFixed(0),
    median(processor, name).toFixed(0),
    `${(median(processor, name) / median(processor, 'node -e 0')).toFixed(2)}×`,
  ]),
);
