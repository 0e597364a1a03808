import type { BotConfigRecord } from '@triquad/core/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LiveBot, startLiveBot } from './live-bot.ts';
import { createWalk, unwalked, type Walk } from './walk.ts';

let live: LiveBot;
let walk: Walk;
const good: Walk['good'] = (...call) => walk.good(...call);
const refused: Walk['refused'] = (...call) => walk.refused(...call);

beforeAll(async () => {
  live = await startLiveBot();
  walk = createWalk(live);
});
afterAll(() => live[Symbol.asyncDispose]());

describe('the settings of a live bot', () => {
  test('configurations', async () => {
    const { id, version, is_active, created_at, updated_at, ...fields } = (await good('config.current'))
      .body as BotConfigRecord;
    expect(is_active).toBe(true);
    await good('config.get', { parameters: { id } });
    await good('config.all');
    await refused('config.delete', 409, { parameters: { id } });
    const made = (await good('config.create', { body: { ...fields, name: 'Careful' } })).body as BotConfigRecord;
    const put = { parameters: { id: made.id }, body: { version: 1, max_capital_per_route: 250 } };
    expect((await good('config.update', put)).body).toMatchObject({
      name: 'Careful',
      version: 2,
      max_capital_per_route: 250,
    });
    await refused('config.update', 409, put);
    expect((await good('config.activate', { parameters: { id: made.id } })).body).toMatchObject({ is_active: true });
    expect((await good('bot.status')).body).toMatchObject({ active_config_id: made.id });
    expect((await good('bot.start')).body).toMatchObject({ status: { max_capital_per_route: 250 } });
    await refused('config.update', 422, { parameters: { id }, body: { version, mode: 'live' } });
    await good('config.activate', { parameters: { id } });
    await good('config.delete', { parameters: { id: made.id } });
    await refused('config.get', 404, { parameters: { id: made.id } });
  });

  test('sessions', async () => {
    const code = new URL(live.bot.loginUrl).hash.replace('#code=', '');
    const session = await good('auth.code', { token: null, body: { code } });
    const { access_token: token } = session.body as { access_token: string };
    expect((await good('auth.me', { token })).body).toEqual({ name: 'admin', role: 'admin' });
    await good('auth.logout', { token });
    await refused('auth.me', 401, { token });
    await refused('auth.code', 401, { token: null, body: { code } });
    await refused('auth.login', 401, { token: null, body: { username: 'ana', password: 'not hers' } });
    await good('users.create', { body: { name: 'ana', role: 'viewer', password: live.password } });
    await refused('users.create', 409, { body: { name: 'Ana', role: 'viewer', password: live.password } });
    await good('users.update', { parameters: { name: 'ana' }, body: { role: 'operator' } });
    await refused('users.update', 422, { parameters: { name: 'ana' }, body: { password: 'short' } });
    await good('users.list');
    await good('users.create', { body: { name: 'bob', role: 'viewer', password: live.password } });
    await good('users.delete', { parameters: { name: 'bob' } });
    const login = await good('auth.login', { token: null, body: { username: 'ana', password: live.password } });
    expect(login.body).toMatchObject({ token_type: 'bearer', operator: { name: 'ana', role: 'operator' } });
    expect((await good('health', { token: null })).body).toMatchObject({
      capabilities: expect.arrayContaining(['auth']),
    });
    const sessions = await good('sessions.list');
    const [own] = (sessions.body as { data: { id: string; user: string }[] }).data;
    expect(own).toMatchObject({ user: 'ana', role: 'operator', last_seen_at: null, address: null, current: false });
    await good('sessions.end', { parameters: { id: own?.id ?? '' } });
    await refused('sessions.end', 404, { parameters: { id: own?.id ?? '' } });
    const challenge = { nonce: 'n'.repeat(43), address: live.address };
    await good('identity.prove', { token: null, body: challenge });
    await refused('identity.prove', 409, { token: null, body: { ...challenge, address: 'http://elsewhere.example' } });
    await refused('identity.prove', 422, { token: null, body: { ...challenge, nonce: 'short' } });
    const audit = await good('audit.list', { query: { limit: '9', actor: 'admin' } });
    expect((audit.body as { data: { action: string }[] }).data.map(({ action }) => action)).toEqual([
      'sessions.end',
      'sessions.end',
      'users.delete',
      'users.create',
      'users.update',
      'users.update',
      'users.create',
      'users.create',
      'auth.logout',
    ]);
  });

  test('exchanges, and alerts by Telegram and e-mail', async () => {
    const parameters = { name: 'kucoin' };
    const keys = { api_key: '0123456789abcdefghijklmn', api_secret: 'hidden', testnet: false };
    const kucoin = {
      enabled: true,
      api_key: '01234567••••••••klmn',
      testnet: false,
      has_secret: true,
      has_passphrase: false,
    };
    expect((await good('exchanges.list')).body).toEqual({ exchanges: {} });
    expect((await good('exchanges.save', { parameters, body: keys })).body).toEqual(kucoin);
    expect((await good('exchanges.list')).body).toEqual({ exchanges: { kucoin } });
    expect((await good('exchanges.test', { parameters, body: {} })).body).toMatchObject({
      success: false,
      message: expect.stringContaining('Missing: passphrase.'),
    });
    const pairs = await good('exchanges.pairs', { query: { exchange: 'binance', quote_currencies: 'BTC' } });
    expect((pairs.body as { pairs: string[] }).pairs.every((pair) => pair.endsWith('/BTC'))).toBe(true);
    await good('exchanges.delete', { parameters });
    await refused('exchanges.delete', 404, { parameters });
    await refused('exchanges.save', 404, { parameters: { name: 'nobody' }, body: keys });
    await refused('exchanges.save', 422, { parameters, body: { api_key: 1 } });

    const bot_token = '123456789:AAabcdefghijklmnopqrstuvwxyz';
    const telegram = { enabled: true, bot_token, chat_id: '7', alert_events: 'execution,failure' };
    const masked = { ...telegram, bot_token: '12345678••••••••wxyz' };
    await good('telegram.get');
    expect((await good('telegram.save', { body: telegram })).body).toEqual(masked);
    expect((await good('telegram.get')).body).toEqual(masked);
    const test = { bot_token: masked.bot_token, chat_id: '8', message: 'Hello' };
    expect((await good('telegram.test', { body: test })).body).toMatchObject({ success: true });
    expect(live.telegrams.at(-1)).toContain(`/bot${bot_token}/sendMessage`);
    await refused('telegram.save', 422, { body: { ...telegram, alert_events: 'everything' } });
    await refused('telegram.save', 422, { body: { ...telegram, bot_token: 'x' } });

    const email = { enabled: true, smtp_host: '127.0.0.1', smtp_port: 1, from_email: 'a@b.c', to_email: 'd@e.f' };
    await good('email.get');
    expect((await good('email.save', { body: email })).body).toEqual({
      ...email,
      smtp_user: '',
      has_password: false,
      alert_events: 'failure,stop_loss,circuit_breaker',
    });
    const { enabled, ...target } = email;
    expect((await good('email.test', { body: target })).body).toMatchObject({
      success: false,
      message: 'Not sent: the mail server cannot be reached.',
      code: 'mail_unreachable',
    });
    await refused('email.save', 422, { body: { ...email, to_email: 'd@e.f\r\nBcc: g@h.i' } });
    await refused('email.save', 422, { body: { ...email, smtp_user: 'ana' } });
  });

  test('no call was left out', () => {
    expect(unwalked('settings', walk)).toEqual([]);
  });
});
