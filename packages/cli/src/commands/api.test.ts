import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { Host } from '../host.ts';
import { always, asked, triquad } from '../run-against.ts';

test.each([
  ['GET /performance/summary', 'GET', '/api/v1/performance/summary'],
  ['get performance/summary', 'GET', '/api/v1/performance/summary'],
  ['GET /api/v1/decisions/?reason=cooldown&limit=5', 'GET', '/api/v1/decisions/?reason=cooldown&limit=5'],
  ['GET /config/all', 'GET', '/api/v1/config/all'],
  ['GET /config/x%2Fy', 'GET', '/api/v1/config/x%2Fy'],
  ['POST /orders/o-1/cancel', 'POST', '/api/v1/orders/o-1/cancel'],
])('%s is asked for, and the answer printed as it came', async (line, method, path) => {
  const { code, out, calls } = await triquad(`api ${line}`, always(200, { odd: [1] }));
  expect({ code, out, calls: asked(calls) }).toEqual({
    code: 0,
    out: '{"odd":[1]}\n',
    calls: [{ method, path, body: undefined }],
  });
});

test('a call that changes something carries a key, and its body from the line or the standard input', async () => {
  const stdin = Readable.from(['{"notification_ids":', '["n"]}\n']) as unknown as Host['stdin'];
  const { calls } = await triquad('api POST /notifications/mark-read --body -', always(200, {}), { stdin });
  expect(calls[0]?.body).toEqual({ notification_ids: ['n'] });
  const { calls: more } = await triquad('api POST /orders/execute --body {"opportunity_id":"o"}', always(200, {}));
  expect(more[0]?.body).toEqual({ opportunity_id: 'o' });
  expect(more[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
});

test('without a call they are listed', async () => {
  const { out } = await triquad('api', always(500, {}));
  expect(out.split('\n')).toContain(
    'GET     /health                                      open      Is the bot up, and what can it do',
  );
});

test('a call that only other bots answer is listed with what it needs, and can be made', async () => {
  expect((await triquad('api --json', always(500, {}))).out).toContain('(needs feeds.change)');
  const { code, calls } = await triquad('api POST /feeds/kraken --body {"action":"resync"}', always(200, {}));
  expect({ code, calls: asked(calls) }).toEqual({
    code: 0,
    calls: [{ method: 'POST', path: '/api/v1/feeds/kraken', body: { action: 'resync' } }],
  });
});

test.each([
  ['GET /nothing', 2, 'there is no call GET /nothing; "triquad api" lists them'],
  ['PATCH /config/', 2, 'there is no call PATCH /config/; "triquad api" lists them'],
  ['POST /orders/preview --body {', 2, 'the body is not JSON'],
])('api %s asks nothing', async (line, code, message) => {
  const { calls, ...ended } = await triquad(`api ${line}`, always(200, {}));
  expect({ ...ended, calls }).toEqual({ code, out: '', err: `triquad: ${message}\n`, calls: [] });
});

test('a refusal ends like that of any command', async () => {
  const answer = always(409, { detail: 'the bot is running' });
  expect(await triquad('api POST /bot/start', answer)).toMatchObject({
    code: 5,
    err: 'triquad: api failed: the bot is running; see "triquad status"\n',
  });
});
