import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Clock } from '../../packages/bot/src/model/clock.ts';
import { checkExchange } from '../../packages/bot/src/venues/exchange/check.ts';
import { exchanges } from '../../packages/bot/src/venues/exchange/exchanges.ts';
import type { Finding } from '../../packages/bot/src/venues/exchange/finding.ts';
import { type LocalBinance, startLocalBinance } from '../harness/exchanges/binance.ts';
import { startLocalCoinbase } from '../harness/exchanges/coinbase.ts';
import { every } from '../harness/exchanges/every.ts';
import { startLocalKraken } from '../harness/exchanges/kraken.ts';
import { startLocalKucoin } from '../harness/exchanges/kucoin.ts';
import type { Listing } from '../harness/exchanges/local-market.ts';
import { type LocalOkx, startLocalOkx } from '../harness/exchanges/okx.ts';
import { createLocalTime, type LocalTime } from '../harness/exchanges/time.ts';

const listing = (base: string, quote: string, tick: string): Listing => ({
  ...{ base, quote, tick, lot: '0.00010000', minNotional: '0.00010000', status: 'TRADING' },
});
const triangle = [listing('BTC', 'USDT', '0.01'), listing('ETH', 'USDT', '0.01'), listing('ETH', 'BTC', '0.00001')];

let time: LocalTime;
let server: LocalBinance;
let stop = () => {};
beforeEach(async () => {
  time = createLocalTime();
  server = await startLocalBinance(triangle, { clock: time.clock });
  let turn = 0;
  stop = every(time.clock, 50, () => {
    turn++;
    // Each book is the same for a second, so that a call of its own finds it.
    const step = Math.floor(turn / 20) % 5;
    server.quote('BTCUSDT', [`${60_000 + step}`, `${1 + turn}`], [`${60_010 + step}`, '1']);
    server.quote('ETHBTC', ['0.05', `${1 + turn}`], ['0.0501', '1']);
    server.quote('ETHUSDT', ['3000', `${1 + turn}`], ['3001', '1']);
  });
});
afterEach(async () => {
  stop();
  await server[Symbol.asyncDispose]();
});

const check = async (name: string, url: string, seconds = 2): Promise<readonly Finding[]> => {
  const findings: Finding[] = [];
  const { clock, during } = time;
  const dialect = exchanges.get(name)?.({ clock, place: url }) ?? expect.unreachable(`there is no ${name}`);
  await during(checkExchange({ dialect, clock, seconds, found: (finding) => findings.push(finding) }));
  return findings;
};
const differences = async (seconds?: number): Promise<readonly string[]> =>
  (await check('binance', server.url, seconds)).flatMap(({ subject, found, expected }) =>
    expected === null ? [] : [`${subject}: ${found}; expected: ${expected}`],
  );

test('an exchange that does what is expected of it differs in nothing', async () => {
  const findings = await check('binance', server.url);
  expect(findings.filter(({ expected }) => expected !== null)).toEqual([]);
  expect(findings.map(({ subject }) => subject)).toEqual([
    ...['clock', 'list of markets', 'connection', 'messages', 'time of the data'],
    ...['book of BTC/USDT', 'book of ETH/BTC', 'book of ETH/USDT'].map(() => expect.stringMatching(/^book of /)),
  ]);
  expect(findings[1]?.found).toMatch(/^3 trade, cycles lead through 3; /);
  expect(findings[3]?.found).toMatch(/^\d+ messages and \d+ kB a second, of 3 of 3 markets$/);
});

type Other = AsyncDisposable & { readonly url: string; quote(...quote: Parameters<LocalOkx['quote']>): void };
const others: readonly (readonly [string, string, (clock: Clock) => Promise<Other>])[] = [
  ['kucoin', 'ETH-BTC', (clock) => startLocalKucoin(triangle, clock)],
  ['okx', 'ETH-BTC', (clock) => startLocalOkx(triangle, clock)],
  ['kraken', 'ETH/BTC', (clock) => startLocalKraken(triangle, clock)],
  ['coinbase', 'ETH-BTC', (clock) => startLocalCoinbase(triangle, clock)],
];
test.each(others)('%s is checked in the same way', async (name, market, start) => {
  await using other = await start(time.clock);
  let turn = 0;
  const quote = (): void => other.quote(market, [['0.05', `${++turn}`]], [['0.06', '1']]);
  quote();
  const end = every(time.clock, 100, quote);
  const findings = await check(name, other.url);
  end();
  expect(findings.filter(({ expected }) => expected !== null)).toEqual([]);
  const subjects = ['clock', 'list of markets', 'connection', 'messages', 'time of the data', 'book of ETH/BTC'];
  expect(findings.map(({ subject }) => subject)).toEqual(subjects);
});

