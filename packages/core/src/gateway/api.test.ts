import { expect, test } from 'vitest';
import { clientRoutes } from '../contract/index.ts';
import { createApi, readAnswer } from './api.ts';
import { kyTransport } from './ky-transport.ts';
import { memoryStorage } from './storage.ts';
import { wholeContract } from './whole-contract.ts';

type Seen = { url: string; method: string; headers: Record<string, string>; body: string };
const bot = (answer: (request: Request) => Response | Promise<Response>, token?: string) => {
  const seen: Seen[] = [];
  const fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const headers = Object.fromEntries(request.headers);
    seen.push({ url: request.url, method: request.method, headers, body: await request.clone().text() });
    return answer(request);
  };
  const storage = memoryStorage(token === undefined ? {} : { auth_token: token });
  return {
    seen,
    api: createApi({
      baseUrl: 'http://bot.test/api/v1/',
      apiKey: 'app',
      fetch: kyTransport(fetch),
      storage,
      contract: wholeContract,
    }),
  };
};
const json = (body: unknown, status = 200, headers = {}) => new Response(JSON.stringify(body), { status, headers });

test('each call carries the application key, and the token and idempotency key when there are any', async () => {
  const { api, seen } = bot(() => json({ message: 'ok' }), 'secret');
  await api.call('bot.start', { body: { mode: 'paper' } }, { key: 'once' });
  expect(seen[0]).toMatchObject({
    url: 'http://bot.test/api/v1/bot/start',
    method: 'POST',
    body: '{"mode":"paper"}',
    headers: {
      'x-api-key': 'app',
      authorization: 'Bearer secret',
      'idempotency-key': 'once',
      'content-type': 'application/json',
    },
  });
  const open = bot(() => json({}));
  await open.api.call('health', {});
  expect(open.seen[0]?.headers['x-api-key']).toBe('app');
  expect([open.seen[0]?.headers.authorization, open.seen[0]?.headers['idempotency-key']]).toEqual([
    undefined,
    undefined,
  ]);
});

test('path parameters are escaped, absent query fields left out', async () => {
  const { api, seen } = bot(() => json({ data: [] }));
  await api.call('orders.cancel', { path: { id: 'a/b?c' } });
  await api.call('orders.list', { query: { status: 'pending', limit: 20 } });
  expect(seen.map(({ url }) => url)).toEqual([
    'http://bot.test/api/v1/orders/a%2Fb%3Fc/cancel',
    'http://bot.test/api/v1/orders/?status=pending&limit=20',
  ]);
});

test('a status of failure becomes a problem: detail, else error, else message', async () => {
  const failure = async (status: number, body: unknown, headers = {}) => {
    const result = await bot(() => json(body, status, headers)).api.call('bot.status', {});
    return result.ok ? null : result.problem;
  };
  expect(await failure(409, { detail: 'running', error: 'no', message: 'no' })).toEqual({
    kind: 'conflict',
    detail: 'running',
    status: 409,
    code: null,
    errors: [],
    retry_after_ms: null,
  });
  expect(await failure(500, { error: 'broke', message: 'no' })).toMatchObject({ kind: 'server', detail: 'broke' });
  expect(await failure(400, { message: 'bad' })).toMatchObject({ kind: 'rejected', detail: 'bad' });
  expect(await failure(401, {})).toMatchObject({ kind: 'unauthorized', detail: null });
  expect(await failure(403, null)).toMatchObject({ kind: 'forbidden', detail: null });
  expect(await failure(404, 'x')).toMatchObject({ kind: 'not-found', detail: null });
  expect(await failure(429, {}, { 'retry-after': '7' })).toMatchObject({ kind: 'rejected', retry_after_ms: 7_000 });
  expect(await failure(422, { detail: [{ loc: ['body', 'amount'], msg: 'too small' }] })).toMatchObject({
    detail: 'body.amount: too small',
  });
});

