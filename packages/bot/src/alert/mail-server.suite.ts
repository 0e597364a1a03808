import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { selfSigned } from './certificate.suite.ts';

/** A mail that a server took. */
export interface Mail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers, an empty line, the body. */
  readonly text: string;
  readonly user: string | null;
  readonly overTls: boolean;
}

/** A real mail server on this machine. `await using server = await startMailServer(…)`. */
export interface MailServer extends AsyncDisposable {
  readonly port: number;
  readonly cert: string;
  readonly mails: Mail[];
  /** How many times somebody tried to sign in. */
  logins(): number;
  /** Resolves once it has taken so many mails in all. */
  received(count: number): Promise<void>;
}

export const MAIL_USER = 'bot@example.org';

/** `implicit` speaks TLS from the first byte, `starttls` on demand, `plain` never. Only `password` opens it. */
export async function startMailServer(
  security: 'implicit' | 'starttls' | 'plain',
  password: string,
  options: SMTPServerOptions = {},
): Promise<MailServer> {
  const { cert, key } = selfSigned();
  const mails: Mail[] = [];
  const waiting = new Set<() => void>();
  let logins = 0;
  const server = new SMTPServer({
    cert,
    key,
    secure: security === 'implicit',
    disabledCommands: security === 'plain' ? ['STARTTLS'] : [],
    allowInsecureAuth: true,
    authOptional: true,
    logger: false,
    onAuth({ username, password: given }, _, done) {
      logins += 1;
      if (username === MAIL_USER && given === password) done(null, { user: username });
      else done(Object.assign(new Error('no'), { responseCode: 535 }));
    },
    onData(stream, { envelope, user, secure }, done) {
      let text = '';
      stream.setEncoding('utf8');
      stream.on('data', (chunk: string) => {
        text += chunk;
      });
      stream.on('end', () => {
        const { mailFrom, rcptTo } = envelope;
        const from = mailFrom === false ? '' : mailFrom.address;
        const to = rcptTo.map(({ address }) => address);
        mails.push({ from, to, text, user: typeof user === 'string' ? user : null, overTls: secure });
        done();
        for (const look of waiting) look();
      });
    },
    ...options,
  });
  // A client that distrusts the certificate hangs up in the handshake.
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  return {
    port: (listening.address() as AddressInfo).port,
    cert,
    mails,
    logins: () => logins,
    received: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (mails.length < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
