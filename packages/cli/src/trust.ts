import { publicKeyIn } from '@triquad/bot/directory';
import { type Context, readContexts, writeContexts } from './contexts.ts';

/** Demands on the bot at an address before anything is sent over a connection to it. */
export interface Trust {
  /** Address of the proof. */
  readonly url: string;
  /** Its public key; null: any, which is kept with the context. */
  readonly key: string | null;
  /** Why that key, as a clause: "the key of …". */
  readonly source: string;
  /** Context by which the bot was named. */
  readonly context: string | null;
  /** False where a bot that cannot prove itself is used all the same. */
  readonly isDemanded: boolean;
}

type Named = (Context & { readonly name: string }) | null;

/** Demands on a bot over the network, null where nothing is known that it could be held against. */
export function trustOf(apiUrl: string, context: Named, directory: string): Trust | null {
  const base = { url: `${apiUrl}/identity/proof`, context: context?.name ?? null, isDemanded: true };
  if (context?.key) return { ...base, key: context.key, source: `the key of the context ${context.name}` };
  // A bot that was added as one without a key may have one by now.
  const local = context?.key !== null && isLoopback(apiUrl) ? publicKeyIn(directory) : null;
  if (local !== null) return { ...base, key: local, source: `the key of ${directory}` };
  return context === null ? null : { ...base, key: null, source: 'any key', isDemanded: false };
}

/** True for an address of this machine. */
const isLoopback = (url: string): boolean => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);

/** True where a token would go unencrypted to a bot on another machine that did not prove itself. */
export const isUnguarded = (apiUrl: string, trust: Trust | null): boolean =>
  apiUrl.startsWith('http:') && !isLoopback(apiUrl) && trust?.isDemanded !== true;

/** Keeps the key with its context. */
export function pinKey(name: string, key: string): void {
  const { current, contexts } = readContexts();
  const context = contexts[name];
  if (context !== undefined && context.key !== key)
    writeContexts({ current, contexts: { ...contexts, [name]: { ...context, key } } });
}
