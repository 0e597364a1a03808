import type { AnswerOf, BodyOf, PathParameters, QueryOf, RouteName, Routes } from '../contract/index.ts';
import type { Problem } from '../journal/problem.ts';
import type { KeyStore } from './storage.ts';

/** What a call came to. A call never rejects. */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: Problem; readonly rejected: Rejected | null };
/** The place in an answer that could not be read, and why. */
export type Rejected = { readonly path: string; readonly reason: string };

type Parameters<N extends RouteName> = PathParameters<Routes[N]['path']>;
/** What goes with a call: path parameters by name, query and body as the endpoint table has them. */
export type CallRequest<N extends RouteName> = {
  readonly [P in 'path' as [Parameters<N>] extends [never] ? never : P]: Readonly<Record<Parameters<N>, string>>;
} & {
  readonly query?: { readonly [K in keyof QueryOf<N>]?: QueryOf<N>[K] };
  readonly body?: BodyOf<N>;
};

/** `key`: the Idempotency-Key, the same for each try of one wish. */
export type CallOptions = { readonly key?: string; readonly signal?: AbortSignal };

/** The bot's HTTP calls, by their name in the endpoint table. */
export type Api = {
  call<N extends RouteName>(name: N, request: CallRequest<N>, options?: CallOptions): Promise<Result<AnswerOf<N>>>;
};

/** `baseUrl` up to and with `/api/v1`, or a path on the page's own origin; the token is read from `storage` at each call. */
export type ApiOptions = {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly fetch: typeof globalThis.fetch;
  readonly storage: KeyStore;
};
