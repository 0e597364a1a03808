import { isEmailAddress } from '@triquad/core/contract';
import { oneLine } from './alert.ts';
import type { Batch } from './batch.ts';
import { type Delivery, permanent, transient } from './channel.ts';

const PATIENCE_MS = 8_000;
const REFUSED_LOGIN = ['EAUTH', 'ENOAUTH', 'EOAUTH2'];
const REFUSED_MESSAGE = ['EENVELOPE', 'EMESSAGE', 'EPROTOCOL'];

export interface EmailPorts {
  /** The ports that speak TLS from the first byte; on all others STARTTLS is demanded. */
  readonly implicitTls: ReadonlySet<number>;
  /** A certificate to trust in place of the system's; null outside tests. */
  readonly trusted: string | null;
}

export const smtpPorts: EmailPorts = { implicitTls: new Set([465]), trusted: null };

export interface EmailTarget {
  readonly smtp_host: string;
  readonly smtp_port: number;
  /** Empty: the server asks for no user. */
  readonly smtp_user: string;
  readonly smtp_password: string;
  readonly from_email: string;
  readonly to_email: string;
}

/** Sends one plain-text mail, over TLS or not at all. Never rejects. */
export async function sendEmail(
  { implicitTls, trusted }: EmailPorts,
  target: EmailTarget,
  batch: Batch,
  signal: AbortSignal,
): Promise<Delivery> {
  const { smtp_host, smtp_port, smtp_user, smtp_password } = target;
  const to = addressesIn(target.to_email);
  const [from] = addressesIn(target.from_email);
  if (smtp_host === '' || from === undefined || to.length === 0)
    return permanent('server, sender or recipient is missing');
  const { createTransport } = await import('nodemailer');
  const secure = implicitTls.has(smtp_port);
  const transport = createTransport({
    host: smtp_host,
    port: smtp_port,
    secure,
    requireTLS: !secure,
    ...(smtp_user === '' ? {} : { auth: { user: smtp_user, pass: smtp_password } }),
    ...(trusted === null ? {} : { tls: { ca: trusted } }),
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    dnsTimeout: PATIENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.sendMail({
      from: addressed(from),
      to: to.map(addressed),
      subject: oneLine(`${batch.mode}: ${batch.title}`),
      text: `${[`${batch.mode}: ${batch.title}`, '', ...batch.lines].join('\n')}\n`,
      headers: { 'Auto-Submitted': 'auto-generated' },
      signal,
    });
    return { ok: true };
  } catch (error) {
    return outcome(error, signal);
  } finally {
    transport.close();
  }
}

/** One sentence for each kind of failure: trying must not reveal which of host, port or protocol it was. */
function outcome(error: unknown, signal: AbortSignal): Delivery {
  const { code, responseCode } = (error instanceof Error ? error : {}) as { code?: string; responseCode?: number };
  if (signal.aborted) return transient('the mail server did not answer in time');
  const isFinal = responseCode !== undefined && responseCode >= 500;
  if (code !== undefined && REFUSED_LOGIN.includes(code)) {
    const reason = 'the mail server refuses user or password';
    return isFinal || responseCode === undefined ? permanent(reason) : transient(reason);
  }
  if (code !== undefined && REFUSED_MESSAGE.includes(code) && responseCode !== undefined) {
    const reason = 'the mail server refuses the message; look at sender and recipient';
    return isFinal ? permanent(reason) : transient(reason);
  }
  return transient('the mail server cannot be reached over an encrypted connection');
}

/** The bare addresses of a comma list; whatever else stands in it is left out. */
function addressesIn(list: string): readonly string[] {
  return list.split(',').flatMap((part) => (isEmailAddress(part.trim()) ? part.trim() : []));
}

/** As an object, so that nothing in it is read as a second address or a header. */
const addressed = (address: string) => ({ name: '', address });
