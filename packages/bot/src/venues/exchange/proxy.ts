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

/** The proxy in use without its password, and who named it. */
type ProxyInUse = { readonly address: string; readonly by: 'start' | 'choice' | 'environment' };
export type Proxies = {
  /** From now on calls and sockets go through the proxy that the start named, else the chosen one, else as the environment says. */
  use(chosen: string | undefined): void;
  inUse(): ProxyInUse | null;
};

/** The proxies of a bot, whose market may name another one while it runs. `given`: by the start. */
export const createProxies = (env: Env, given?: string): Proxies => {
  let [release, inUse] = [(): void => {}, null as ProxyInUse | null];
  return {
    use: (chosen) => {
      release();
      release = setProxies(env, given ?? chosen);
      const address = given ?? chosen ?? env.https_proxy ?? env.HTTPS_PROXY;
      const by = given !== undefined ? 'start' : chosen !== undefined ? 'choice' : 'environment';
      inUse = address ? { address: withoutPassword(address), by } : null;
    },
    inUse: () => inUse,
  };
};

/** The address of a proxy as it may be shown. */
export const withoutPassword = (address: string): string => {
  const { protocol, host } = new URL(address);
  return `${protocol}//${host}`;
};

/** The agent for a socket at that address, which goes through the proxy of the process, if any. */
export const agentFor = (address: string): Agent => (/^(wss|https):/.test(address) ? https : http).globalAgent;

/** The proxy for calls to an address as it may be shown, without its password; null without one. */
export const proxyFor = (address: string): string | null => {
  const { hostname, protocol } = new URL(address);
  const { proxyEnv } = (agentFor(address) as Agent & { readonly options: { readonly proxyEnv?: Env } }).options;
  const proxy = /^(wss|https):$/.test(protocol) ? proxyEnv?.HTTPS_PROXY : proxyEnv?.HTTP_PROXY;
  if (proxy === undefined || isExempt(hostname, proxyEnv?.NO_PROXY ?? '')) return null;
  return withoutPassword(proxy);
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
