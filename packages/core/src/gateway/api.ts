import { type PathParameters, pathOf } from '../contract/path.ts';
import type { AnswerOf, BodyOf, CallName, CallRow, ClientRoutes, QueryOf } from '../contract/routes.ts';
import { readWith } from '../contract/tolerant.ts';
import type { Problem } from '../journal/problem.ts';
import { calls } from '../rules/limits.ts';
import type { FileSource } from './outbox.ts';
import { problemOfContract, problemOfFailure } from './problem.ts';
import { createDeadline, createSilence } from './silence.ts';
import { type KeyStore, tokenIn } from './storage.ts';

/** The result of a call. A call never rejects. */
export type Result<T> =
  | { readonly ok: true; readonly value: T; readonly omitted?: readonly Rejected[] }
  | { readonly ok: false; readonly problem: Problem; readonly rejected: Rejected | null };
/** The place in an answer that could not be read, and why; of parts that were `omitted`, the rest of the answer is its value. */
export type Rejected = { readonly path: string; readonly reason: string };

/** The value of a successful call mapped, a failure as it is. */
export const mapResult = async <T, U>(answer: Promise<Result<T>>, map: (value: T) => U): Promise<Result<U>> => {
  const result = await answer;
  return result.ok ? { ok: true, value: map(result.value) } : result;
};

type Parameters<N extends CallName> = PathParameters<ClientRoutes[N]['path']>;
/** Parameters of a call: path parameters by name, query and body as the endpoint table has them. */
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
  /** For a call that takes a file of any length. It is not tried again. */
  upload<N extends CallName>(
    name: N,
    request: CallRequest<N>,
    file: FileSource,
    options?: UploadOptions,
  ): Promise<Result<AnswerOf<N>>>;
};

/** `silentMs`: how long nothing may go, two minutes by default; `onSent` receives the bytes that have gone. */
export type UploadOptions = StreamOptions & { readonly onSent?: (bytes: number) => void };

/** Headers of an answer, by names in any case. */
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
  /** Null without a body. The stream fails if the connection ends before the answer does. */
  readonly body: ReadableStream<Uint8Array> | null;
  text(): Promise<string>;
}>;

/** Sends a file as the body of a request. */
export type FileTransport = (
  url: string,
  request: {
    readonly method: string;
    readonly headers: Record<string, string>;
    readonly file: FileSource;
    readonly onSent: (bytes: number) => void;
    readonly signal: AbortSignal;
  },
) => Promise<Answered & { text(): Promise<string> }>;

/** Source of the endpoint table's rows and of the schemas of problems: part of the program, or loaded for a call. */
export type Contract = {
  /** The row of a call. Rejects if it cannot be loaded. */
  routeOf<N extends CallName>(name: N): Promise<CallRow<N>>;
  /** Problem of an answer with an error status; `retryAfter` is its header. */
  problemOf(status: number, body: unknown, retryAfter: string | null): Problem | Promise<Problem>;
};

/** `baseUrl` up to and with `/api/v1`, or a path on the page's own origin; the token is read from `storage` at each call. */
export type ApiOptions = {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly fetch: Transport;
  /** Left out where no file is ever sent. */
  readonly sendFile?: FileTransport;
  readonly storage: KeyStore;
  readonly contract: Contract;
};

type Row = CallRow<CallName>;
type LooseRequest = {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
};

/** The calls over HTTP. Each ends within 30 s; what came is read by the contract, and never thrown. */
export const createApi = (options: ApiOptions): Api => ({
  download: createDownload(options),
  stream: createStream(options),
  upload: createUpload(options),
  call: async <N extends CallName>(name: N, request: CallRequest<N>, more: CallOptions = {}) => {
    try {
      const route = await options.contract.routeOf(name);
      const response = await send(options, route, request as LooseRequest, more);
      return (await read(options.contract, route, response, await response.text())) as Result<AnswerOf<N>>;
    } catch (error) {
      return { ok: false, problem: problemOfFailure(error), rejected: null };
    }
  },
});

