import type { Transport } from '@triquad/core';
import { type Context, contextOf, localName } from './contexts.ts';
import { dataDirectory, type Served, servedFrom } from './data-directory.ts';
import { CommandFailure, exitCode } from './exit-code.ts';
import type { Host } from './host.ts';
import { isUnguarded, type Trust, trustOf } from './trust.ts';

/** The options by which every command finds its bot. */
export interface ConnectionOptions {
  readonly url?: string;
  readonly token?: string;
  readonly apiKey?: string;
  readonly dataDir?: string;
  readonly context?: string;
  /** Seconds. */
  readonly timeout?: number;
}

export interface Connection {
  readonly apiUrl: string;
  readonly socketUrl: string;
  /** The local door, by which the calls to these addresses go; null: over the network. */
  readonly door: string | null;
  /** Demands on the bot, before it is sent anything; null by the local door, and where nothing is known of it. */
  readonly trust: Trust | null;
  readonly token: string | undefined;
  readonly apiKey: string;
  readonly timeoutMs: number;
  /** The context by which the bot was found, null without one. */
  readonly context: string | null;
}

// It names the application that calls, not the operator.
const applicationKey = 'triquad';
const defaultUrl = 'http://127.0.0.1:8787';
const defaultTimeoutMs = 30_000;

/** Which bot is meant. */
export interface Choice {
  /** The data directory that is meant, absolute. */
  readonly directory: string;
  /** Address and token that the bot of the directory left there; empty while none runs. */
  readonly served: Served;
  /** Source and address of a bot other than the directory's; null without one. */
  readonly elsewhere: { readonly by: string; readonly url: URL } | null;
  /** The context that names the bot, null where something else does. */
  readonly context: (Context & { readonly name: string }) | null;
}

/** Flags beat the environment. @throws CommandFailure when two flags name different bots, or an address is none. */
export function chooseBot({ url, dataDir, context: wanted }: ConnectionOptions, env: Host['env']): Choice {
  if (wanted !== undefined && (url || dataDir !== undefined)) {
    const other = url ? '--url' : '--data-dir';
    throw new CommandFailure(`--context and ${other} both name a bot; give one of them`, exitCode.usage);
  }
  const directory = dataDirectory(dataDir);
  const served = servedFrom(directory);
  const isNamed = url !== undefined || dataDir !== undefined;
  const context = isNamed || (wanted === undefined && env.TRIQUAD_URL) ? null : contextOf(wanted);
  const ofEnvironment = dataDir === undefined && wanted !== localName ? env.TRIQUAD_URL : undefined;
  const named = url || context?.url || ofEnvironment || undefined;
  const by = url ? '--url' : context ? `context ${context.name}` : 'TRIQUAD_URL';
  const address = named === undefined ? null : addressed(named);
  const isServed = address !== null && served.url !== undefined && address.origin === addressed(served.url).origin;
  if (address !== null && !isServed && dataDir !== undefined && served.url !== undefined) {
    const message = `--url names ${address.origin}, --data-dir the bot at ${addressed(served.url).origin}; give one of them`;
    throw new CommandFailure(message, exitCode.usage);
  }
  return { directory, served, context, elsewhere: address === null || isServed ? null : { by, url: address } };
}

/**
 * How to reach the bot that is meant: flags, then the environment, then the current context, then what `serve` left in its data
 * directory. A token goes to the bot of its context, or by the local door to the one that left it there, and to no other address.
 */
export function resolveConnection(options: ConnectionOptions, env: Host['env']): Connection {
  const { directory, served, elsewhere, context } = chooseBot(options, env);
  const isNetwork = elsewhere !== null || (served.url === undefined && isTokenGiven(options, env));
  const door = isNetwork ? null : doorOf(directory, served, options);
  const url = elsewhere?.url ?? addressed(served.url ?? defaultUrl);
  const ofContext = context?.token;
  const own = options.context === undefined ? tokenOf(options, env, url) || ofContext : ofContext;
  const token = options.token || own || (door === null ? undefined : served.token);
  const { apiUrl, socketUrl } = addresses(url.href);
  return {
    ...{ apiUrl, socketUrl, door, trust: door === null ? trustOf(apiUrl, context, directory) : null },
    token: token && sendable('token', token),
    apiKey: sendable('application key', options.apiKey || env.TRIQUAD_API_KEY || applicationKey),
    timeoutMs: options.timeout === undefined ? defaultTimeoutMs : options.timeout * 1000,
    context: context?.name ?? null,
  };
}

/** For what needs an address and calls no bot, as a recorded session. */
export const withoutBot = (): Connection => ({
  ...addresses(defaultUrl),
  ...{ door: null, trust: null, token: undefined, apiKey: applicationKey },
  ...{ timeoutMs: defaultTimeoutMs, context: null },
});

/** For a bot at the usual address that left nothing in the directory, e.g. in a container. */
const isTokenGiven = ({ token, dataDir }: ConnectionOptions, env: Host['env']): boolean =>
  dataDir === undefined && Boolean(token || env.TRIQUAD_TOKEN);

/** How calls to the bot leave. */
export const transportOf =
  (host: Pick<Host, 'fetch'>, { door, trust }: Pick<Connection, 'door' | 'trust'>): Transport =>
  (url, request) =>
    host.fetch(url, { ...request, ...(door !== null && { door }), ...(trust !== null && { trust }) });

/** One line where the token goes over the network to a bot that nothing tells from another program; null otherwise. */
export const unguarded = ({ apiUrl, door, trust, token }: Connection): string | null =>
  door === null && token !== undefined && isUnguarded(apiUrl, trust)
    ? `the token goes to ${new URL(apiUrl).origin} unencrypted, and the bot there has not proven itself: use https or a tunnel`
    : null;

/** @throws CommandFailure where no bot of the directory can be there: its token goes nowhere else. */
function doorOf(directory: string, { url, door, obstacle }: Served, { dataDir }: ConnectionOptions): string {
  if (obstacle !== undefined) throw new CommandFailure(obstacle, exitCode.unreachable);
  if (door !== undefined) return door;
  const advice =
    url === undefined
      ? `start it with "triquad serve${dataDir === undefined ? '' : ` --data-dir ${dataDir}`}"`
      : `one that has no local door, as its log says, is reached by --url ${addressed(url).origin} and --token`;
  throw new CommandFailure(`no bot runs with the data directory ${directory}; ${advice}`, exitCode.unreachable);
}

/** The token of the environment, unless it belongs to the bot of the environment and a flag names another one. */
function tokenOf({ dataDir }: ConnectionOptions, env: Host['env'], url: URL): string | undefined {
  const isOfAnother = dataDir !== undefined && env.TRIQUAD_URL && addressed(env.TRIQUAD_URL).origin !== url.origin;
  return isOfAnother ? undefined : env.TRIQUAD_TOKEN;
}

/** `http://host:port` means the calls under `/api/v1`; an address with a path is the address of the calls itself. */
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
  throw new CommandFailure(`"${text}" is no address of a bot; one is like ${defaultUrl}`, exitCode.usage);
}

function sendable(what: string, text: string): string {
  const trimmed = text.trim();
  if (/^[!-~]+$/.test(trimmed)) return trimmed;
  throw new CommandFailure(`the ${what} has characters that no ${what} has`, exitCode.usage);
}
