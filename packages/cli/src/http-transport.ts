import type { IncomingMessage } from 'node:http';
import { ConnectionFault, type Transport } from '@triquad/core';
import { provingAgent } from './proving-agent.ts';
import type { Trust } from './trust.ts';

const mostRedirects = 5;

/**
 * HTTP without Node's `fetch`, which takes forty milliseconds to load.
 * The modules are looked up on demand, because importing them loads `fetch` as well.
 */
export const httpTransport: DoorTransport = (url, request) =>
  request.door === undefined
    ? exchange(url, request, mostRedirects)
    : exchange(url.replace(/^https:/, 'http:'), request, 0);

type Asked = Parameters<Transport>[1] & { readonly door?: string | undefined; readonly trust?: Trust | undefined };
/** `door`: the path of a local door, by which the call goes whatever the address. `trust`: who is asked for a proof before each connection is used. */
export type DoorTransport = (url: string, request: Asked) => ReturnType<Transport>;

const exchange = async (url: string, request: Asked, redirects: number): ReturnType<Transport> => {
  const answer = await open(url, request);
  const { statusCode: status = 0, headers } = answer;
  if ((status === 307 || status === 308) && headers.location !== undefined && redirects > 0) {
    answer.resume();
    const next = new URL(headers.location, url);
    if (next.origin !== new URL(url).origin) throw new Error(`redirected to ${next.origin}`);
    return exchange(next.href, request, redirects - 1);
  }
  return {
    status,
    headers: { get: (name) => headers[name.toLowerCase()]?.toString() ?? null },
    get body() {
      return process.getBuiltinModule('node:stream').Readable.toWeb(answer) as ReadableStream<Uint8Array>;
    },
    text: () => textOf(answer, request.signal),
  };
};

function open(url: string, { method, headers, body, signal, door, trust }: Asked): Promise<IncomingMessage> {
  const { request } = process.getBuiltinModule(url.startsWith('https:') ? 'node:https' : 'node:http');
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    const outgoing = request(
      url,
      {
        ...{ method, headers: { ...headers, ...length }, signal },
        ...(door !== undefined && { socketPath: door }),
        ...(trust !== undefined && { agent: provingAgent(trust), provenWithin: signal }),
      },
      resolve,
    );
    outgoing.on('error', (error) => reject(distrust(error, url) ?? failure(signal)));
    outgoing.end(body);
  });
}

const untrusted = /^(?:CERT_|ERR_TLS_CERT|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED_CERT|UNABLE_TO_(?:GET_ISSUER|VERIFY))/;

/** Why nothing is sent to what answers there; null for another failure. */
function distrust(error: Error & { readonly code?: string }, url: string): ConnectionFault | null {
  if (error instanceof ConnectionFault) return error;
  if (!untrusted.test(error.code ?? '')) return null;
  const [reason] = error.message.split(';');
  const advice = 'name a file with its authority in NODE_EXTRA_CA_CERTS, or the bot by the name in its certificate';
  const detail = `the certificate of the bot at ${new URL(url).origin} is not trusted (${reason}); ${advice}`;
  return new ConnectionFault('certificate_untrusted', detail);
}

const failure = (signal: AbortSignal): unknown => (signal.aborted ? signal.reason : new Error('no answer'));

/** Not by `for await`, whose first use takes longer than a short answer. */
function textOf(answer: IncomingMessage, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    answer.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    const cutOff = () => reject(failure(signal));
    // After the end it changes nothing.
    answer
      .on('end', () => resolve(text))
      .on('error', cutOff)
      .on('close', cutOff);
  });
}
