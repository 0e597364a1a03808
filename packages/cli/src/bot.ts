import { type CallRequest, createApi, memoryStorage, type Result, storageKeys } from '@triquad/core';
import { type AnswerOf, type RouteName, routes } from '@triquad/core/contract';
import type { Connection } from './connection.ts';
import { CommandFailure } from './exit-code.ts';
import type { Host } from './host.ts';
import { exitCodeOf, problemLine } from './problem-line.ts';

/** The calls of one bot, for a command: an answer, or the end of the command in one line. */
export interface Bot {
  call<N extends RouteName>(name: N, request: CallRequest<N>): Promise<AnswerOf<N>>;
  /** The answer as it came, read by nobody: a file to keep. */
  download<N extends RouteName>(name: N, request: CallRequest<N>): Promise<string>;
}

/** The bot at `connection`, for the command named `action`. Nothing is sent before the first call. */
export function openBot(host: Host, { apiUrl, apiKey, token, timeoutMs }: Connection, action: string): Bot {
  const storage = memoryStorage(token === undefined ? {} : { [storageKeys.token]: token });
  const api = createApi({ baseUrl: apiUrl, apiKey, fetch: host.fetch, storage });
  const answered = <T>(name: RouteName, result: Result<T>): T => {
    if (result.ok) return result.value;
    throw new CommandFailure(problemLine(action, result.problem, apiUrl, routes[name]), exitCodeOf(result.problem));
  };
  const once = (name: RouteName) => ({
    signal: AbortSignal.timeout(timeoutMs),
    ...(routes[name].idempotent ? { key: crypto.randomUUID() } : {}),
  });
  return {
    call: async (name, request) => answered(name, await api.call(name, request, once(name))),
    download: async (name, request) => answered(name, await api.download(name, request, once(name))),
  };
}
