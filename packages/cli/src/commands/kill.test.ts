import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openKillFile } from '@triquad/bot';
import { describe, expect, onTestFinished, test } from 'vitest';
import { always, asked, type Bot, stopped, triquad } from '../run-against.ts';

const halted = { ...stopped, halted: { reason: 'kill switch in the shell', at: '2026-11-20T12:00:00.000Z' } };

const elsewhere = { env: { TRIQUAD_URL: 'http://bot.example' } };

describe('the kill switch', () => {
  test('is thrown at once, without a question, and what came of it is shown', async () => {
    const bot: Bot = ({ method }) => ({ status: 200, body: method === 'POST' ? { message: 'Killed' } : halted });
    const { code, calls, out, err } = await triquad('kill', bot, elsewhere);
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
    const { code, calls, err } = await triquad('kill', bot, elsewhere);
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
    expect(await triquad('kill', always(403, { detail: 'Viewers only look.' }), elsewhere)).toMatchObject({
      code: 4,
      out: '',
      err: 'triquad: kill failed: Viewers only look; use a token of the role that may do this; "triquad api" lists the role of each call\n',
    });
  });

  test('is reset', async () => {
    const bot: Bot = ({ method }) => ({
      status: 200,
      body: method === 'POST' ? { message: 'The halt is reset' } : halted,
    });
    expect(await triquad('kill reset', bot)).toMatchObject({
      code: 2,
      err: 'triquad: The halt is to be lifted. Confirm it with --yes\n',
    });
    const { code, calls, err } = await triquad('kill reset --yes', bot);
    expect({ code, err, call: asked(calls)[2] }).toEqual({
      code: 0,
      err: 'The halt is reset\n',
      call: { method: 'POST', path: '/api/v1/bot/kill/reset', body: undefined },
    });
  });
});

describe('the kill switch of a bot on this machine', () => {
  const folder = () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'triquad-kill-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    return dataDir;
  };
  const serving = () => {
    const dataDir = folder();
    const door = join(dataDir, 'bot.sock');
    writeFileSync(door, '');
    writeFileSync(join(dataDir, 'server.json'), JSON.stringify({ url: 'http://127.0.0.1:1', door, pid: 1 }));
    return dataDir;
  };
  const thrownIn = (dataDir: string) => {
    const file = openKillFile(dataDir);
    onTestFinished(() => file.close());
    return file.read()?.reason ?? null;
  };
  const dead: Bot = () => new TypeError('fetch failed');

  test('is thrown by its file before the bot is asked, which then confirms it', async () => {
    const dataDir = serving();
    const before: (string | null)[] = [];
    const bot: Bot = () => {
      before.push(thrownIn(dataDir));
      return { status: 200, body: { message: 'Killed', status: halted } };
    };
    const { code, err, out } = await triquad(`kill --reason now --data-dir ${dataDir}`, bot);
    expect({ code, err, before }).toEqual({
      code: 0,
      err: `the kill switch is thrown: ${join(dataDir, 'kill')} is written\nKilled\n`,
      before: ['now'],
    });
    expect(out).toMatch(/^state +HALTED/);
  });

  test('holds without a bot: its next start is halted', async () => {
    const dataDir = folder();
    const { code, out, calls } = await triquad(`kill --data-dir ${dataDir}`, dead);
    expect({ code, calls }).toEqual({ code: 0, calls: [] });
    expect(out).toBe('killed  no bot runs on this data directory; its next start is halted\n');
    expect(thrownIn(dataDir)).toBe('kill switch in the shell');
  });

  test('says when the bot has seen it although its server does not answer', async () => {
    const dataDir = serving();
    const file = openKillFile(dataDir);
    onTestFinished(() => file.close());
    const bot: Bot = () => {
      file.acknowledge(file.read()?.token ?? '');
      return new TypeError('fetch failed');
    };
    const { code, out } = await triquad(`kill --data-dir ${dataDir} --json`, bot);
    expect({ code, out: JSON.parse(out) }).toEqual({
      code: 0,
      out: { kill_file: join(dataDir, 'kill'), seen: true, confirmed: false },
    });
  });

  test('says when no bot has confirmed it, and ends as unreachable', async () => {
    const dataDir = serving();
    const { code, err } = await triquad(`kill --data-dir ${dataDir}`, dead);
    expect(code).toBe(3);
    expect(err).toMatch(/is written\ntriquad: not confirmed by the bot: no order leaves once the bot reads the file/);
    expect(thrownIn(dataDir)).toBe('kill switch in the shell');
  });

  test('of another machine is thrown by the call alone', async () => {
    const dataDir = folder();
    await triquad(`kill --url http://127.0.0.2:9 --data-dir ${dataDir}`, always(200, halted));
    expect(thrownIn(dataDir)).toBeNull();
  });
});
