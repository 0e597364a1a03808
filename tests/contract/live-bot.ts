import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bot, type BotOptions, createBot, openUsers } from '@triquad/bot';
import { pathOf, type Role, type RouteName, routes } from '@triquad/core/contract';
import { elapsedOf } from '../../packages/bot/src/model/moment.ts';
import { cheapHash } from '../../packages/bot/src/server/cheap-hash.suite.ts';
import type { LocalTime } from '../harness/exchanges/time.ts';

/** A bot in this process over a simulated market, and calls to it. `await using live = await startLiveBot()`. */
export interface LiveBot extends AsyncDisposable {
  readonly bot: Bot;
  readonly address: string;
  readonly dataDir: string;
  readonly adminToken: string;
  token(role: Role): string;
  /** Adds a user with `password`. */
  addUser(name: string, role: Role): Promise<void>;
  readonly password: string;
  /** Adds a user and signs in; gives the token. */
  signIn(name: string, role: Role): Promise<string>;
  removeUser(name: string): void;
  /** Addresses and bodies of the requests to Telegram, which are not sent. */
  readonly telegrams: string[];
  /** Advances the clock of the alerts, which moves only by this. */
  passTime(ms: number): void;
  /** Passes the bot's time until `check` no longer throws, for a bot with a virtual clock. */
  until<T>(check: () => Promise<T>): Promise<T>;
  /** Passes the bot's time until `work`, calls of it, has ended: only while the disk has what was called for. */
  during<T>(work: Promise<T>): Promise<T>;
  /** Stops the bot, for a bot with a virtual clock. */
  stop(): Promise<void>;
  /** One call of the endpoint table, as an admin unless said otherwise; with a new key where the call needs one. */
  call(name: RouteName, request?: CallRequest): Promise<Answer>;
}

export interface CallRequest {
  readonly parameters?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Null sends none. */
  readonly token?: string | null;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly body: unknown;
}

/** Where browsers reach a proxied bot. */
export const PUBLIC_URL = 'https://bot.example';
/** Time that passes between two checks, and at most, in ms. */
const STEP_MS = 250;
const SHORT_STEP_MS = 25;
const LONGEST_MS = 600_000;
const PASSWORD = 'correct horse battery';

interface LiveBotOptions {
  /** Fields of the active configuration. */
  readonly config?: object | null;
  /** Has a proxy on this machine in front of it, which says by X-Forwarded-For where a call comes from. */
  readonly proxied?: boolean;
  /** An existing directory; it is removed in the end like a new one. */
  readonly dataDir?: string;
  readonly onLog?: BotOptions['onLog'];
  /** Left out, a simulated one. Null: nothing was chosen yet. */
  readonly market?: BotOptions['market'];
  readonly places?: Readonly<Record<string, string>>;
  /** Left out, calls go as the process does. */
  readonly proxies?: BotOptions['proxies'];
  /** The bot's time, which passes only in `until`; left out, this machine's. */
  readonly time?: LocalTime;
  /** Told of the choice of the next start. */
  readonly rememberMarket?: BotOptions['rememberMarket'];
  /** Telegram never answers. */
  readonly telegramHangs?: boolean;
  /** Folder of the built dashboard; without it none is served. */
  readonly dashboardDir?: string;
}

