import type { Clock } from '../../model/clock.ts';
import type { Throttled, ThrottleScope } from '../../model/exchange.ts';
import { type Elapsed, later, since } from '../../model/moment.ts';
import { isObject, parsed } from './json.ts';
import { proxyFor, proxyTrouble } from './proxy.ts';
import { retryAfterOf } from './retry-after.ts';

/** Public calls to one exchange over HTTP. */
export type Rest = {
  /** The body of the answer. @throws Error that says in one clause what is the matter: `does not answer within 5 s`. */
  get(path: string, timeoutMs: number): Promise<string>;
  /** The same with an empty body. */
  post(path: string, timeoutMs: number): Promise<string>;
};

/** The exchange was asked too often, and is not asked again for `retryAfterMs`, in ms. */
export class AskedTooOften extends Error {
  readonly throttled: Throttled;

  constructor(scope: PublicScope, retryAfterMs: number) {
    const what = scope === 'address' ? 'was asked too often from this address' : 'was asked too often';
    super(`${what}, and is asked again in ${Math.ceil(retryAfterMs / 1_000)} s`);
    this.throttled = { kind: 'throttled', scope, retryAfterMs };
  }
}

/** Public calls read the market; where the exchange counts all requests of an address together, nothing else gets through either. */
type PublicScope = Extract<ThrottleScope, 'data' | 'address'>;

export type RestAnswer = { readonly status: number; readonly text: string };

/** Differences between exchanges. */
type Limits = {
  /** Scope of a 429; left out, market data. */
  readonly tooMany?: PublicScope;
  /** An answer of another status says that too much was asked. */
  isRefusal?(answer: RestAnswer): boolean;
};

/** `base`: scheme, host and the part of the path that all calls share. */
export const createRest = (base: string, clock: Clock, { tooMany = 'data', isRefusal }: Limits = {}): Rest => {
  let held: { readonly scope: PublicScope; readonly until: Elapsed } | null = null;
  const throttle = (): AskedTooOften | null => {
    const leftMs = held === null ? 0 : since(clock.monotonic(), held.until);
    return held !== null && leftMs > 0 ? new AskedTooOften(held.scope, leftMs) : null;
  };
  /** A call that was under way may name another time: the wider scope and the later end hold. */
  const hold = (scope: PublicScope, ms: number): void => {
    const before = throttle()?.throttled;
    const isWider = before?.scope === 'address' || scope === 'address';
    held = {
      scope: isWider ? 'address' : scope,
      until: later(clock.monotonic(), Math.max(ms, before?.retryAfterMs ?? 0)),
    };
  };

  /** The scope that the answer names as used up; null where it names none. */
  const scopeOf = ({ status, text, retryAfter }: Awaited<ReturnType<typeof fetchText>>): PublicScope | null => {
    if (status === 418) return 'address';
    if (status === 429) return tooMany;
    if ((status === 503 && retryAfter !== null) || isRefusal?.({ status, text })) return 'data';
    return null;
  };

  const call = async (method: 'GET' | 'POST', path: string, timeoutMs: number): Promise<string> => {
    const before = throttle();
    if (before) throw before;
    const answer = await fetchText(clock, method, `${base}${path}`, timeoutMs);
    const scope = scopeOf(answer);
    if (scope !== null) hold(scope, retryAfterOf(answer, clock.now()));
    const after = scope === null ? null : throttle();
    if (after) throw after;
    if (answer.status === 451)
      throw new Error(`answers 451: it does not serve the place of this machine${reasonIn(answer.text)}`);
    if (answer.status !== 200) throw new Error(`answers ${answer.status}${reasonIn(answer.text)}`);
    return answer.text;
  };
  return {
    get: (path, timeoutMs) => call('GET', path, timeoutMs),
    post: (path, timeoutMs) => call('POST', path, timeoutMs),
  };
};

async function fetchText(clock: Clock, method: string, url: string, timeoutMs: number) {
  const late = new AbortController();
  const cancel = clock.after(timeoutMs, () => late.abort());
  try {
    const response = await fetch(url, { method, signal: late.signal, redirect: 'error' });
    const text = await response.text();
    const { status, headers } = response;
    return { status, text, retryAfter: headers.get('Retry-After'), date: headers.get('Date') };
  } catch (error) {
    const proxy = proxyFor(url);
    const through = proxy === null ? '' : ` through the proxy ${proxy}`;
    if (late.signal.aborted) throw new Error(`does not answer within ${Math.ceil(timeoutMs / 1_000)} s${through}`);
    const cause = proxy === null || !url.startsWith('https:') ? causeOf(error) : await proxyTrouble(url, timeoutMs);
    throw new Error(`cannot be reached${through} (${cause})`);
  } finally {
    cancel();
  }
}

/** What the exchange says is wrong, as far as it says so in JSON. */
const reasonIn = (text: string): string => {
  const body = parsed(text);
  const said = isObject(body) ? (body.msg ?? body.error) : undefined;
  if (typeof said === 'string') return `: ${said.slice(0, 200)}`;
  return isObject(body) ? '' : ' with something that is no JSON';
};

/** `ECONNREFUSED`, `ENOTFOUND` and the like. */
export const causeOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
};
