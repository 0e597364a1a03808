import { readFileSync } from 'node:fs';
import type { BlockList } from 'node:net';
import { createSecureContext } from 'node:tls';
import { CannotStart } from '../model/cannot-start.ts';
import { proxyList } from './source.ts';

const USAGE = 2;
const HOST_FORM = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
const BASE_PATH_FORM = /^(?:\/[A-Za-z0-9][A-Za-z0-9._~-]*)+$/;
const LOOPBACK = ['127.0.0.1', 'localhost', '::1'];
const WILDCARD = ['0.0.0.0', '::'];

/** How the bot may be reached, as the operator says it. */
export interface BindOptions {
  /** Another address than a loopback one takes users, and TLS or a proxy that has it. */
  readonly host: string;
  /** PEM files. */
  readonly tlsCert?: string | undefined;
  readonly tlsKey?: string | undefined;
  /** Addresses or networks of the proxies that speak TLS for the bot. */
  readonly trustProxy?: readonly string[] | undefined;
  /** `https://bot.example` or `https://bot.example/bots/a`: where browsers reach it. */
  readonly publicUrl?: string | undefined;
  /** `/bots/a`: path that its page and its calls begin with; left out, that of `publicUrl`. */
  readonly basePath?: string | undefined;
  /** Names that probes and scrapers call it by, with or without a port. */
  readonly allowHost?: readonly string[] | undefined;
}

/** How the bot may be reached, proven to be safe. */
export interface BindSettings {
  readonly host: string;
  readonly tls: { readonly cert: Buffer; readonly key: Buffer } | null;
  readonly proxies: BlockList;
  readonly isProxied: boolean;
  readonly publicOrigin: string | null;
  /** `/bots/a`, or empty. A request may come with or without it. */
  readonly basePath: string;
  /** In lower case. */
  readonly allowedHosts: readonly string[];
  /** Others than this machine may reach it: somebody must be able to sign in by password. */
  readonly isOpen: boolean;
}

/** Only this machine reaches the bot unless TLS guards the way to it. @throws CannotStart naming what is missing. */
export function readBindSettings(options: BindOptions): BindSettings {
  const { host, trustProxy = [], allowHost = [] } = options;
  const isLoopback = LOOPBACK.includes(host);
  const proxies = proxyList(trustProxy);
  if (proxies === null) throw refused('--trust-proxy takes addresses or networks, e.g. 127.0.0.1,10.0.0.0/8');
  const isProxied = trustProxy.length > 0;
  const tls = readTls(options);
  const publicOrigin = options.publicUrl === undefined ? null : publicAddress(options.publicUrl).origin;
  const basePath = basePathOf(options);
  if (!isLoopback && tls === null && !isProxied) {
    throw refused(
      `--host ${host} lets other machines in: that takes passwords and TLS (--tls-cert and --tls-key), or a proxy that has it (--trust-proxy and --public-url)`,
    );
  }
  if (publicOrigin === null && (isProxied || WILDCARD.includes(host))) {
    throw refused('give the address that browsers see: --public-url https://…');
  }
  if (publicOrigin !== null && tls === null && !isProxied) {
    throw refused('--public-url goes with --tls-cert and --tls-key, or with --trust-proxy');
  }
  const odd = allowHost.find((name) => !HOST_FORM.test(name));
  if (odd !== undefined) throw refused(`--allow-host takes the names of hosts, e.g. bot.internal:8787, not ${odd}`);
  const allowedHosts = allowHost.map((name) => name.toLowerCase());
  return { host, tls, proxies, isProxied, publicOrigin, basePath, allowedHosts, isOpen: !isLoopback || isProxied };
}

function readTls({ tlsCert, tlsKey }: BindOptions): BindSettings['tls'] {
  if (tlsCert === undefined && tlsKey === undefined) return null;
  if (tlsCert === undefined || tlsKey === undefined) throw refused('--tls-cert and --tls-key go together');
  const tls = { cert: read(tlsCert), key: read(tlsKey) };
  try {
    createSecureContext(tls);
  } catch (error) {
    throw new CannotStart(`${tlsCert} and ${tlsKey} are no certificate and its key (${reasonOf(error)})`, 1);
  }
  return tls;
}

function read(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new CannotStart(`${path} cannot be read (${reasonOf(error)})`, 1);
  }
}

/** An origin, and the path that may follow it. */
function publicAddress(text: string): { readonly origin: string; readonly path: string } {
  const url = URL.parse(text);
  const isAddress = url?.protocol === 'https:' && url.search === '' && url.hash === '' && url.username === '';
  const path = url?.pathname.replace(/\/$/, '') ?? '';
  if (url === null || !isAddress || (path !== '' && !BASE_PATH_FORM.test(path))) {
    throw refused(
      '--public-url is https:// and a host, with a port and a path where it has them, and nothing after it',
    );
  }
  return { origin: url.origin, path };
}

function basePathOf({ publicUrl, basePath }: BindOptions): string {
  const own = basePath?.replace(/\/$/, '');
  if (own !== undefined && own !== '' && !BASE_PATH_FORM.test(own))
    throw refused(`--base-path is a path like /bots/a, not ${own}`);
  const named = publicUrl === undefined ? '' : publicAddress(publicUrl).path;
  if (own !== undefined && named !== '' && own !== named)
    throw refused(`--base-path is ${own}, and --public-url ends with ${named}`);
  return own ?? named;
}

/** The address of a request without the base path, with which it may come or not. */
export const withoutBase = (url: string, basePath: string): string =>
  basePath !== '' && (url === basePath || /^[/?]/.test(url.slice(basePath.length))) && url.startsWith(basePath)
    ? url.slice(basePath.length).replace(/^(?!\/)/, '/')
    : url;

const refused = (message: string): CannotStart => new CannotStart(message, USAGE);

const reasonOf = (error: unknown): string =>
  error instanceof Error ? ('code' in error ? String(error.code) : error.message) : String(error);
