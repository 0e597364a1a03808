import { kyTransport, memoryStorage } from '@triquad/core';
import { expect, test } from 'vitest';
import { createRawCalls } from './raw-call.ts';

const calls = (answer: () => Response | Promise<Response>) => {
  const seen: Request[] = [];
  const fetch = kyTransport(async (input, init) => {
    seen.push(new Request(input, init));
    return answer();
  });
  const storage = memoryStorage({ auth_token: 'secret' });
  let ms = 100;
  const now = () => {
    ms += 7;
    return ms;
  };
  return { seen, callRaw: createRawCalls({ baseUrl: 'http://bot.test/api/v1', apiKey: 'app', fetch, storage }, now) };
};

test('a call goes out as it is written, with the token, and its answer comes back unread', async () => {
  const { seen, callRaw } = calls(() => new Response('<b>', { status: 418 }));
  const call = { method: 'POST', address: '/x/?a=1', body: '{"b":2}', key: 'once' };
  expect(await callRaw(call)).toEqual({ ok: true, status: 418, text: '<b>', ms: 7 });
  const [request] = seen;
  expect([request?.url, request?.method, await request?.text()]).toEqual([
    'http://bot.test/api/v1/x/?a=1',
    'POST',
    '{"b":2}',
  ]);
  expect(Object.fromEntries(request?.headers ?? [])).toMatchObject({
    authorization: 'Bearer secret',
    'idempotency-key': 'once',
    'x-api-key': 'app',
    'content-type': 'application/json',
  });
});

test('no answer is a problem', async () => {
  const { callRaw } = calls(() => Promise.reject(new TypeError('fetch failed')));
  const answer = await callRaw({ method: 'GET', address: '/x' });
  expect(answer).toMatchObject({ ok: false, problem: { kind: 'network' } });
});
