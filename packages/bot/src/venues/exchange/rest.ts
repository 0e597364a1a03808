import type { Clock } from '../../model/clock.ts';
import { type Elapsed, later, since } from '../../model/moment.ts';
import { isObject, parsed } from './json.ts';

/** Public calls to one exchange over HTTP. */
export type Rest = {
  /** The body of the answer. @throws Error that says in one clause what is the matter: `does not answer within 5 s`. */
  get(path: string, timeoutMs: number): Promise<string>;
  /** The same with an empty body. */
  post(path: string, timeoutMs: number): Promise<string>;
};

/** The exchange was asked too often, and is not asked again for `retryAfterMs`, in ms. */
export class AskedTooOften extends Error {
  readonly retryAfterMs: number;

  constructor(retryAfterMs: number) {
    super(`was asked too often, and is asked again in ${Math.ceil(retryAfterMs / 1_000)} s`);
    this.retryAfterMs = retryAfterMs;
  }
}

/** Where an exchange that was asked too often names no time, in ms. */
const usualWaitMs = 60_000;

/** `base`: scheme, host and the part of the path that all calls share. `isRefusal`: an answer 200 that says that too much was asked. */
export const createRest = (base: string, clock: Clock, isRefusal: (text: string) => boolean = () => false): Rest => {
  let openFrom: Elapsed = clock.monotonic();
  const waitMs = (): number => Math.max(0, since(clock.monotonic(), openFrom));

  const call = async (method: 'GET' | 'POST', path: string, timeoutMs: number): Promise<string> => {
    if (waitMs() > 0) throw new AskedTooOften(waitMs());
    const { status, text, retryAfter } = await fetchText(clock, method, `${base}${path}`, timeoutMs);
    if (status === 429 || status === 418 || (status === 200 && isRefusal(text))) {
      const seconds = Number(retryAfter);
      openFrom = later(clock.monotonic(), retryAfter !== null && seconds > 0 ? 1_000 * seconds : usualWaitMs);
      throw new AskedTooOften(waitMs());
    }
    if (status !== 200) throw new Error(`answers ${status}${reasonIn(text)}`);
    return text;
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
    return { status: response.status, text, retryAfter: response.headers.get('Retry-After') };
  } catch (error) {
    if (late.signal.aborted) throw new Error(`does not answer within ${Math.ceil(timeoutMs / 1_000)} s`);
    throw new Error(`cannot be reached (${causeOf(error)})`);
  } finally {
    cancel();
  }
}

/** What the exchange says is wrong, as far as it says so in JSON. */
const reasonIn = (text: string): string => {
  const body = parsed(text);
  if (isObject(body) && typeof body.msg === 'string') return `: ${body.msg.slice(0, 200)}`;
  return isObject(body) ? '' : ' with something that is no JSON';
};

/** `ECONNREFUSED`, `ENOTFOUND` and the like. */
export const causeOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
};
