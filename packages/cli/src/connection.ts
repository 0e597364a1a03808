import { dataDirectory, servedFrom } from './data-directory.ts';
import type { Host } from './host.ts';

/** The options by which every command finds its bot. */
export interface ConnectionOptions {
  readonly url?: string;
  readonly token?: string;
  readonly apiKey?: string;
  readonly dataDir?: string;
  /** Seconds. */
  readonly timeout?: number;
}

export interface Connection {
  readonly apiUrl: string;
  readonly socketUrl: string;
  readonly token: string | undefined;
  readonly apiKey: string;
  readonly timeoutMs: number;
}

// It says which application calls, not who.
const applicationKey = 'triquad';
const nobodySaid = 'http://127.0.0.1:8787';
const defaultTimeoutMs = 30_000;

/**
 * Flags, then the environment, then what `serve` left in its data directory.
 * A token found there goes to the bot that left it and to no other address.
 */
export function resolveConnection(options: ConnectionOptions, env: Host['env']): Connection {
  const served = servedFrom(dataDirectory(options.dataDir));
  const chosen = options.url ?? env.TRIQUAD_URL;
  const url = chosen ?? served.url ?? nobodySaid;
  const isOurs = chosen === undefined || (served.url !== undefined && originOf(chosen) === originOf(served.url));
  return {
    ...addresses(url),
    token: options.token ?? env.TRIQUAD_TOKEN ?? (isOurs ? served.token : undefined),
    apiKey: options.apiKey ?? env.TRIQUAD_API_KEY ?? applicationKey,
    timeoutMs: options.timeout === undefined ? defaultTimeoutMs : options.timeout * 1000,
  };
}

/** `http://host:port` stands for the calls under `/api/v1`; an address with a path is taken as the calls' own. */
export function addresses(url: string): { apiUrl: string; socketUrl: string } {
  const api = new URL(url);
  const socket = new URL('/ws', api);
  socket.protocol = api.protocol === 'https:' ? 'wss:' : 'ws:';
  if (api.pathname === '/') api.pathname = '/api/v1';
  return { apiUrl: api.href.replace(/\/+$/, ''), socketUrl: socket.href };
}

function originOf(url: string): string | undefined {
  return URL.parse(url)?.origin;
}
