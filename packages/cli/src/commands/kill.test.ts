import { describe, expect, test } from 'vitest';
import { always, asked, type Bot, stopped, triquad } from '../run-against.ts';

const halted = { ...stopped, halted: { reason: 'kill switch in the shell', at: '2026-11-20T12:00:00.000Z' } };

describe('the kill switch', () => {
  test('is thrown at once, without a question, and what came of it is shown', async () => {
    const bot: Bot = ({ method }) => ({ status: 200, body: method === 'POST' ? { message: 'Killed' } : halted });
    const { code, calls, out, err } = await triquad('kill', bot);
    expect({ code, err, calls: asked(calls) }).toEqual({
      code: 0,
      err: 'Killed\n',
      calls: [
        { method: 'POST', path: '/api/v1/bot/kill', body: { reason: 'kill switch in the shell' } },
        { method: 'GET', path: '/api/v1/bot/status', body: undefined },
      ],
    });
    expect(calls[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
    expect(out).toMatch(/^state +HALTED\nhalted +kill switch in the shell, 2026/);
  });

  test('stops a bot that has none', async () => {
    const bot: Bot = ({ path }) => {
      if (path === '/api/v1/bot/kill') return { status: 404, body: { detail: 'Not Found' } };
      return { status: 200, body: path.endsWith('/stop') ? { message: 'Bot stopped' } : stopped };
    };
    const { code, calls, err } = await triquad('kill', bot);
    expect({ code, err, paths: calls.map(({ method, path }) => `${method} ${path}`) }).toEqual({
      code: 0,
      err: 'this bot has no kill switch, it was stopped: Bot stopped\n',
      paths: ['POST /api/v1/bot/kill', 'GET /api/v1/health', 'POST /api/v1/bot/stop', 'GET /api/v1/bot/status'],
    });
  });

  test('with an empty reason has the usual one', async () => {
    const { calls } = await triquad('kill --reason=', always(200, halted));
    expect(asked(calls)[0]?.body).toEqual({ reason: 'kill switch in the shell' });
  });

  test('that fails says so, and does nothing else', async () => {
    expect(await triquad('kill', always(403, { detail: 'Viewers only look.' }))).toMatchObject({
      code: 4,
      out: '',
      err: 'triquad: kill failed: Viewers only look; use a token of the role that may do this; "triquad api" lists the role of each call\n',
    });
  });

  test('is reset', async () => {
    const bot: Bot = ({ method }) => ({
      status: 200,
      body: method === 'POST' ? { message: 'The halt is reset' } : stopped,
    });
    const { code, calls, err } = await triquad('kill reset', bot);
    expect({ code, err, call: asked(calls)[0] }).toEqual({
      code: 0,
      err: 'The halt is reset\n',
      call: { method: 'POST', path: '/api/v1/bot/kill/reset', body: undefined },
    });
  });
});
