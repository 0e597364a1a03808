import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLocalTime } from '../harness/exchanges/time.ts';
import { type LiveBot, send, startLiveBot } from './live-bot.ts';

let live: LiveBot;
beforeAll(async () => {
  live = await startLiveBot({ config: { min_profit_threshold: 0.05 }, time: createLocalTime() });
});
afterAll(() => live[Symbol.asyncDispose]());

const scrape = async () => {
  const answer = await send(live.address, 'GET', '/metrics', { token: live.adminToken });
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  return read(answer.text);
};

/** The exposition format, strictly: each family once, HELP and TYPE first, each sample of it. */
function read(text: string) {
  const types = new Map<string, string>();
  const values = new Map<string, number>();
  let family = '';
  expect(text).toMatch(/\n$/);
  for (const line of text.trimEnd().split('\n')) {
    const help = /^# HELP (\S+) .+$/.exec(line)?.[1];
    const [, typed, type] = /^# TYPE (\S+) (counter|gauge|histogram)$/.exec(line) ?? [];
    const [, sample, labels = '', value] =
      /^([a-z_]+)(\{(?:[a-z_]+="(?:[^"\\\n]|\\.)*",?)+\})? (\S+)$/.exec(line) ?? [];
    if (help !== undefined) family = help;
    else if (typed !== undefined && type !== undefined) {
      expect([typed, types.has(typed)]).toEqual([family, false]);
      types.set(typed, type);
    } else {
      expect(line, 'is a sample').toMatch(/^[a-z]/);
      const base = types.get(family) === 'histogram' ? sample?.replace(/_(bucket|sum|count)$/, '') : sample;
      expect(base, line).toBe(family);
      expect(values.has(`${sample}${labels}`), line).toBe(false);
      values.set(`${sample}${labels}`, Number(value));
    }
  }
  return { types, values };
}

/** Of a family over all its labels. */
const sumOf = (values: ReadonlyMap<string, number>, family: string) =>
  [...values].reduce((all, [name, value]) => (name.startsWith(`${family}{`) ? all + value : all), 0);

test('only an administrator reads metrics', async () => {
  const status = async (token: string | null) => (await send(live.address, 'GET', '/metrics', { token })).status;
  expect(
    await Promise.all([status(null), status('wrong'), status(live.token('viewer')), status(live.token('operator'))]),
  ).toEqual([401, 401, 403, 403]);
  expect(
    (await send(live.address, 'GET', '/metrics', { token: live.adminToken, headers: { host: 'evil.example' } })).status,
  ).toBe(403);
});

test('metrics describe the bot in the units of their names, and counters only grow', async () => {
  const before = await scrape();
  expect(before.values.get('triquad_running')).toBe(0);
  for (const [name, type] of before.types) {
    if (type === 'counter') expect(name).toMatch(/_total$/);
    if (type === 'histogram') expect(name).toMatch(/_seconds$/);
    expect(name).toMatch(/^(triquad|process)_/);
  }
  await live.call('bot.start', {});
  const running = await live.until(async () => {
    const scraped = await scrape();
    expect(sumOf(scraped.values, 'triquad_executions_total')).toBeGreaterThan(0);
    expect(sumOf(scraped.values, 'triquad_book_updates_total')).toBeGreaterThan(1_000);
    return scraped;
  });
  for (const [name, value] of before.values) {
    const family = name.replace(/\{.*$/, '');
    if (before.types.get(family) === 'counter') expect(running.values.get(name), name).toBeGreaterThanOrEqual(value);
  }
  const { values } = running;
  const sum = (start: string) => sumOf(values, start);
  expect(values.get('triquad_running')).toBe(1);
  expect(values.get('triquad_halted')).toBe(0);
  expect(sum('triquad_opportunities_total')).toBeGreaterThan(0);
  expect(sum('triquad_dislocations_total')).toBeGreaterThan(0);
  expect(sum('triquad_dislocations_total')).toBeLessThanOrEqual(sum('triquad_opportunities_total'));
  expect(sum('triquad_decisions_total')).toBeGreaterThan(0);
  expect(sum('triquad_orders_total')).toBeGreaterThan(0);
  expect(sum('triquad_execution_duration_seconds_count')).toBe(sum('triquad_executions_total'));
  expect(sum('triquad_books_trusted')).toBeLessThanOrEqual(sum('triquad_books'));
  expect(values.get('triquad_heap_bytes')).toBeGreaterThan(1e7);
  expect(values.get('triquad_data_bytes{file="journal"}')).toBeGreaterThan(10_000);
  expect(values.get('triquad_data_bytes{file="archive"}')).toBeGreaterThan(10_000);
  expect(values.get('triquad_disk_free_bytes')).toBeGreaterThan(1e6);
  // Ten minutes must pass before a rate is known.
  expect([...values.keys()]).not.toContain('triquad_disk_full_days');
  expect(sum('triquad_balances_usd')).toBeCloseTo(sum('triquad_balance_usd'), 6);
  expect(values.get('triquad_http_requests_total{method="POST",status="200"}')).toBeGreaterThanOrEqual(1);
  // It is sampled on this machine's clock, from one reading to the next.
  const lag = async () => (await scrape()).values.get('triquad_event_loop_lag_seconds{quantile="0.5"}');
  await expect.poll(lag).toBeGreaterThanOrEqual(0);
});
