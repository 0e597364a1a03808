import { connect } from 'node:net';
import { type ClientFrame, ProblemRecord, type Role, routes } from '@triquad/core/contract';
import { expect, test } from 'vitest';
import { type Chance, createChance } from './chance.ts';
import { type LiveBot, send, startLiveBot } from './live-bot.ts';
import { openSocket } from './live-socket.ts';
import { type OddCall, oddCall } from './odd-calls.ts';

/** `npm run faults` makes a hundred rounds, each with a bot and a seed of its own; FUZZ_SEED repeats one of them. */
const isLong = process.env.TRIQUAD_SCALE === 'faults';
const ROUNDS = isLong ? 100 : 1;
const CALLS = 10_000;
const FRAMES = isLong ? 100_000 : 2_000;
const CONNECTIONS = isLong ? 10_000 : 300;
const AT_ONCE = 40;
/** A token may make so many calls before it has to wait. */
const CALLS_A_TOKEN = 700;
const IDS_KEPT = 60;
/** Older ones have expired. */
const OPPORTUNITIES_KEPT = 3;
/** A round takes a tenth of that where nothing else runs. */
const ROUND_MS = 300_000;
const firstSeed = Number(process.env.FUZZ_SEED ?? 20_260_131);

/** Everything that looks like an id in an answer, for later calls to name. */
function learnIds(name: string, text: string, known: Map<string, string[]>, chance: Chance): void {
  const kind = name.split('.')[0] ?? name;
  const ids = known.get(kind) ?? [];
  known.set(kind, ids);
  for (const [id] of text.matchAll(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g)) {
    if (ids.includes(id)) continue;
    ids.push(id);
    if (kind === 'opportunities') ids.splice(0, ids.length - OPPORTUNITIES_KEPT);
    else if (ids.length > IDS_KEPT) ids.splice(chance.below(IDS_KEPT), 1);
  }
}

/** What is wrong with the answer, or null: a status that the contract does not name, a refusal that is no problem, a record that does not fit. */
async function judge(
  live: LiveBot,
  token: string,
  call: OddCall,
): Promise<{ fault: string | null; text: string; status: number }> {
  const { status, headers, text, body } = await send(live.address, call.method, call.target, { token, ...call });
  const judged = (wrong: string) => ({ fault: `${wrong}: ${status} ${text.slice(0, 300)}`, text, status });
  if (status >= 500) return judged('a 5xx');
  if (call.statuses !== null && !call.statuses.includes(status)) return judged('a status that is not in the contract');
  if (!/^[0-9a-f-]{36}$/.test(String(headers['x-request-id']))) return judged('no request id');
  if (status >= 400) {
    const isProblem = headers['content-type'] === 'application/problem+json' && ProblemRecord.safeParse(body).success;
    return isProblem ? { fault: null, text, status } : judged('no problem');
  }
  const isJson = String(headers['content-type']).startsWith('application/json');
  const fits = call.statuses === null || !isJson || routes[call.name].record.safeParse(body).success;
  return fits ? { fault: null, text, status } : judged('not by the contract');
}

/** Whatever has stopped it: odd calls meet more where something happens. */
async function setGoing(live: LiveBot): Promise<void> {
  await live.call('bot.kill.reset');
  await live.call('bot.stop');
  const body = { enabled_exchanges: ['binance', 'kraken', 'okx'], trading_pairs: [], min_profit_threshold: 0.01 };
  await live.call('bot.start', { body: { ...body, max_capital_per_route: 1_000 } });
}

/** Some calls are made twice at once under a key of their own. */
const twins = (call: OddCall, key: string): readonly OddCall[] => {
  const twin = { ...call, headers: { ...call.headers, 'idempotency-key': key } };
  return [twin, twin];
};

