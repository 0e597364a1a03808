import type { Clock } from '../../model/clock.ts';
import { type Elapsed, later, since } from '../../model/moment.ts';
import { isObject, parsed } from './json.ts';

/** Public calls to one exchange over HTTP. */
export type Rest = {
  /** The body of the answer. @throws Error that says in one clause what is the matter: `does not answer within 5 s`. */
  get(path: string, timeoutMs: number): Promise<string>;
  /** How long nothing may be asked, in ms: the exchange was asked too often. 0 as long as it may. */
  waitMs(): number;
};

/** Where an exchange that was asked too often names no time, in ms. */
const usualWaitMs = 60_000;

/** `base`: scheme, host and the part of the path that all calls share. */
export const createRest = (base: string, clock: Clock): Rest => {
  let openFrom: Elapsed = clock.monotonic();
  const waitMs = (): number => Math.max(0, since(clock.monotonic(), openFrom));

  return {
    waitMs,
    get: async (path, timeoutMs) => {
      if (waitMs() > 0) throw new Error(askedTooOften(waitMs()));
      const { status, text, retryAfter } = await fetchText(`${base}${path}`, timeoutMs);
      if (status === 429 || status === 418) {
        const seconds = Number(retryAfter);
        openFrom = later(clock.monotonic(), retryAfter !== null && seconds > 0 ? 1_000 * seconds : usualWaitMs);
        throw new Error(askedTooOften(waitMs()));
      }
      if (status !== 200) throw new Error(`answers ${status}${reasonIn(text)}`);
      return text;
    },
  };
};

const askedTooOften = (ms: number): string => `was asked too often, and is asked again in ${Math.ceil(ms / 1_000)} s`;

async function fetchText(url: string, timeoutMs: number) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
    const text = await response.text();
    return { status: response.status, text, retryAfter: response.headers.get('Retry-After') };
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError')
      throw new Error(`does not answer within ${Math.ceil(timeoutMs / 1_000)} s`);
    throw new Error(`cannot be reached (${causeOf(error)})`);
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