export async function startLiveBot(options: LiveBotOptions = {}): Promise<LiveBot> {
  const { config = null, proxied = false, onLog, places, proxies, rememberMarket } = options;
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'triquad-contract-'));
  const telegrams: string[] = [];
  const clock = standingClock();
  const addUser = async (name: string, role: Role) => {
    using users = openUsers(dataDir, 'test', cheapHash);
    const problem = await users.add(name, role, PASSWORD);
    if (problem !== null) throw new Error(problem.detail);
  };
  if (proxied) await addUser('first', 'viewer');
  const bot = createBot({
    ...(proxied ? { trustProxy: ['127.0.0.1'], publicUrl: PUBLIC_URL } : {}),
    version: '0.0.0-test',
    host: '127.0.0.1',
    port: 0,
    dataDir,
    market: options.market === undefined ? { source: 'simulated', seed: 7, speed: 1 } : options.market,
    ...(places && { places }),
    ...(proxies && { proxies }),
    ...(rememberMarket && { rememberMarket }),
    autostart: false,
    config,
    logLevel: 'info',
    dashboardDir: options.dashboardDir ?? null,
    hashPassword: cheapHash,
    alertPorts: portsInto(telegrams, clock, options.telegramHangs === true),
    ...(onLog === undefined ? {} : { onLog }),
    ...(options.time && { clock: options.time.clock }),
  });
  const standing = <T>(work: Promise<T>): Promise<T> => options.time?.standing(work) ?? work;
  await standing(bot.start());
  const { address } = bot;
  const adminToken = readFileSync(join(dataDir, 'admin.token'), 'utf8').trim();
  const call: LiveBot['call'] = (name, { parameters = {}, query = {}, token = adminToken, headers, ...rest } = {}) => {
    const { method, path, keyed } = routes[name];
    const search = new URLSearchParams(query).toString();
    const target = `/api/v1${pathOf(path, parameters)}${search === '' ? '' : `?${search}`}`;
    const key = keyed ? { 'idempotency-key': randomUUID() } : {};
    return send(address, method, target, { token, headers: { ...key, ...headers }, ...rest });
  };
  return {
    bot,
    address,
    dataDir,
    adminToken,
    token: (role) => bot.issueToken(role, role),
    password: PASSWORD,
    telegrams,
    passTime: clock.pass,
    stop: () => standing(bot.stop()),
    async during(work) {
      let hasEnded = false;
      const ended = () => {
        hasEnded = true;
      };
      work.then(ended, ended);
      // Changes nothing, and is answered once all calls before it are on the disk.
      for (;;) {
        await call('bot.mode', { body: { mode: 'paper' } });
        if (hasEnded) return work;
        await options.time?.pass(SHORT_STEP_MS);
      }
    },
    async until(check) {
      for (let passed = 0; ; passed += STEP_MS) {
        try {
          return await check();
        } catch (error) {
          if (passed >= LONGEST_MS || options.time === undefined) throw error;
        }
        await options.time.pass(STEP_MS);
      }
    },
    addUser,
    call,
    async signIn(name, role) {
      await addUser(name, role);
      const { body } = await call('auth.login', { token: null, body: { username: name, password: PASSWORD } });
      return (body as { access_token: string }).access_token;
    },
    removeUser(name) {
      using users = openUsers(dataDir, 'test');
      users.remove(name, true);
    },
    async [Symbol.asyncDispose]() {
      await standing(bot.stop());
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

type AlertPorts = NonNullable<BotOptions['alertPorts']>;

function portsInto(telegrams: string[], clock: AlertPorts['clock'], hangs: boolean): AlertPorts {
  return {
    telegram: {
      base: 'http://telegram.invalid',
      async fetch(url, { body, signal }) {
        telegrams.push(`${url} ${body}`);
        if (hangs) await once(signal, 'abort').then(() => signal.throwIfAborted());
        return { status: 200, json: async () => ({ ok: true }) };
      },
    },
    email: { implicitTls: new Set(), trusted: null },
    clock,
  };
}

function standingClock(): AlertPorts['clock'] & { pass(ms: number): void } {
  const due = new Map<() => void, number>();
  let at = 0;
  return {
    monotonic: () => elapsedOf(at),
    after(ms, task) {
      due.set(task, at + ms);
      return () => due.delete(task);
    },
    pass(ms) {
      at += ms;
      for (const [task, when] of due) if (when <= at && due.delete(task)) task();
    },
  };
}

/** One request by hand: any method, path and header, `Host` included. A body that is a string goes as it is. */
export function send(
  address: string,
  method: string,
  path: string,
  { token = null, headers = {}, body }: Pick<CallRequest, 'token' | 'headers' | 'body'> = {},
): Promise<Answer> {
  const text = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body);
  const { hostname, port } = new URL(address);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        hostname,
        port,
        method,
        path,
        // A kept connection may have been ended by the bot before a slow machine has read that.
        agent: false,
        headers: {
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(text === null ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
          // As a proxy does that says where a call comes from.
          ...('x-forwarded-for' in headers ? { 'x-forwarded-proto': 'https' } : {}),
          ...headers,
        },
      },
      (response) => {
        let received = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          received += chunk;
        });
        response.on('end', () => {
          const isJson = String(response.headers['content-type']).includes('json') && received !== '';
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: received,
            body: isJson ? JSON.parse(received) : undefined,
          });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(text ?? undefined);
  });
}