test.each(Array.from({ length: ROUNDS }, (_, round) => firstSeed + round))(
  `${CALLS} odd calls get no 5xx, and what they get fits the contract (seed %i)`,
  { timeout: ROUND_MS },
  async (seed) => {
    console.log(`fuzz: FUZZ_SEED=${seed}`);
    await using live = await startLiveBot();
    const chance = createChance(seed);
    const known = new Map<string, string[]>();
    const faults: unknown[] = [];
    let made = 0;
    let token = '';
    const makeOne = async () => {
      // Drawn anew before its calls are used up, as others are still on their way.
      if (made % CALLS_A_TOKEN === 0) {
        token = live.token(made === 0 ? 'admin' : chance.pick<Role>(['admin', 'admin', 'operator', 'viewer']));
        void setGoing(live);
      }
      made += 1;
      const call = oddCall(chance, known);
      const calls = chance.happens(0.1) ? twins(call, `twin-${made}`) : [call];
      const [one, two] = await Promise.all(calls.map((each) => judge(live, token, each)));
      if (one === undefined) return;
      if (one.fault !== null) faults.push({ seed, fault: one.fault, call });
      // A refusal carries the id of its request, which is nobody's.
      if (one.status < 400) learnIds(call.name, one.text, known, chance);
      const isKept = routes[call.name].idempotent && call.statuses !== null && one.status < 300;
      if (two !== undefined && isKept && two.text !== one.text)
        faults.push({ seed, fault: `two answers: ${one.text} and ${two.text}`, call });
    };
    const work = async () => {
      while (made < CALLS) await makeOne();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    expect(faults.slice(0, 5)).toEqual([]);
    expect((await live.call('health')).status).toBe(200);
  },
);

/** A token may send so many frames at once. */
const FRAMES_A_SOCKET = 900;

test(`${FRAMES} odd frames leave the socket open (seed ${firstSeed})`, { timeout: ROUND_MS }, async () => {
  await using live = await startLiveBot();
  const chance = createChance(firstSeed);
  const odd = ['', 'x', 'logs', 'metrics', 'secrets', -1, 0, 1e300, null, true, [], {}, 'subscribe', '\u0000💥'];
  for (let sent = 0; sent < FRAMES; sent += FRAMES_A_SOCKET) await sendOddFrames(live, chance, odd);
});

/** As many odd frames as a token may send, on a socket that is to be there in the end. */
async function sendOddFrames(live: LiveBot, chance: Chance, odd: readonly unknown[]): Promise<void> {
  using socket = await openSocket(live.address, live.token('admin'));
  for (let n = 0; n < FRAMES_A_SOCKET; n += 1) {
    const frame = {
      type: chance.pick<unknown>(['subscribe', 'unsubscribe', 'ping', 'auth', ...odd]),
      ...(chance.happens(0.8) ? { channel: chance.pick<unknown>(['logs', 'metrics', 'orders', ...odd]) } : {}),
      ...(chance.happens(0.3) ? { since: chance.pick<unknown>(odd) } : {}),
    };
    const text = chance.happens(0.9) ? JSON.stringify(frame) : JSON.stringify(frame).slice(chance.below(20));
    socket.sendRaw(chance.happens(0.05) ? Buffer.from(text) : text);
  }
  socket.send({ type: 'ping' } satisfies ClientFrame);
  await socket.ofType('pong');
}

/** Lines of a request with some of them wrong, doubled, or not there. */
function oddRequest(chance: Chance, host: string): string {
  const method = chance.pick(['GET', 'POST', 'PUT', 'OPTIONS', 'TRACE', 'CONNECT', 'get', '\u0000']);
  const path = chance.pick([
    '/api/v1/health',
    '/api/v1/bot/start',
    '/',
    '//',
    '/../..',
    '*',
    'http://x/',
    '/%',
    '/ws',
    '/x y',
  ]);
  const version = chance.pick(['HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/9', '']);
  const odd = [
    'content-length: 10',
    'content-length: -1',
    'content-length: 99999999999999999999',
    'transfer-encoding: chunked',
    'transfer-encoding: chunked, identity',
    'content-type: application/json',
    'content-encoding: gzip',
    'expect: 100-continue',
    'connection: upgrade',
    'upgrade: websocket',
    'sec-websocket-key: x',
    `authorization: Bearer ${'x'.repeat(chance.below(20_000))}`,
    'cookie: \u0001',
    'no colon',
    ': no name',
    `x-forwarded-for: ${'1.1.1.1,'.repeat(chance.below(500))}`,
    'host: evil.example',
  ];
  const headers = Array.from({ length: chance.below(6) }, () => chance.pick(odd));
  const lines = [`${method} ${path} ${version}`, ...(chance.happens(0.8) ? [`host: ${host}`] : []), ...headers];
  const body = chance.pick(['', '{}', '5\r\nhello\r\n0\r\n\r\n', 'zz\r\n', '\u0000\u0001']);
  return `${lines.join(chance.happens(0.95) ? '\r\n' : '\n')}\r\n\r\n${body}`;
}

/** The pages of a dashboard that is not built are answered so, and that is meant. */
const isFault = (text: string): boolean => /^HTTP\/1.1 5/m.test(text) && !text.includes('The dashboard is not built');

/** What comes back until the other end closes, or says nothing for a while. */
function exchange(address: string, bytes: string): Promise<string> {
  const { port } = new URL(address);
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('data', (chunk) => (received += chunk));
    socket.on('error', () => resolve(received));
    socket.on('close', () => resolve(received));
    socket.setTimeout(200, () => socket.destroy());
    socket.end(bytes, 'latin1');
  });
}

test(`${CONNECTIONS} odd connections get no 5xx (seed ${firstSeed})`, { timeout: ROUND_MS }, async () => {
  await using live = await startLiveBot();
  const chance = createChance(firstSeed);
  const { host } = new URL(live.address);
  const wrong: string[] = [];
  for (let made = 0; made < CONNECTIONS; made += AT_ONCE) {
    const requests = Array.from({ length: AT_ONCE }, () => oddRequest(chance, host));
    const answers = await Promise.all(requests.map((bytes) => exchange(live.address, bytes)));
    wrong.push(...answers.flatMap((text, index) => (isFault(text) ? [`${requests[index]} → ${text}`] : [])));
  }
  expect(wrong.slice(0, 3)).toEqual([]);
  expect((await live.call('health')).status).toBe(200);
});
