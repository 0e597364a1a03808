import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { opportunityRecord } from '@triquad/core/testing';
import { WebSocketServer } from 'ws';
import { temporaryFolder } from '../harness/bot.ts';
import { openTerminal } from '../terminal/terminal.ts';
import { hasTmux } from '../terminal/tmux.ts';
import { printTable } from './table.ts';

// What the compiler of Node does in the first seconds is not what it costs over hours, and its heap is as large as it gets after half a minute.
const warmUpSeconds = 30;
const seconds = 5;
const rounds = 3;
const burstMs = 20;
const ticksPerSecond = 100;
const rates = [10, 1_000];
const sizes = [
  { columns: 80, rows: 24 },
  { columns: 200, rows: 60 },
];

/** A bot that speaks only the spec and detects `perSecond` opportunities a second. */
async function flood(perSecond: number) {
  const status = { is_running: true, bot_status: 'running', mode: 'paper', uptime: 1, market_source: 'simulated' };
  const server = createServer((request, response) => {
    const isStatus = request.url?.startsWith('/api/v1/bot/status');
    response.writeHead(isStatus ? 200 : 404).end(JSON.stringify(isStatus ? status : { detail: 'not here' }));
  });
  const sockets = new WebSocketServer({ server });
  let sent = 0;
  const began = performance.now();
  const timer = setInterval(() => {
    const due = ((performance.now() - began) * perSecond) / 1000;
    while (sent < due) {
      sent += 1;
      const data = {
        ...opportunityRecord(`o${sent}`),
        // Of another one each second: no repaint shows what the one before it showed.
        profit_pct: ((sent * 7_919) % 1_999) / 1_000,
        detected_at: new Date().toISOString(),
      };
      const frame = JSON.stringify({ type: 'opportunity', data, seq: sent, at: data.detected_at });
      for (const socket of sockets.clients) socket.send(frame);
    }
  }, burstMs);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      clearInterval(timer);
      for (const socket of sockets.clients) socket.terminate();
      server.close();
    },
  };
}

function cpuTicks(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}

function megabytesOf(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}

const ofCore = (ticks: number): number => (ticks / ticksPerSecond / seconds) * 100;
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/**
 * Repaints and kilobytes a second, the share of a core, by the median of some rounds, beside that of the same client without a screen,
 * and the memory at the end.
 */
async function measure(perSecond: number, size: { columns: number; rows: number }): Promise<string[]> {
  const bot = await flood(perSecond);
  const unseen = fork(new URL('./unseen-client.ts', import.meta.url), [bot.url], {
    execArgv: ['--conditions=triquad-source'],
  });
  const unseenPid = unseen.pid ?? Number.NaN;
  using terminal = openTerminal(['tui', '--url', bot.url], size);
  await terminal.until(/RUNNING[\s\S]*▌ +TRI/);
  await delay(warmUpSeconds * 1000);
  const file = join(temporaryFolder(), 'bytes');
  terminal.record(file);
  const shares: number[] = [];
  const unseenShares: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const [before, unseenBefore] = [cpuTicks(terminal.pid()), cpuTicks(unseenPid)];
    await delay(seconds * 1000);
    shares.push(ofCore(cpuTicks(terminal.pid()) - before));
    unseenShares.push(ofCore(cpuTicks(unseenPid) - unseenBefore));
  }
  const megabytes = megabytesOf(terminal.pid());
  unseen.kill();
  bot.stop();
  const repaints = readFileSync(file, 'latin1').split('\x1b[?2026h').length - 1;
  const whole = rounds * seconds;
  return [
    `${perSecond}/s at ${size.columns}×${size.rows}`,
    (repaints / whole).toFixed(1),
    (statSync(file).size / whole / 1000).toFixed(1),
    median(shares).toFixed(1),
    median(unseenShares).toFixed(1),
    `${(median(shares) / median(unseenShares)).toFixed(1)}×`,
    megabytes.toFixed(0),
  ];
}

if (!hasTmux || process.platform !== 'linux') {
  console.log('\nTerminal UI: skipped, it is measured with tmux on Linux');
} else {
  const rows: string[][] = [];
  for (const size of sizes) for (const rate of rates) rows.push(await measure(rate, size));
  printTable(
    'Terminal UI under a flood of opportunities',
    ['opportunities', 'repaints/s', 'kB/s', '% of a core', 'without a screen', 'ratio', 'MB'],
    rows,
  );
}
process.exit();