test('what cannot be read is a problem that names the place', async () => {
  const { api } = bot(() => json({ data: 'nothing' }));
  const read = await api.call('opportunities.list', {});
  expect(read).toMatchObject({ ok: false, problem: { kind: 'contract', status: 200 } });
  const html = await bot(() => new Response('<html>')).api.call('bot.status', {});
  expect(html).toMatchObject({ ok: false, problem: { kind: 'contract' }, rejected: { path: '', reason: 'not JSON' } });
});

test('no answer, a broken one and a late one are problems too; a call never rejects', async () => {
  const broken = bot(() => Promise.reject(new TypeError('fetch failed')));
  expect(await broken.api.call('health', {})).toMatchObject({ ok: false, problem: { kind: 'network' } });
  const halved = bot(
    () =>
      new Response(
        new ReadableStream({
          start: (controller) => controller.error(new TypeError('terminated')),
        }),
      ),
  );
  expect(await halved.api.call('health', {})).toMatchObject({ ok: false, problem: { kind: 'network' } });
  const silent = bot(
    (request) => new Promise((_, fail) => request.signal.addEventListener('abort', () => fail(request.signal.reason))),
  );
  const late = await silent.api.call('health', {}, { signal: AbortSignal.timeout(5) });
  expect(late).toMatchObject({ ok: false, problem: { kind: 'timeout' } });
});

test('an answer without a body is one', async () => {
  const { api } = bot(() => new Response(null, { status: 204 }));
  expect(await api.call('auth.logout', {})).toEqual({ ok: true, value: undefined });
});

test('a file of any length is taken part by part, and one that is cut off is a problem', async () => {
  const encoder = new TextEncoder();
  const parts = (end: (out: ReadableStreamDefaultController<Uint8Array>) => void) => () => {
    let made = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: (out) => {
        if (made === 3) return end(out);
        out.enqueue(encoder.encode(`${made++},`));
      },
    });
    return new Response(body, { headers: { 'x-kept-since': '2026-01-31T12:00:00.000Z' } });
  };
  const taking = async (answer: () => Response, options = {}) => {
    let text = '';
    const take = (part: Uint8Array): void => {
      text += new TextDecoder().decode(part);
    };
    const { api } = bot(answer);
    const result = await api.stream('export.table', { path: { table: 'trades' } }, take, options);
    return { text, result };
  };
  const whole = await taking(parts((out) => out.close()));
  expect([whole.text, whole.result.ok && whole.result.value.get('X-Kept-Since')]).toEqual([
    '0,1,2,',
    '2026-01-31T12:00:00.000Z',
  ]);
  const cut = await taking(parts((out) => out.error(new TypeError('network error'))));
  expect(cut).toMatchObject({ text: '0,1,2,', result: { ok: false, problem: { kind: 'network' } } });
  const silent = await taking(
    parts(() => {}),
    { silentMs: 20 },
  );
  expect(silent.result).toMatchObject({ ok: false, problem: { kind: 'timeout' } });
  const refused = await taking(() => json({ detail: 'busy', code: 'too_many_exports' }, 429, { 'retry-after': '5' }));
  expect(refused).toMatchObject({
    text: '',
    result: { ok: false, problem: { detail: 'busy', code: 'too_many_exports', retry_after_ms: 5_000 } },
  });
  const full = new Error('the disk is full');
  const { api } = bot(parts((out) => out.close()));
  const take = () => Promise.reject(full);
  await expect(api.stream('export.table', { path: { table: 'trades' } }, take)).rejects.toBe(full);
});

test('an answer without an unreadable optional part is its value, and names that part', () => {
  const read = readAnswer(clientRoutes['opportunities.get'], { data: { id: 'x', alternatives: 'many' } });
  expect(read).toMatchObject({ ok: true, omitted: [{ path: 'data.alternatives', reason: 'not a number' }] });
  expect(readAnswer(clientRoutes['opportunities.get'], { id: 'x' })).not.toHaveProperty('omitted');
});
