import { execFile } from 'node:child_process';
import { createWriteStream, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'triquad-bounded-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
};
const program = fileURLToPath(new URL('../import.ts', import.meta.url));

/** Imports in a process of its own: the rows, and the most memory that it held, in MB. */
const imported = async (source: string, spreadPct: number | null) => {
  const script = `
    const { importFiles } = await import(${JSON.stringify(program)});
    let most = 0;
    setInterval(() => { most = Math.max(most, process.memoryUsage.rss()); }, 20).unref();
    const { quotes } = await importFiles({ paths: [${JSON.stringify(source)}], exchange: 'binance', folder: ${JSON.stringify(folder())}, leavesUnclear: true, spreadPct: ${spreadPct}, onReject: () => {}, onProgress: () => { most = Math.max(most, process.memoryUsage.rss()); } });
    console.log(JSON.stringify({ quotes, mb: Math.round(most / 1e6) }));`;
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--conditions=triquad-source',
    '--input-type=module',
    '-e',
    script,
  ]);
  const { quotes, mb } = JSON.parse(stdout) as { quotes: number; mb: number };
  console.log(`${quotes} quotes with at most ${mb} MB`);
  return { quotes, mb };
};

test('ten million rows out of order are imported in bounded memory', { timeout: 1_800_000 }, async () => {
  const file = join(folder(), 'binance-many.csv');
  const out = createWriteStream(file);
  out.write('timeMs,symbol,bid,bidSize,ask,askSize\n');
  for (let part = 0; part < 1_000; part++) {
    const rows = Array.from({ length: 10_000 }, (_, row) => {
      const at = 1_700_000_000_000 + part * 10_000 + ((row * 7_919) % 10_000);
      return `${at},C${row % 500}-USDT,${100 + (row % 7)}.25,1.5,200.75,2\n`;
    });
    if (!out.write(rows.join(''))) await new Promise((resolve) => out.once('drain', resolve));
  }
  out.end();
  await finished(out);
  const { quotes, mb } = await imported(file, null);
  expect(quotes).toBe(10_000_000);
  expect(mb).toBeLessThan(600);
});

test('bars of 1,400 markets are imported in bounded memory', { timeout: 1_800_000 }, async () => {
  const source = join(folder(), 'bars');
  mkdirSync(source);
  const bars = Array.from({ length: 700 }, (_, row) => {
    const at = 1_700_000_000_000 + row * 60_000;
    return `${at},1,2,1,1.5,10,${at + 59_999},9,4,0,0,0\n`;
  }).join('');
  for (let market = 0; market < 1_400; market++) writeFileSync(join(source, `C${market}USDT-1m-2024-01.csv`), bars);
  const { quotes, mb } = await imported(source, 0.02);
  expect(quotes).toBe(980_000);
  expect(mb).toBeLessThan(600);
});
