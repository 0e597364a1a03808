import type { IncomingMessage } from 'node:http';
import type { BindSettings } from './bind-settings.ts';
import { isProxy, peerOf } from './source.ts';

const WILDCARD = ['0.0.0.0', '::'];
/** Told to who comes by a proxy that keeps to itself how it was reached. */
export const NO_SCHEME = 'The proxy does not say by X-Forwarded-Proto that it was reached over https.';
const NOT_THAT_HOST = 'This bot does not answer to that host.';

/**
 * Blueprint and echarts position and colour by style attributes, so those are allowed; scripts and style sheets are
 * our own files only. Blueprint's style sheet draws check marks and icons from `data:` images and fonts.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Sent where browsers come over https: they never try without it again. */
export const STRICT_TRANSPORT = { 'strict-transport-security': 'max-age=31536000' } as const;

/** On every response. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** Who may speak to the bot: the exact values of `Host`, and of `Origin` where there is one. */
export interface Audience {
  readonly hosts: ReadonlySet<string>;
  readonly origins: ReadonlySet<string>;
}

/** This machine's names for the port, the address that is listened on, the one that browsers see, and further names for programs. */
export function audienceOf({ host, tls, publicOrigin, allowedHosts }: BindSettings, port: number): Audience {
  const scheme = tls === null ? 'http' : 'https';
  const own = WILDCARD.includes(host) ? [] : [host.includes(':') ? `[${host}]` : host];
  const local = ['127.0.0.1', 'localhost', '[::1]', ...own].map((name) => new URL(`${scheme}://${name}:${port}`));
  const all = publicOrigin === null ? local : [...local, new URL(publicOrigin)];
  const allowed = allowedHosts.flatMap((name) => [name, `${name}:${port}`]);
  return {
    hosts: new Set([...all.map((url) => url.host), ...allowed]),
    origins: new Set(all.map((url) => url.origin)),
  };
}

/** The origins at which clients reach the bot, as they dial them. */
export function addressesOf(settings: BindSettings, port: number): ReadonlySet<string> {
  const { tls, isProxied, allowedHosts } = settings;
  const schemes = [...(tls === null ? ['http'] : []), ...(tls !== null || isProxied ? ['https'] : [])];
  const named = allowedHosts.flatMap((name) => [name, `${name}:${port}`]);
  const further = schemes.flatMap((scheme) => named.map((name) => URL.parse(`${scheme}://${name}`)?.origin ?? ''));
  return new Set([...audienceOf(settings, port).origins, ...further]);
}

type Named = Pick<IncomingMessage, 'url' | 'headers'> & Partial<Pick<IncomingMessage, 'headersDistinct'>>;

/** Why a request is not from our own page or from a program, or null when it is: DNS rebinding and foreign pages end here. */
export function foreignness(
  { url = '/', headers: { host, origin }, headersDistinct }: Named,
  { hosts, origins }: Audience,
): string | null {
  // A proxy before the bot may have looked at another of them than Node does.
  if ((headersDistinct?.host?.length ?? 0) > 1) return NOT_THAT_HOST;
  if (host === undefined || !hosts.has(host.toLowerCase())) return NOT_THAT_HOST;
  // A whole address names the host too, and goes before the header (RFC 9112, 3.2.2).
  if (!url.startsWith('/') && url !== '*' && !hosts.has(URL.parse(url)?.host ?? '')) return NOT_THAT_HOST;
  if (origin === undefined || origins.has(origin)) return null;
  return 'This bot does not answer pages of another origin.';
}

/** Why a request by the local door is not from a program, or null when it is: no page comes that way. */
export const pageness = ({ headers: { origin } }: Pick<IncomingMessage, 'headers'>): string | null =>
  origin === undefined ? null : 'The local door is for programs.';

/** Why a connection did not come the declared way, or null when it did. */
export function detour(request: IncomingMessage, { tls, isProxied, proxies }: BindSettings): string | null {
  if (tls !== null || !isProxied) return null;
  const peer = peerOf(request);
  if (!isProxy(proxies, peer)) return isLoopback(peer) ? null : 'This bot answers its proxy alone.';
  const { 'x-forwarded-proto': scheme, 'x-forwarded-for': client } = request.headers;
  if (scheme === 'https') return null;
  // A program of this machine, where the proxy is one too.
  if (scheme === undefined && client === undefined && isLoopback(peer)) return null;
  return scheme === undefined || scheme === '' ? NO_SCHEME : 'This bot answers over https alone.';
}

const isLoopback = (address: string): boolean => address === '::1' || address.startsWith('127.');
