import { expect, test } from 'vitest';
import { exchangeFacts } from '../../packages/bot/src/market/facts/facts.ts';
import type { Clock } from '../../packages/bot/src/model/clock.ts';
import { checkExchange } from '../../packages/bot/src/venues/exchange/check.ts';
import { exchanges } from '../../packages/bot/src/venues/exchange/exchanges.ts';
import type { Finding } from '../../packages/bot/src/venues/exchange/finding.ts';
import { isObject, type Json } from '../../packages/bot/src/venues/exchange/json.ts';
import { startLocalBinance } from '../harness/exchanges/binance.ts';
import { startLocalCoinbase } from '../harness/exchanges/coinbase.ts';
import { every } from '../harness/exchanges/every.ts';
import type { Faults } from '../harness/exchanges/faults.ts';
import { startLocalKraken } from '../harness/exchanges/kraken.ts';
import { startLocalKucoin } from '../harness/exchanges/kucoin.ts';
import type { Level, Listing } from '../harness/exchanges/local-market.ts';
import { startLocalOkx } from '../harness/exchanges/okx.ts';
import { createLocalTime } from '../harness/exchanges/time.ts';

// Each fact that an exchange may change without notice is changed at its local server: `exchanges check` must name it.

const listing = (base: string, quote: string, tick: string): Listing => ({
  ...{ base, quote, tick, lot: '0.00010000', minNotional: '0.00010000', status: 'TRADING' },
});
const triangle = [listing('BTC', 'USD', '0.01'), listing('ETH', 'USD', '0.01'), listing('ETH', 'BTC', '0.00001')];

type Server = AsyncDisposable & {
  readonly url: string;
  readonly faults: Faults;
  quote(bids: readonly Level[], asks: readonly Level[]): void;
  announce(message: object): void;
  reset(): void;
};
const servers: Readonly<Record<string, (clock: Clock) => Promise<Server>>> = {
  binance: async (clock) => {
    const server = await startLocalBinance(triangle, { clock });
    const { announce, reset } = server.sockets;
    return { ...server, announce, reset, quote: ([bid], [ask]) => bid && ask && server.quote('ETHBTC', bid, ask) };
  },
  kucoin: async (clock) => {
    const server = await startLocalKucoin(triangle, clock);
    return { ...server, quote: (bids, asks) => server.quote('ETH-BTC', bids, asks) };
  },
  okx: async (clock) => {
    const server = await startLocalOkx(triangle, clock);
    return { ...server, quote: (bids, asks) => server.quote('ETH-BTC', bids, asks) };
  },
  kraken: async (clock) => {
    const server = await startLocalKraken(triangle, clock);
    return { ...server, quote: (bids, asks) => server.quote('ETH/BTC', bids, asks) };
  },
  coinbase: async (clock) => {
    const server = await startLocalCoinbase(triangle, clock);
    return { ...server, quote: (bids, asks) => server.quote('ETH-BTC', bids, asks) };
  },
};
const names = Object.keys(servers);
type Plant = (server: Server, clock: Clock) => string | undefined;

/** Findings of the check of an exchange after `plant`, which may return another place to look at. */
const findingsOf = async (name: string, plant: Plant): Promise<readonly Finding[]> => {
  const time = createLocalTime();
  const { clock } = time;
  await using server = (await servers[name]?.(clock)) ?? expect.unreachable(`there is no ${name}`);
  let size = 0;
  const quote = (): void => server.quote([['0.05', `${++size}`]], [['0.06', '1']]);
  quote();
  using stack = new DisposableStack();
  stack.defer(every(clock, 100, quote));
  const place = plant(server, clock) ?? server.url;
  const dialect = exchanges.get(name)?.({ clock, place }) ?? expect.unreachable(`there is no ${name}`);
  const findings: Finding[] = [];
  const found = (finding: Finding): void => void findings.push(finding);
  await time.during(checkExchange({ dialect, clock, seconds: 10, found }));
  return findings;
};
const differencesOf = async (name: string, plant: Plant): Promise<readonly string[]> =>
  (await findingsOf(name, plant)).flatMap(({ subject, found, expected }) =>
    expected === null ? [] : [`${subject}: ${found}; expected: ${expected}`],
  );

test.each(names)('%s as its facts say differs in nothing', async (name) => {
  expect(await differencesOf(name, () => undefined)).toEqual([]);
});