test('a checksum of Kraken that is wrong is a difference', async () => {
  await using other = await startLocalKraken(triangle, time.clock);
  other.faults.rewrite = (message) =>
    JSON.stringify(message)
      .replace(/"#([\d.]+)"/g, '$1')
      .replace(/"checksum":\d+/, '"checksum":1');
  let turn = 0;
  const quote = () => other.quote('ETH/BTC', [['0.05', `${++turn}`]], [['0.06', '1']]);
  const end = every(time.clock, 100, quote);
  const findings = await check('kraken', other.url);
  end();
  expect(findings.map(({ found }) => found).join('\n')).toMatch(/checksums that are wrong: \d+, the first: ETH\/BTC/);
});

type Rewrite = NonNullable<LocalBinance['faults']['rewrite']>;
const ofBooks =
  (rewrite: Rewrite): Rewrite =>
  (message) =>
    's' in message ? rewrite(message) : Object.values(message);

describe('a difference is named', () => {
  const planted: readonly (readonly [string, Rewrite, RegExp])[] = [
    ['a new field', ({ ...top }) => ({ ...top, T: 1 }), /books in another form than expected: \d+, the first: \{"u"/],
    ['another order of fields', ({ u, ...top }) => ({ ...top, u }), /books in another form than expected/],
    [
      'prices as numbers',
      ({ b, ...top }) => ({ ...top, b: Number(b) }),
      /cannot be read: a price or size is no decimal/,
    ],
    ['a renamed field', ({ s, ...top }) => ({ ...top, symbol: s }), /cannot be read: a market that was not asked for/],
    ['cut messages', (top) => JSON.stringify(top).slice(0, -5), /cannot be read: no JSON of an object/],
    [
      'the same number twice',
      (top) => ({ ...top, u: 7 }),
      /numbers of updates that do not rise: \d+, the first: \w+\/\w+: 7 after 7/,
    ],
    ['a crossed book', ({ a, ...top }) => ({ ...top, a: '0.00000001' }), /books that are crossed/],
    ['prices off the tick', ({ b, ...top }) => ({ ...top, b: `${b}1` }), /prices that are no multiple of the tick/],
    [
      'prices of another market',
      (top) => ({ ...top, b: '1.00000000' }),
      /book of \S+: a call of its own says .*; expected: the same on the stream/,
    ],
  ];

  test.each(planted)('%s', async (_, rewrite, line) => {
    server.faults.rewrite = ofBooks(rewrite);
    expect((await differences()).join('\n')).toMatch(line);
  });

  test('a clock that is off', async () => {
    server.faults.skewMs = -5_000;
    expect((await differences()).join('\n')).toMatch(
      /^clock: 5000 ms behind this machine, answers in 0 ms; expected: within 1 s/,
    );
  });

  test('data that are late', async () => {
    server.faults.delayMs = 1_500;
    expect((await differences(4)).join('\n')).toMatch(/time of the data: 1500 ms late/);
  });

  test('no data at all', async () => {
    server.faults.isDeaf = true;
    const found = (await differences()).join('\n');
    expect(found).toMatch(/messages: \d messages and 0 kB a second, of 0 of 3 markets; expected: books/);
    expect(found).toMatch(/time of the data: nothing says its time/);
  });

  test('a web page in place of an answer', async () => {
    server.faults.page = 403;
    expect(await differences()).toEqual(['clock: it answers 403 with something that is no JSON; expected: a time']);
  });

  test('no cycle', async () => {
    stop();
    server.delist('ETHBTC');
    expect((await differences()).join('\n')).toMatch(
      /list of markets: 2 trade, cycles lead through 0; .*expected: a cycle/,
    );
  });

  test('a rule that cannot be kept', async () => {
    server.list(listing('DOGE', 'BTC', '0'));
    expect((await differences()).join('\n')).toMatch(
      /rules of markets: 1 cannot be kept: binance DOGE\/BTC: no usable tick size/,
    );
  });
});
