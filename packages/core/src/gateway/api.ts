import * as z from 'zod/mini';
import {
  type AnswerOf,
  type BodyOf,
  type CallName,
  type ClientRoutes,
  callText,
  type PathParameters,
  pathOf,
  type QueryOf,
  type RouteDefinition,
  routeOf,
} from '../contract/index.ts';
import type { ClientEvent } from '../journal/event.ts';
import { secretsIn, without } from '../journal/journal.ts';
import type { Problem } from '../journal/problem.ts';
import { calls } from '../rules/limits.ts';
import { problemOfAnswer, problemOfContract, problemOfFailure } from './problem.ts';
import { createSilence } from './silence.ts';
import { type KeyStore, tokenIn } from './storage.ts';

/** The result of a call. A call never rejects. */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: Problem; readonly rejected: Rejected | null };
/** The place in an answer that could not be read, and why. */
export type Rejected = { readonly path: string; readonly reason: string };

/** The value of a successful call mapped, a failure as it is. */
export const mapResult = async <T, U>(answer: Promise<Result<T>>, map: (value: T) => U): Promise<Result<U>> => {
  const result = await answer;
  return result.ok ? { ok: true, value: map(result.value) } : result;
};

type Parameters<N extends CallName> = PathParameters<ClientRoutes[N]['path']>;
/** What goes with a call: path parameters by name, query and body as the endpoint table has them. */
export type CallRequest<N extends CallName> = {
  readonly [P in 'path' as [Parameters<N>] extends [never] ? never : P]: Readonly<Record<Parameters<N>, string>>;
} & {
  readonly query?: { readonly [K in keyof QueryOf<N>]?: QueryOf<N>[K] };
  readonly body?: BodyOf<N>;
};

/** `key`: the Idempotency-Key, the same for each try of one command. */
export type CallOptions = { readonly key?: string; readonly signal?: AbortSignal };

/** The bot's HTTP calls, by their name in the endpoint table. */
export type Api = {
  call<N extends CallName>(name: N, request: CallRequest<N>, options?: CallOptions): Promise<Result<AnswerOf<N>>>;
  /** For a call that answers with a file: its text unchanged, or the problem of an error status. */
  download<N extends CallName>(name: N, request: CallRequest<N>, options?: CallOptions): Promise<Result<string>>;
  /**
   * For a call that answers with a file of any length: each part of it goes to `take`, which is awaited before the next is read. Gives the
   * answer's headers once the whole file has come; a problem where it was cut off. Rejects with what `take` throws.
   */
  stream<N extends CallName>(
    name: N,
    request: CallRequest<N>,
    take: (part: Uint8Array) => unknown,
    options?: StreamOptions,
  ): Promise<Result<Headers>>;
};

/** Those of an answer, by their names in any case. */
export type Headers = { get(name: string): string | null };

/** `silentMs`: how long the bot may send nothing, 30 s by default; the whole may take any time. */
export type StreamOptions = { readonly signal?: AbortSignal; readonly silentMs?: number };

/** One exchange over HTTP; the `fetch` of a browser and of Node fits. */
export type Transport = (
  url: string,
  request: { method: string; headers: Record<string, string>; body?: string; signal: AbortSignal },
) => Promise<{
  readonly status: number;
  readonly headers: Headers;
  /** Null where there is none. It ends with an error where the connection ends before the answer. */
  readonly body: ReadableStream<Uint8Array> | null;
  text(): Promise<string>;
}>;

/** `baseUrl` up to and with `/api/v1`, or a path on the page's own origin; the token is read from `storage` at each call. */
export type ApiOptions = {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly fetch: Transport;
  readonly storage: KeyStore;
};

type LooseRequest = {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
};

/** The calls over HTTP. Each ends within 30 s; what came is read by the contract, and never thrown. */
export const createApi = (options: ApiOptions): Api => ({
  download: createDownload(options),
  stream: createStream(options),
  call: async <N extends CallName>(name: N, request: CallRequest<N>, more: CallOptions = {}) => {
    try {
      const route = await routeOf(name);
      const response = await send(options, route, request as LooseRequest, more);
      return read(route, response.status, await response.text(), response.headers.get('retry-after')) as Result<
        AnswerOf<N>
      >;
    } catch (error) {
      return { ok: false, problem: problemOfFailure(error), rejected: null };
    }
  },
});

const createDownload =
  (options: ApiOptions) =>
  async <N extends CallName>(name: N, request: CallRequest<N>, more: CallOptions = {}): Promise<Result<string>> => {
    try {
      const response = await send(options, await routeOf(name), request as LooseRequest, more);
      const [{ status, headers }, text] = [response, await response.text()];
      if (status < 400) return { ok: true, value: text };
      return { ok: false, problem: problemOfAnswer(status, json(text), headers.get('retry-after')), rejected: null };
    } catch (error) {
      return { ok: false, problem: problemOfFailure(error), rejected: null };
    }
  };