const createDownload =
  (options: ApiOptions) =>
  async <N extends CallName>(name: N, request: CallRequest<N>, more: CallOptions = {}): Promise<Result<string>> => {
    try {
      const response = await send(options, await options.contract.routeOf(name), request as LooseRequest, more);
      const text = await response.text();
      return response.status < 400 ? { ok: true, value: text } : await refused(options.contract, response, json(text));
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
      sendUntil(options, await options.contract.routeOf(name), request as LooseRequest, { signal: silence.signal }),
    );
    if (!opened.ok) return opened;
    const { status, headers, body } = opened.value;
    if (status >= 400) {
      const text = await within(() => opened.value.text());
      return text.ok ? refused(options.contract, opened.value, json(text.value)) : text;
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

const uploadSilentMs = 120_000;

const createUpload =
  (options: ApiOptions) =>
  async <N extends CallName>(
    name: N,
    request: CallRequest<N>,
    file: FileSource,
    { signal, silentMs = uploadSilentMs, onSent = () => {} }: UploadOptions = {},
  ): Promise<Result<AnswerOf<N>>> => {
    const { contract, sendFile } = options;
    const late = createDeadline(silentMs);
    try {
      if (sendFile === undefined) throw new Error('no files are sent from here');
      const route = await contract.routeOf(name);
      const response = await sendFile(urlOf(options, route, request as LooseRequest), {
        method: route.method,
        headers: { ...headersOf(options), 'Content-Type': 'application/octet-stream' },
        file,
        onSent: (bytes) => {
          late.extend();
          onSent(bytes);
        },
        signal: signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]),
      });
      return (await read(contract, route, response, await response.text())) as Result<AnswerOf<N>>;
    } catch (error) {
      return { ok: false, problem: problemOfFailure(error), rejected: null };
    } finally {
      late.end();
    }
  };

const send = (options: ApiOptions, route: Row, request: LooseRequest, { signal, ...more }: CallOptions) => {
  const timeLimit = AbortSignal.timeout(calls.timeout_ms);
  return sendUntil(options, route, request, {
    ...more,
    signal: signal === undefined ? timeLimit : AbortSignal.any([signal, timeLimit]),
  });
};

const sendUntil = (
  options: ApiOptions,
  route: Row,
  request: LooseRequest,
  { key, signal }: CallOptions & { readonly signal: AbortSignal },
) => {
  return options.fetch(urlOf(options, route, request), {
    method: route.method,
    headers: {
      ...headersOf(options),
      ...(request.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(key === undefined ? {} : { 'Idempotency-Key': key }),
    },
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    signal,
  });
};

const urlOf = ({ baseUrl }: ApiOptions, route: Row, { path, query }: LooseRequest): string =>
  baseUrl.replace(/\/$/, '') + pathOf(route.path, path ?? {}) + search(query);

const headersOf = ({ apiKey, storage }: ApiOptions): Record<string, string> => {
  const token = tokenIn(storage);
  return {
    Accept: 'application/json',
    'X-API-Key': apiKey,
    ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
  };
};

const search = (query: LooseRequest['query'] = {}): string => {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
};

type Answered = Pick<Awaited<ReturnType<Transport>>, 'status' | 'headers'>;

const refused = async (contract: Contract, { status, headers }: Answered, body: unknown): Promise<Result<never>> => ({
  ok: false,
  problem: await contract.problemOf(status, body, headers.get('retry-after')),
  rejected: null,
});

const read = async (contract: Contract, route: Row, answer: Answered, text: string): Promise<Result<unknown>> => {
  const { status } = answer;
  const body = json(text);
  if (status >= 400) return refused(contract, answer, body);
  if (body === notJson) return unreadable(status, { path: '', reason: 'not JSON' });
  return readAnswer(route, body, status);
};

/** The answer of a call, as its schema reads it. */
export const readAnswer = (route: Row, body: unknown, status = 200): Result<unknown> => {
  try {
    const read = readWith<unknown>(route.answer, body);
    if (!read.ok) return unreadable(status, read);
    return { ok: true, value: read.value, ...(read.omitted.length > 0 && { omitted: read.omitted }) };
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
