import type { IncomingHttpHeaders } from 'node:http';

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

/** On every response. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** The exact `Host` values under which a loopback server is reached. */
export function loopbackHosts(port: number): ReadonlySet<string> {
  return new Set([`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`]);
}

/** Why a request is not from our own page or from a program, or null when it is: DNS rebinding and foreign pages end here. */
export function foreignness(headers: IncomingHttpHeaders, hosts: ReadonlySet<string>): string | null {
  if (headers.host === undefined || !hosts.has(headers.host.toLowerCase()))
    return 'This bot does not answer to that host.';
  const { origin } = headers;
  if (origin === undefined) return null;
  const known = origin.startsWith('http://') && hosts.has(origin.slice('http://'.length));
  return known ? null : 'This bot does not answer pages of another origin.';
}
