import { dataDirectory, servedFrom } from './data-directory.ts';
import { CommandFailure, exitCode } from './exit-code.ts';
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
  const chosen = options.url || env.TRIQUAD_URL || undefined;
  const url = addressed(chosen ?? served.url ?? nobodySaid);
  const isOurs = chosen === undefined || (served.url !== undefined && url.origin === addressed(served.url).origin);
  const token = options.token || env.TRIQUAD_TOKEN || (isOurs ? served.token : undefined);
  return {
    ...addresses(url.href),
    token: token && sendable('token', token),
    apiKey: sendable('application key', options.apiKey || env.TRIQUAD_API_KEY || applicationKey),
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

function addressed(text: string): URL {
  const url = URL.parse(text);
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new CommandFailure(`"${text}" is no address of a bot; one is like ${nobodySaid}`, exitCode.usage);
}

function sendable(what: string, text: string): string {
  const trimmed = text.trim();
  if (/^[!-~]+$/.test(trimmed)) return trimmed;
  throw new CommandFailure(`the ${what} has characters that no ${what} has`, exitCode.usage);
}
