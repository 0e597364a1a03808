import http, { type Agent } from 'node:http';
import https from 'node:https';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Sends all calls and sockets of this process that leave the machine through the proxies that `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`
 * name, in capitals or not. `proxy`: used in place of the first two.
 * Returns a function that takes it back.
 * @throws TypeError for a proxy that is no address.
 */
export const setProxies = (env: Env, proxy?: string): (() => void) => {
  const of = (name: string): string | undefined => env[name.toLowerCase()] || env[name] || undefined;
  const [secure, plain, no] = [proxy ?? of('HTTPS_PROXY'), proxy ?? of('HTTP_PROXY'), of('NO_PROXY')];
  if (secure === undefined && plain === undefined) return () => {};
  return http.setGlobalProxyFromEnv({
    ...(secure !== undefined && { HTTPS_PROXY: secure }),
    ...(plain !== undefined && { HTTP_PROXY: plain }),
    ...(no !== undefined && { NO_PROXY: no }),
  });
};

/** The agent for a socket at that address, which goes through the proxy of the process, if any. */
export const agentFor = (address: string): Agent => (/^(wss|https):/.test(address) ? https : http).globalAgent;

/** The proxy for calls to an address as it may be shown, without its password; null without one. */
export const proxyFor = (address: string): string | null => {
  const { hostname, protocol } = new URL(address);
  const { proxyEnv } = (agentFor(address) as Agent & { readonly options: { readonly proxyEnv?: Env } }).options;
  const proxy = /^(wss|https):$/.test(protocol) ? proxyEnv?.HTTPS_PROXY : proxyEnv?.HTTP_PROXY;
  if (proxy === undefined || isExempt(hostname, proxyEnv?.NO_PROXY ?? '')) return null;
  const { protocol: scheme, host } = new URL(proxy);
  return `${scheme}//${host}`;
};

const isExempt = (host: string, list: string): boolean =>
  list.split(',').some((entry) => {
    const name = entry.trim().replace(/^\*?\./, '');
    return name === '*' || (name !== '' && (host === name || host.endsWith(`.${name}`)));
  });

/** Why a proxy lets no call through to an address, as a clause: a failed call does not say so. */
export const proxyTrouble = (address: string, timeoutMs: number): Promise<string> =>
  new Promise((resolve) => {
    const probe = https.request(address, { method: 'HEAD', agent: https.globalAgent, timeout: timeoutMs });
    probe.on('response', () => resolve('it ends the connection'));
    probe.on('timeout', () => probe.destroy(new Error('it does not answer')));
    probe.on('error', (error: Error & { statusCode?: number; code?: string }) => resolve(troubleOf(error)));
    probe.end();
  });

/** A refusal of the proxy in words. */
export const troubleOf = ({
  statusCode,
  code,
  message,
}: {
  readonly statusCode?: number;
  readonly code?: string;
  readonly message: string;
}): string => {
  if (statusCode === 407) return 'it asks for a password: HTTPS_PROXY may hold one, as http://name:password@host:port';
  return statusCode === undefined ? (code ?? message) : `it answers ${statusCode}`;
};