/** Where nothing listens any more. */
const nowhere = async (): Promise<string> => {
  await using server = await startLocalOkx([]);
  return server.url.replace('http://', '');
};
test.each(names)('%s: an address where nothing answers', async (name) => {
  const host = await nowhere();
  expect(await differencesOf(name, () => `http://${host}`)).toEqual([
    'clock: it cannot be reached (ECONNREFUSED); expected: a time',
  ]);
});
test.each(names)('%s: a port of sockets that is closed', async (name) => {
  const host = await nowhere();
  const differences = await differencesOf(name, ({ url, faults }) => {
    if (name !== 'kucoin') return `${url} ws://${host}`;
    faults.body = (_, body) => JSON.parse(JSON.stringify(body).replace(/ws:[^"]+/, `ws://${host}`));
    return url;
  });
  expect(differences).toEqual([
    'connection: it cannot be connected to (ECONNREFUSED); expected: open, and all subscriptions acknowledged',
  ]);
});

/** The same acknowledgement under another name. */
const otherAnswers: Readonly<Record<string, NonNullable<Faults['answer']>>> = {
  binance: ({ id }) => ({ result: 'ok', id }),
  kucoin: (answer) => (answer.type === 'ack' || answer.type === 'error' ? { ...answer, type: 'done' } : answer),
  okx: (answer) => ({ ...answer, event: 'done' }),
  kraken: (answer) => (answer.method === 'subscribe' ? { ...answer, method: 'done' } : answer),
  coinbase: (answer) => (answer.channel === 'l2_data' ? answer : { ...answer, channel: 'done', type: 'done' }),
};
const quoted: Readonly<Record<string, RegExp>> = {
  binance: /^connection: a subscription is refused: \{("result":"ok"|"code":2,"msg":".*")\}; expected/,
  kucoin: /^connection: its subscriptions are not acknowledged; it answered \{"id":"canary","type":"done"/,
  okx: /^connection: its subscriptions are not acknowledged; it answered \{"event":"done"/,
  kraken: /^connection: its subscriptions are not acknowledged; it answered \{.*"method":"done"/,
  coinbase: /^connection: (its subscriptions are not acknowledged|nothing was heard for 3 s); it answered \{.*"done"/,
};
test.each(names)('%s: another form of acknowledgement, and of refusal', async (name) => {
  for (const refusesStreams of [false, true]) {
    const [difference] = await differencesOf(name, ({ faults }) => {
      faults.refusesStreams = refusesStreams;
      faults.answer = otherAnswers[name] ?? null;
    });
    expect(difference).toMatch(quoted[name] ?? /none/);
  }
});
const refusals: Readonly<Record<string, RegExp>> = {
  binance: /^a subscription is refused: \{"code":2,"msg":"Invalid request/,
  kucoin: /^the exchange says: topic \S+ is not found/,
  okx: /^live .* with 3 markets, refused: 3, the first: the exchange says: Wrong URL or channel:books5/,
  kraken: /^live .* with 3 markets, refused: 3, the first: the exchange says: Currency pair not supported/,
  coinbase: /^the exchange says: failed to subscribe/,
};
test.each(names)('%s: subscriptions that are refused', async (name) => {
  const findings = await findingsOf(name, ({ faults }) => {
    faults.refusesStreams = true;
    return undefined;
  });
  const connection = findings.find(({ subject }) => subject === 'connection');
  expect(connection?.found).toMatch(refusals[name] ?? /none/);
  expect(findings.filter(({ expected }) => expected !== null)).not.toEqual([]);
});

/** The same body without a field, or with another value of it: of rows, or of their filters. */
const withField = (body: unknown, field: string, value: unknown): unknown => {
  const [filter = '', name = field] = field.includes('.') ? field.split('.') : ['', field];
  if (Array.isArray(body)) return body.map((one) => withField(one, field, value));
  if (!isObject(body)) return body;
  const isOf = filter === '' || body.filterType === filter;
  return Object.fromEntries(
    Object.entries(body).flatMap(([key, inner]) => {
      if (isOf && key === name) return value === undefined ? [] : [[key, value]];
      return [[key, withField(inner, field, value)]];
    }),
  );
};
/** Fields by which a list is known. */
const marks: readonly string[] = ['baseIncrement', 'price_increment'];
const fields = [...exchangeFacts.values()].flatMap(({ name, rules }) =>
  rules.fields.map((field) => [name, field] as const),
);
test.each(fields)('%s: a list without %s', async (name, field) => {
  const differences = await differencesOf(name, ({ faults }) => {
    faults.body = (_, body) => withField(body, field, undefined);
  });
  const missing = `rules of markets: ${field} is missing from 3 of 3; expected: in each row`;
  const unread = 'list of markets: not the symbol list of Binance, Coinbase, Kraken, KuCoin or OKX';
  if (marks.includes(field)) expect(differences).toEqual([`${unread}; expected: a list of markets`]);
  else expect(differences).toContain(missing);
});

test('a field that one market alone lacks is said, and is no difference', async () => {
  const findings = await findingsOf('okx', ({ faults }) => {
    faults.body = (_, body) => {
      const [first, ...others] = isObject(body) && Array.isArray(body.data) ? body.data : [];
      return isObject(first) && 'minSz' in first
        ? { code: '0', data: [withField(first, 'minSz', undefined), ...others] }
        : body;
    };
    return undefined;
  });
  const rules = { subject: 'rules of markets', found: 'minSz is missing from 1 of 3', expected: null };
  expect(findings.filter(({ subject }) => subject === 'rules of markets')).toEqual([rules]);
});

const ticks: readonly (readonly [string, string])[] = [
  ['binance', 'PRICE_FILTER.tickSize'],
  ['kucoin', 'priceIncrement'],
  ['okx', 'tickSz'],
  ['kraken', 'tick_size'],
  ['coinbase', 'price_increment'],
];
test.each(ticks)('%s: a tick in another form', async (name, field) => {
  const unread = await differencesOf(name, ({ faults }) => {
    faults.body = (_, body) => withField(body, field, 'five');
  });
  const reason = expect.stringMatching(
    /^rules of markets: 3 cannot be kept: .*: no usable tick size; expected: a tick/,
  );
  expect(unread).toEqual(expect.arrayContaining([reason]));
  // Its decimals in place of the step itself.
  const coarse = await differencesOf(name, ({ faults }) => {
    faults.body = (_, body) => withField(body, field, '5');
  });
  const offGrid = expect.stringMatching(/^messages: prices that are no multiple of the tick: \d+/);
  expect(coarse).toEqual(expect.arrayContaining([offGrid]));
});

const lots: readonly (readonly [string, string])[] = [
  ['binance', 'LOT_SIZE.stepSize'],
  ['kucoin', 'baseIncrement'],
  ['okx', 'lotSz'],
  ['kraken', 'lot_decimals'],
  ['coinbase', 'base_increment'],
];
test.each(lots)('%s: a lot in another form', async (name, field) => {
  const differences = await differencesOf(name, ({ faults }) => {
    faults.body = (_, body) => withField(body, field, 'five');
  });
  expect(differences[0]).toMatch(/^list of markets: 0 trade/);
  expect(differences[1]).toMatch(
    /^rules of markets: 3 cannot be kept: .*: no usable lot step; expected: a tick, a lot/,
  );
});

test.each(names)('%s: a clock that is off', async (name) => {
  const differences = await differencesOf(name, ({ faults }) => {
    faults.skewMs = -5_000;
  });
  expect(differences).toEqual([expect.stringMatching(/^clock: (5000|4500) ms behind this machine/)]);
});

test.each(names)('%s: a call of its own with another book than the stream', async (name) => {
  const differences = await differencesOf(name, ({ faults }) => {
    faults.body = (_, body) => JSON.parse(JSON.stringify(body).replaceAll(/"#?0\.0500+"/g, '"0.04"'));
  });
  expect(differences).toEqual([
    'book of ETH/BTC: a call of its own says 0.04 and 0.06; expected: the same on the stream',
  ]);
});

/** Messages by which an exchange says each second, or more often, that it lives. */
const isHeartbeat = (message: Json): boolean =>
  ['ticker', 'heartbeats'].includes(String(message.channel)) ||
  String(message.topic).startsWith('/market/ticker') ||
  (isObject(message.arg) && message.arg.channel === 'tickers') ||
  '0' in message;
test.each(names.filter((name) => name !== 'coinbase'))('%s: no heartbeat, or none after the first', async (name) => {
  for (const [allowed, found] of [
    [0, 'nothing says its time'],
    [1, /^time of the data: \d+ ms late, at least every \d{4,5} ms/],
  ] as const) {
    const differences = await differencesOf(name, ({ faults }) => {
      let sent = 0;
      faults.rewrite = (message) => {
        if (!isHeartbeat(message)) return message;
        sent++;
        return sent <= allowed ? ('0' in message ? Object.values(message) : message) : '';
      };
    });
    const line = expect.stringMatching(found);
    expect(differences).toEqual([line]);
  }
});
test('coinbase: no heartbeat', async () => {
  const differences = await differencesOf('coinbase', ({ faults }) => {
    faults.rewrite = (message) => (isHeartbeat(message) ? '' : message);
  });
  expect(differences.join('\n')).toMatch(/messages that cannot be read: its messages are numbered/);
});

test.each(names)('%s: a connection that ends, and a message that is not known', async (name) => {
  const differences = await differencesOf(name, ({ announce, reset }, clock) => {
    clock.after(6_000, () => announce({ channel: 'news', event: 'news', type: 'news', e: 'news' }));
    clock.after(7_000, reset);
    return undefined;
  });
  expect(differences).toEqual(
    expect.arrayContaining([
      expect.stringMatching(
        /^messages: (answers that are not known|messages that cannot be read: no form of a message that is known): 1, the first: \{"channel":"news"/,
      ),
      'messages: connections that ended: 1, the first: the exchange closed the connection (1006); expected: none',
    ]),
  );
});

test.each(names)('%s: requests above a limit answered with another status', async (name) => {
  const [documented, other] = [429, 420].map((status) =>
    differencesOf(name, ({ faults }) => {
      faults.refusal = { status: status as 429 | 420, seconds: 7 };
    }),
  );
  expect(await documented).toEqual([
    expect.stringMatching(/^clock: it was asked too often.*again in 7 s; expected: a time/),
  ]);
  expect(await other).toEqual([expect.stringMatching(/^clock: it (answers 420|was asked too often)/)]);
});
