import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { type EmailTarget, sendEmail } from './email.ts';
import { MAIL_USER, type MailServer, startMailServer } from './mail-server.suite.ts';

const PASSWORD = 'canary-mail-password';
const batch = { mode: 'PAPER', title: 'Cycle completed', lines: ['USDT → BTC on binance: $1.23'] };

const targetOf = ({ port }: { port: number }): EmailTarget => ({
  smtp_host: '127.0.0.1',
  smtp_port: port,
  smtp_user: MAIL_USER,
  smtp_password: PASSWORD,
  from_email: 'bot@example.org',
  to_email: 'ana@example.org, ben@example.org',
});

type Place = Pick<MailServer, 'port' | 'cert'>;

function send(
  server: Place,
  {
    implicit = false,
    trusted = server.cert as string | null,
    signal = new AbortController().signal,
    patienceMs = 8_000,
  } = {},
  changes: Partial<EmailTarget> = {},
  message = batch,
) {
  const ports = { implicitTls: new Set(implicit ? [server.port] : []), trusted, patienceMs };
  return sendEmail(ports, { ...targetOf(server), ...changes }, message, signal);
}

const headersOf = (text: string): string => text.slice(0, text.indexOf('\r\n\r\n'));
const failed = (code: string, reason: string, kind = 'transient') => ({
  ok: false,
  kind,
  reason,
  code,
  retryAfterMs: null,
});
const unreachable = failed('mail_unreachable', 'the mail server cannot be reached');
const noTls = failed(
  'mail_no_tls',
  'the mail server offers no encryption at that port, so nothing is sent; 465 and 587 are usual',
);
const distrusted = failed(
  'mail_certificate',
  'the certificate of the mail server is not trusted: it is self-signed, expired, or of another name',
);

test.each(['starttls', 'implicit'] as const)('a mail goes out over TLS (%s)', async (security) => {
  await using server = await startMailServer(security, PASSWORD);
  expect(await send(server, { implicit: security === 'implicit' })).toEqual({ ok: true });
  expect(server.mails).toMatchObject([
    { from: 'bot@example.org', to: ['ana@example.org', 'ben@example.org'], user: MAIL_USER, overTls: true },
  ]);
  const { text } = server.mails[0] ?? { text: '' };
  expect(headersOf(text)).toMatch(/^Subject: PAPER: Cycle completed$/m);
  expect(headersOf(text)).toMatch(/^Auto-Submitted: auto-generated$/m);
  expect(text).not.toContain(PASSWORD);
});

test('a server that asks for no user gets none', async () => {
  await using server = await startMailServer('starttls', PASSWORD);
  expect(await send(server, {}, { smtp_user: '', smtp_password: '' })).toEqual({ ok: true });
  expect(server.mails).toMatchObject([{ user: null, overTls: true }]);
});

test('without encryption nothing is sent, least of all a password', async () => {
  await using plain = await startMailServer('plain', PASSWORD);
  expect(await send(plain)).toEqual(noTls);
  await using stranger = await startMailServer('starttls', PASSWORD);
  expect(await send(stranger, { trusted: null })).toEqual(distrusted);
  expect(await send(stranger, { implicit: true })).toEqual(noTls);
  await using implicit = await startMailServer('implicit', PASSWORD);
  expect(await send(implicit, { implicit: true, trusted: stranger.cert })).toEqual(distrusted);
  for (const server of [plain, stranger, implicit]) {
    expect({ mails: server.mails, logins: server.logins() }).toEqual({ mails: [], logins: 0 });
  }
});

test('a wrong password, and a recipient that is not taken', async () => {
  await using server = await startMailServer('starttls', PASSWORD, {
    onRcptTo: (address, _, done) =>
      done(
        address.address.startsWith('gone') ? Object.assign(new Error(`no ${PASSWORD}`), { responseCode: 550 }) : null,
      ),
  });
  expect(await send(server, {}, { smtp_password: 'wrong' })).toEqual(
    failed('mail_login', 'the mail server refuses user or password', 'permanent'),
  );
  expect(await send(server, {}, { to_email: 'gone@example.org' })).toEqual(
    failed('mail_refused', 'the mail server refuses the message; look at sender and recipient', 'permanent'),
  );
  expect(server.mails).toEqual([]);
});

test('no server there, and a silent one', async () => {
  await using silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const patience = new AbortController();
  const connected = once(silent, 'connection');
  const sent = send({ port, cert: '' }, { trusted: null, signal: patience.signal });
  const [socket] = await connected;
  patience.abort();
  expect(await sent).toEqual(failed('mail_late', 'the mail server did not answer in time'));
  socket.destroy();
  expect(await send({ port: 1, cert: '' }, { trusted: null })).toEqual(unreachable);
});

test('a server that falls silent after it was handed the message may have taken it; one that never greets is not there', async () => {
  await using silent = await startMailServer('starttls', PASSWORD, { onData: (stream) => stream.resume() });
  expect(await send(silent, { patienceMs: 200 })).toEqual(
    failed('mail_silent', 'the mail server stopped answering; it may have taken the message'),
  );
  await using mute = createServer().listen(0, '127.0.0.1');
  await once(mute, 'listening');
  const { port } = mute.address() as AddressInfo;
  expect(await send({ port, cert: '' }, { trusted: null, patienceMs: 200 })).toEqual(unreachable);
});

test('nothing of a message or an address becomes a header', async () => {
  await using server = await startMailServer('starttls', PASSWORD);
  const evil = {
    mode: 'PAPER',
    title: 'x\r\nBcc: eve@example.org\r\n\r\nbody',
    lines: ['.\r\nMAIL FROM:<eve@example.org>'],
  };
  expect(await send(server, {}, {}, evil)).toEqual({ ok: true });
  const [mail] = server.mails;
  expect(headersOf(mail?.text ?? '')).not.toMatch(/^bcc:/im);
  expect(mail?.to).toEqual(['ana@example.org', 'ben@example.org']);
  expect(server.mails).toHaveLength(1);
  for (const to_email of [
    'a@b.c\r\nBcc: eve@example.org',
    'Eve <eve@example.org>',
    '<eve@example.org>',
    'eve@example.org;x@y.z',
    '',
  ]) {
    expect(await send(server, {}, { to_email })).toMatchObject({ ok: false, kind: 'permanent' });
  }
  expect(await send(server, {}, { from_email: 'a@b.c>\r\nRCPT TO:<eve@example.org' })).toMatchObject({ ok: false });
  expect(server.mails).toHaveLength(1);
});
