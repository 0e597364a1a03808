import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { isSignedBy } from '@triquad/bot/directory';
import { ConnectionFault } from '@triquad/core';
import { pinKey, type Trust } from './trust.ts';

const withinMs = 10_000;
const longestAnswer = 16_384;

/** An answer to a challenge. */
export interface Answered {
  readonly status: number;
  readonly text: string;
}

/** A question that only the holder of the bot's private key can answer, and for this address alone. */
export function challengeOf(url: string): { readonly nonce: string; readonly address: string } {
  const nonce = process.getBuiltinModule('node:crypto').randomBytes(32).toString('base64url');
  return { nonce, address: new URL(url).origin };
}

/** The public key that an answer proves, null from a bot that cannot prove itself. @throws ConnectionFault for one that does not hold */
export function provenKey(challenge: ReturnType<typeof challengeOf>, { status, text }: Answered): string | null {
  const { address } = challenge;
  if (status === 409) {
    const advice = 'a proxy or tunnel before it takes --public-url or --allow-host at the bot';
    throw unproven(`the bot behind ${address} says that this is not its address, so nothing is sent there; ${advice}`);
  }
  if (status === 429 || status >= 500) throw unproven(`the bot at ${address} cannot prove itself now (${status})`);
  if (status !== 200) return null;
  const { key, signature } = fieldsOf(text);
  if (typeof key !== 'string' || typeof signature !== 'string') return null;
  if (isSignedBy(key, challenge, signature)) return key;
  throw unproven(`the proof of the bot at ${address} does not hold: another program may relay it, so nothing is sent`);
}

/**
 * Has the bot at the other end of a connection prove itself. @returns false where nothing was proven, nothing is demanded, and the connection
 * cannot be used again. @throws ConnectionFault
 */
export async function prove(socket: Duplex, trust: Trust, signal: AbortSignal | undefined): Promise<boolean> {
  const limit = AbortSignal.timeout(withinMs);
  const challenge = challengeOf(trust.url);
  const answer = await ask(
    socket,
    trust.url,
    challenge,
    signal === undefined ? limit : AbortSignal.any([signal, limit]),
  );
  hold(trust, challenge.address, provenKey(challenge, answer));
  if (answer.isOpen || !trust.isDemanded) return answer.isOpen;
  throw unproven(`what answers at ${challenge.address} ends the connection after its proof`);
}

/** @throws ConnectionFault for another key than the one that is known */
function hold({ key, source, context, isDemanded }: Trust, address: string, proven: string | null): void {
  const advice = `if it is meant, "triquad context ${context === null ? 'add' : 'trust'}" trusts it`;
  if (proven === null && isDemanded)
    throw unproven(`the bot at ${address} does not prove itself by ${source}, so nothing was sent to it; ${advice}`);
  if (key !== null && proven !== key)
    throw unproven(`the bot at ${address} has another key than ${source}, so nothing was sent to it; ${advice}`);
  if (context !== null && proven !== null) pinKey(context, proven);
}

const unproven = (detail: string): ConnectionFault => new ConnectionFault('not_proven', detail);

function ask(
  socket: Duplex,
  url: string,
  challenge: object,
  signal: AbortSignal,
): Promise<Answered & { isOpen: boolean }> {
  const { Agent, request } = process.getBuiltinModule('node:http');
  const { host, hostname, pathname } = new URL(url);
  const body = JSON.stringify(challenge);
  const headers = {
    Host: host,
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    Accept: 'application/json',
  };
  const agent = new Agent({ keepAlive: true });
  agent.createConnection = () => socket;
  // It goes on to another agent, which must not find this one's listeners on it.
  agent.removeAllListeners('free').on('free', () => socket.emit('agentRemove'));
  return new Promise((resolve, reject) => {
    const outgoing = request({ agent, method: 'POST', host: hostname, path: pathname, headers, signal }, (answer) => {
      read(answer).then((text) => {
        const isOpen = outgoing.shouldKeepAlive && !socket.destroyed;
        // After the answer the socket is given back to its agent.
        setImmediate(() => resolve({ status: answer.statusCode ?? 0, text, isOpen }));
      }, reject);
    });
    outgoing.on('error', reject).end(body);
  });
}

function read(answer: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    answer.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      if (text.length > longestAnswer) answer.destroy(unproven('the answer to the challenge is too long'));
    });
    answer.on('end', () => resolve(text)).on('error', reject);
  });
}

function fieldsOf(text: string): { readonly key?: unknown; readonly signature?: unknown } {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
