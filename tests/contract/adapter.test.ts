import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MarketRecord, OrderRecord } from '@triquad/core/contract';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { realClock } from '../../packages/bot/src/model/clock.ts';
import { startBot, triquad } from '../harness/bot.ts';
import { repository } from '../harness/recorded-data.ts';
import { startServer } from './venue/server.ts';

/** A folder outside of the workspace, where triquad is a package like any other. */
const folder = mkdtempSync(join(tmpdir(), 'triquad-adapter-'));
afterAll(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, 'node_modules', '@triquad'), { recursive: true });
symlinkSync(join(repository, 'packages', 'bot'), join(folder, 'node_modules', '@triquad', 'bot'));
symlinkSync(join(repository, 'packages', 'bot', 'node_modules', 'ws'), join(folder, 'node_modules', 'ws'));
for (const file of ['example-venue.ts', 'messages.ts', 'socket.ts'])
  copyFileSync(join(import.meta.dirname, 'venue', file), join(folder, file));
writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');

const moduleOf = (name: string, source: string): string => {
  const file = join(folder, name);
  writeFileSync(file, source);
  return file;
};
const example = (change = ''): string => `
import { createExampleVenue } from './example-venue.ts';
export default {
  venue: 'example',
  open: ({ clock, place }) => {
    const exchange = createExampleVenue(new URL(place).host, clock);
    ${change}
    return exchange;
  },
};
`;

test("a stranger's adapter is watched and traded at as any exchange, from a folder of its own", async () => {
  const server = await startServer(realClock);
  const args = ['--adapter', moduleOf('my-venue.js', example()), '--market', 'exchange:example'];
  await using bot = await startBot({ args: [...args, '--exchange-url', `example=http://${server.url}`] });
  const market = MarketRecord.parse((await bot.call('GET', '/market/')).body);
  expect(market).toMatchObject({ source: 'exchange', exchanges: ['example'] });
  expect(market.offered).toContain('example');
  server.next('fill');
  const order = { exchange: 'example', symbol: 'BTC/USDT', side: 'sell', type: 'limit', quantity: 0.02, price: 49_500 };
  let tries = 0;
  const { id } = await vi.waitFor(async () => {
    server.book([[49_500, 1000]], [[50_000, 1000]]);
    const key = { 'idempotency-key': `try-${++tries}` };
    const headers = { authorization: `Bearer ${bot.token}`, 'content-type': 'application/json', ...key };
    const answer = await fetch(`${bot.url}/api/v1/orders/`, { method: 'POST', headers, body: JSON.stringify(order) });
    const body: unknown = await answer.json();
    expect([answer.status, body]).toMatchObject([201, { client_order_id: expect.any(String) }]);
    return OrderRecord.parse(body);
  }, 20_000);
  await vi.waitFor(async () => {
    const { body } = await bot.call('GET', `/orders/${id}`);
    expect(body).toMatchObject({ status: 'filled', filled_quantity: 0.02 });
  }, 20_000);
  expect(await bot.stop()).toBe(0);
  await server.close();
});

describe('an adapter is refused in one sentence', () => {
  const opened = '--market exchange:example --exchange-url example=http://127.0.0.1:1';
  const wrong: readonly (readonly [string, string, RegExp, string?])[] = [
    ['that does not end as a module', 'export default {', /is no adapter: .+/],
    ['that throws', "throw new Error('no licence');", /is no adapter: no licence/],
    ['without a default export', 'export const open = () => {};', /its default export has no function open/],
    ['without a name', 'export default { open: () => {} };', /has no venue in lower case letters/],
    ['of an exchange that is known', "export default { venue: 'okx', open: () => {} };", /triquad knows okx itself/],
    [
      'that throws when it is opened',
      example("throw new Error('no key');"),
      /adapter of example failed: no key/,
      opened,
    ],
    ['that opens nothing', example('return undefined;'), /adapter of example failed: /, opened],
    [
      'that opens another venue',
      example("return { market: { ...exchange.market, venue: 'kucoin' } };"),
      /adapter of example opened market data of kucoin/,
      opened,
    ],
    [
      'with real money',
      example("return { ...exchange, account: { ...exchange.account, money: 'real' } };"),
      /real money, which this version does not trade/,
      opened,
    ],
  ];
  test.each(wrong.map(([name, ...rest]) => [name, rest] as const))('%s', async (name, rest) => {
    const [source, reason, market = '--market simulated'] = rest;
    const file = moduleOf(`${name.replaceAll(' ', '-')}.js`, source);
    const data = mkdtempSync(join(folder, 'data-'));
    const args = ['serve', '--port', '0', '--data-dir', data, '--adapter', file, ...market.split(' ')];
    const { code, stdout, stderr } = await triquad(args);
    expect([code, stdout, stderr.trim().split('\n').length]).toEqual([2, '', 1]);
    expect(stderr).toMatch(reason);
  });

  test('that is not there, and two of one venue', async () => {
    const data = mkdtempSync(join(folder, 'data-'));
    const own = ['serve', '--port', '0', '--data-dir', data, '--market', 'simulated', '--adapter'];
    expect(await triquad([...own, join(folder, 'nothing.js')])).toMatchObject({ code: 2 });
    const files = ['one.js', 'two.js'].map((name) => moduleOf(name, example()));
    const { code, stderr } = await triquad([...own, files.join(',')]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('two adapters are of example')]);
  });
});