const createStream =
  (options: ApiOptions): Api['stream'] =>
  async (name, request, take, { signal, silentMs = calls.timeout_ms } = {}) => {
    const silence = createSilence(silentMs, signal);
    const within = async <T>(ask: () => Promise<T>): Promise<Result<T>> => {
      try {
        return { ok: true, value: await silence.within(ask()) };
      } catch (error) {
        return { ok: false, problem: problemOfFailure(error), rejected: null };
      }
    };
    const opened = await within(async () =>
      sendUntil(options, await routeOf(name), request as LooseRequest, { signal: silence.signal }),
    );
    if (!opened.ok) return opened;
    const { status, headers, body } = opened.value;
    if (status >= 400) {
      const text = await within(() => opened.value.text());
      return text.ok
        ? { ok: false, problem: problemOfAnswer(status, json(text.value), headers.get('retry-after')), rejected: null }
        : text;
    }
    const reader = body?.getReader();
    try {
      for (;;) {
        const part = await within(async () => (await reader?.read())?.value ?? null);
        if (!part.ok) return part;
        if (part.value === null) return { ok: true, value: headers };
        await take(part.value);
      }
    } finally {
      // It fails where the answer has: that was reported.
      reader?.cancel().catch(() => {});
    }
  };

const send = (options: ApiOptions, route: RouteDefinition, request: LooseRequest, { signal, ...more }: CallOptions) => {
  const timeLimit = AbortSignal.timeout(calls.timeout_ms);
  return sendUntil(options, route, request, {
    ...more,
    signal: signal === undefined ? timeLimit : AbortSignal.any([signal, timeLimit]),
  });
};

const sendUntil = (
  options: ApiOptions,
  route: RouteDefinition,
  request: LooseRequest,
  { key, signal }: CallOptions & { readonly signal: AbortSignal },
) => {
  const token = tokenIn(options.storage);
  return options.fetch(
    options.baseUrl.replace(/\/$/, '') + pathOf(route.path, request.path ?? {}) + search(request.query),
    {
      method: route.method,
      headers: {
        Accept: 'application/json',
        'X-API-Key': options.apiKey,
        ...(request.body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      signal,
    },
  );
};

const search = (query: LooseRequest['query'] = {}): string => {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
};

const read = (route: RouteDefinition, status: number, text: string, retryAfter: string | null): Result<unknown> => {
  const body = json(text);
  if (status >= 400) return { ok: false, problem: problemOfAnswer(status, body, retryAfter), rejected: null };
  if (body === notJson) return unreadable(status, { path: '', reason: 'not JSON' });
  return readAnswer(route, body, status);
};

/** The answer of a call, as its schema reads it. */
export const readAnswer = (route: RouteDefinition, body: unknown, status = 200): Result<unknown> => {
  try {
    const parsed = z.safeParse(route.answer, body);
    if (parsed.success) return { ok: true, value: parsed.data };
    const issue = parsed.error.issues[0];
    return unreadable(status, { path: issue?.path.join('.') ?? '', reason: issue?.message ?? 'not readable' });
  } catch {
    return unreadable(status, { path: '', reason: 'not readable' });
  }
};

const notJson = Symbol('not JSON');
const json = (text: string): unknown => {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return notJson;
  }
};

const unreadable = (status: number, { path, reason }: Rejected): Result<never> => ({
  ok: false,
  problem: problemOfContract(status),
  rejected: { path, reason },
});

const signingIn: readonly CallName[] = ['auth.login', 'auth.code'];

type Reporting = {
  readonly append: (event: ClientEvent) => void;
  /** Receives each result, and the key that was sent with the call. */
  readonly settle: (result: Result<unknown>, key: string | undefined) => void;
  readonly storage: KeyStore;
};

/**
 * The same calls, each failure of which is journalled without the secrets that a bot repeats. A 401 ends the session only while
 * its token is still the one that was sent.
 */
export const reporting = (api: Api, { append, settle, storage }: Reporting): Api => {
  const reported = async <T>(
    name: CallName,
    request: object,
    key: string | undefined,
    ask: () => Promise<Result<T>>,
  ): Promise<Result<T>> => {
    const token = tokenIn(storage);
    const answer = await ask();
    settle(answer, key);
    if (answer.ok) return answer;
    const result = { ...answer, problem: cleaned(answer.problem, secretsIn(request)) };
    const call = callText(name);
    append({ type: 'RequestFailed', call, problem: result.problem });
    if (result.rejected !== null) append({ type: 'ResponseRejected', call, ...result.rejected });
    const refused = result.problem.kind === 'unauthorized' && !signingIn.includes(name);
    if (refused && tokenIn(storage) === token) append({ type: 'SessionRefused' });
    return result;
  };
  return {
    call: (name, request, options) => reported(name, request, options?.key, () => api.call(name, request, options)),
    download: (name, request, options) =>
      reported(name, request, options?.key, () => api.download(name, request, options)),
    stream: (name, request, take, options) =>
      reported(name, request, undefined, () => api.stream(name, request, take, options)),
  };
};

const cleaned = (problem: Problem, secrets: readonly string[]): Problem => ({
  ...problem,
  detail: problem.detail === null ? null : without(secrets, problem.detail),
  errors: problem.errors.map(({ path, message }) => ({ path, message: without(secrets, message) })),
});
