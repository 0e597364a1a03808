import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { Host } from '../host.ts';
import { asked, type Bot, triquad } from '../run-against.ts';

const telegram = { enabled: false, bot_token: '123456:a••••••••mnop', chat_id: '99', alert_events: 'failure' };
const email = {
  enabled: true,
  smtp_host: 'smtp.example.com',
  smtp_port: 587,
  smtp_user: 'bot',
  has_password: true,
  from_email: 'bot@example.com',
  to_email: 'me@example.com',
  alert_events: 'failure',
};

const answering =
  (test: object = { success: true, message: null }): Bot =>
  ({ path, method }) => {
    if (path.endsWith('/test')) return { status: 200, body: test };
    if (method !== 'GET') return { status: 200, body: {} };
    return { status: 200, body: path.endsWith('telegram') ? telegram : email };
  };
const piped = (text: string): Partial<Host> => ({ stdin: Readable.from([text]) as unknown as Host['stdin'] });
const saved = async (line: string, more: Partial<Host> = {}) => {
  const { calls, err } = await triquad(`alerts ${line}`, answering(), more);
  expect(err).toBe('');
  return asked(calls).find(({ method }) => method === 'POST')?.body;
};

test('both are shown, one document for scripts', async () => {
  const { out } = await triquad('alerts', answering());
  expect(out.split('\n').filter((line) => line.includes('enabled'))).toEqual([
    'telegram.enabled       false',
    'email.enabled          true',
  ]);
  expect(JSON.parse((await triquad('alerts show --json', answering())).out)).toEqual({ telegram, email });
});

test('what is not given stays, and a secret that is not given goes back masked or not at all', async () => {
  expect(await saved('telegram --enable --events failure,stop_loss')).toEqual({
    ...telegram,
    enabled: true,
    alert_events: 'failure,stop_loss',
  });
  const { has_password, ...kept } = email;
  expect(await saved('email --disable --port 465')).toEqual({ ...kept, enabled: false, smtp_port: 465 });
});

test('secrets come from the standard input, never from the command line', async () => {
  expect(await saved('telegram --token-stdin', piped('1:secret\n'))).toEqual({ ...telegram, bot_token: '1:secret' });
  expect(await saved('email --password-stdin', piped('hush\n'))).toMatchObject({ smtp_password: 'hush' });
  expect(await triquad('alerts email --ask-password', answering())).toMatchObject({
    code: 2,
    err: 'triquad: the mail password cannot be asked for without a terminal; run it in one, or pipe it in\n',
  });
});

test('a test says how it went, also by its exit code', async () => {
  expect(await triquad('alerts test telegram', answering())).toMatchObject({
    code: 0,
    out: 'telegram  the test message was sent\n',
  });
  const failing = answering({ success: false, message: 'Not sent: no such chat.' });
  expect(await triquad('alerts test email', failing)).toMatchObject({
    code: 1,
    out: '',
    err: 'triquad: the test failed: Not sent: no such chat.\n',
  });
  expect((await triquad('alerts test pigeon', answering())).code).toBe(2);
});
