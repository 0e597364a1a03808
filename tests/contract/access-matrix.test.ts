import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Role, type RouteName, routes } from '@triquad/core/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { scaled } from '../../packages/bot/src/engine/scale.suite.ts';
import { type LiveBot, PUBLIC_URL, send, startLiveBot } from './live-bot.ts';
import { openSocket } from './live-socket.ts';

const RANK = { open: -1, viewer: 0, operator: 1, admin: 2 } as const;
const ROLES = ['viewer', 'operator', 'admin'] as const satisfies readonly Role[];
const NOBODIES = ['none', 'bad', 'expired', 'revoked', 'removed'] as const;
type Caller = Role | (typeof NOBODIES)[number];
const CALLERS: readonly Caller[] = [...NOBODIES, ...ROLES];

const ADDRESSES = {
  ours: {},
  'our public name': { host: 'bot.example', origin: PUBLIC_URL, 'x-forwarded-proto': 'https' },
  'a foreign host': { host: 'evil.example' },
  'a foreign origin': { origin: 'https://evil.example' },
  'no https': { host: 'bot.example', 'x-forwarded-proto': 'http' },
} as const;
type Address = keyof typeof ADDRESSES;
const isOurs = (address: Address) => address === 'ours' || address === 'our public name';

let live: LiveBot;
let tokens: Record<Exclude<Caller, 'none'>, string>;
let asked = 0;

beforeAll(async () => {
  live = await startLiveBot({ proxied: true });
  const [expired, revoked] = [live.token('admin'), live.token('admin')];
  const removed = await live.signIn('leaver', 'admin');
  tokens = {
    bad: 'x'.repeat(43),
    expired,
    revoked,
    removed,
    viewer: live.token('viewer'),
    operator: live.token('operator'),
    admin: live.token('admin'),
  };
  await live.call('auth.logout', { token: revoked });
  live.removeUser('leaver');
  expire(expired);
});
afterAll(() => live[Symbol.asyncDispose]());

/** Puts the end of a session into the past, as a week would. */
function expire(token: string): void {
  const database = new DatabaseSync(join(live.dataDir, 'access.sqlite'));
  const key = createHash('sha256').update(token).digest('hex');
  expect(database.prepare('UPDATE session SET expires_at = 1 WHERE key = ?').run(key).changes).toBe(1);
  database.close();
}

const names = Object.keys(routes) as RouteName[];

/** The answer in one word: what the token and the address were refused with, or that they were not. */
async function outcome(name: RouteName, caller: Caller, address: Address): Promise<string> {
  const { method, path } = routes[name];
  const known = caller === 'none' ? null : tokens[caller];
  // A logout that is allowed ends the session: each has its own.
  const ends = name === 'auth.logout' && isOurs(address) && (ROLES as readonly string[]).includes(caller);
  asked += 1;
  const answer = await send(live.address, method, `/api/v1${path.replaceAll(/\{\w+\}/g, 'x')}`, {
    token: ends ? live.token(caller as Role) : known,
    // Another source each time, so that none of them has asked too often.
    headers: { 'x-forwarded-for': `10.1.${asked >> 8}.${asked & 255}`, ...ADDRESSES[address] },
    ...(method === 'GET' ? {} : { body: '"no object"' }),
  });
  const { code } = (answer.body ?? {}) as { code?: string };
  return answer.status === 401 || answer.status === 403 ? `${answer.status} ${code}` : 'admitted';
}

function expected(name: RouteName, caller: Caller, address: Address): string {
  const { role } = routes[name];
  if (!isOurs(address)) return '403 foreign';
  if (role === 'open') return 'admitted';
  if (!(caller in RANK)) return '401 unauthenticated';
  return RANK[caller as Role] >= RANK[role] ? 'admitted' : '403 forbidden';
}

const everyCase = (Object.keys(ADDRESSES) as Address[]).flatMap((address) =>
  CALLERS.map((caller) => ({ address, caller })),
);

/** In `npm test` every caller of our address, and of every address an administrator and a caller without a token. */
const cases = everyCase.filter(
  ({ address, caller }) => scaled(0, 1, 1) > 0 || address === 'ours' || caller === 'none' || caller === 'admin',
);

test.each(names)('%s is allowed for exactly the roles of the table', async (name) => {
  const seen: Record<string, string> = {};
  for (const { address, caller } of cases) seen[`${caller}, ${address}`] = await outcome(name, caller, address);
  expect(seen).toEqual(
    Object.fromEntries(cases.map(({ address, caller }) => [`${caller}, ${address}`, expected(name, caller, address)])),
  );
});

test.each(['GET /', 'GET /login', 'GET /api/v1/openapi.json', 'POST /anything'])(
  '%s too is for our own address alone',
  async (line) => {
    const [method = '', path = ''] = line.split(' ');
    for (const address of Object.keys(ADDRESSES) as Address[]) {
      const { status } = await send(live.address, method, path, {
        token: live.adminToken,
        headers: ADDRESSES[address],
      });
      expect({ address, isRefused: status === 403 }).toEqual({ address, isRefused: !isOurs(address) });
    }
  },
);

test.each(CALLERS.filter((caller) => caller !== 'none'))('the socket for a token that is %s', async (caller) => {
  using socket = await openSocket(live.address, null);
  socket.send({ type: 'auth', token: tokens[caller as Exclude<Caller, 'none'>] });
  if (caller in RANK) expect((await socket.ofType('authenticated')).operator.role).toBe(caller);
  else expect([await socket.closed, socket.frames]).toEqual([4401, []]);
});

test.each(Object.keys(ADDRESSES) as Address[])('the socket from %s', async (address) => {
  const socket = new WebSocket(`${live.address.replace('http', 'ws')}/ws`, { headers: ADDRESSES[address] });
  const opened = await new Promise<string>((resolve) => {
    socket.on('open', () => resolve('open'));
    socket.on('error', (error) => resolve(error.message));
  });
  socket.terminate();
  expect(opened).toMatch(isOurs(address) ? /^open$/ : /403/);
});

test('every refusal by role is in the audit log, with its call and request id', async () => {
  const denied = names.filter((name) => RANK[routes[name].role] > RANK.viewer);
  const { body } = await live.call('audit.list', { query: { limit: '500', actor: 'viewer' } });
  const { data } = body as { data: { action: string; outcome: string; request_id: string }[] };
  const forbidden = data.filter((entry) => entry.outcome === 'forbidden');
  expect(new Set(forbidden.map(({ action }) => action))).toEqual(new Set(denied));
  expect(new Set(forbidden.map(({ request_id }) => request_id)).size).toBe(forbidden.length);
});
