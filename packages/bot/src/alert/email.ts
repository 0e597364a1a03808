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
  /** How long a server may be silent; left out, 8 s. */
  readonly patienceMs?: number;
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
  { implicitTls, trusted, patienceMs = PATIENCE_MS }: EmailPorts,
  target: EmailTarget,
  batch: Batch,
  signal: AbortSignal,
): Promise<Delivery> {
  const { smtp_host, smtp_port, smtp_user, smtp_password } = target;
  const to = addressesIn(target.to_email);
  const [from] = addressesIn(target.from_email);
  if (smtp_host === '' || from === undefined || to.length === 0) return never('mail_settings');
  const { createTransport } = await import('nodemailer');
  const secure = implicitTls.has(smtp_port);
  const transport = createTransport({
    host: smtp_host,
    port: smtp_port,
    secure,
    requireTLS: !secure,
    ...(smtp_user === '' ? {} : { auth: { user: smtp_user, pass: smtp_password } }),
    ...(trusted === null ? {} : { tls: { ca: trusted } }),
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    // Later than the greeting: the two say different things.
    socketTimeout: patienceMs * 1.25,
    dnsTimeout: patienceMs,
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

const REASONS = {
  mail_settings: 'server, sender or recipient is missing',
  mail_late: 'the mail server did not answer in time',
  mail_silent: 'the mail server stopped answering; it may have taken the message',
  mail_no_tls: 'the mail server offers no encryption at that port, so nothing is sent; 465 and 587 are usual',
  mail_certificate: 'the certificate of the mail server is not trusted: it is self-signed, expired, or of another name',
  mail_login: 'the mail server refuses user or password',
  mail_refused: 'the mail server refuses the message; look at sender and recipient',
  mail_unreachable: 'the mail server cannot be reached',
} as const;
type Reason = keyof typeof REASONS;

const later = (code: Reason): Delivery => transient(REASONS[code], { code });
const never = (code: Reason): Delivery => permanent(REASONS[code], code);

/**
 * One sentence for each kind of failure. Whatever happens before a mail server or a certificate shows itself is one kind: trying must not reveal
 * which hosts and ports there are.
 */
function outcome(error: unknown, signal: AbortSignal): Delivery {
  const { code = '', responseCode, message } = error as SmtpError;
  if (signal.aborted) return later('mail_late');
  const isFinal = responseCode === undefined ? REFUSED_LOGIN.includes(code) : responseCode >= 500;
  if (REFUSED_LOGIN.includes(code)) return isFinal ? never('mail_login') : later('mail_login');
  if (REFUSED_MESSAGE.includes(code) && responseCode !== undefined)
    return isFinal ? never('mail_refused') : later('mail_refused');
  return later(reasonOf(code, message));
}

type SmtpError = { readonly code?: string; readonly responseCode?: number; readonly message: string };

/** nodemailer puts its own code in the place of Node's, and leaves the message. */
function reasonOf(code: string, message: string): Reason {
  if (code === 'ETLS' || (code === 'ESOCKET' && /wrong version number/i.test(message))) return 'mail_no_tls';
  if (code === 'ESOCKET' && /certificate/i.test(message)) return 'mail_certificate';
  return code === 'ETIMEDOUT' && message === 'Timeout' ? 'mail_silent' : 'mail_unreachable';
}

/** The bare addresses of a comma list; whatever else stands in it is left out. */
function addressesIn(list: string): readonly string[] {
  return list.split(',').flatMap((part) => (isEmailAddress(part.trim()) ? part.trim() : []));
}

/** As an object, so that nothing in it is read as a second address or a header. */
const addressed = (address: string) => ({ name: '', address });
