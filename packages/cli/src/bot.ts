import { type CallRequest, createApi, memoryStorage, storageKeys } from '@triquad/core';
import { type AnswerOf, type RouteName, routes } from '@triquad/core/contract';
import type { Connection } from './connection.ts';
import { CommandFailure } from './exit-code.ts';
import type { Host } from './host.ts';
import { exitCodeOf, problemLine } from './problem-line.ts';

/** The calls of one bot, for a command: an answer, or the end of the command in one line. */
export interface Bot {
  call<N extends RouteName>(name: N, request: CallRequest<N>): Promise<AnswerOf<N>>;
}

/** The bot at `connection`, for the command named `action`. Nothing is sent before the first call. */
export function openBot(host: Host, { apiUrl, apiKey, token, timeoutMs }: Connection, action: string): Bot {
  const storage = memoryStorage(token === undefined ? {} : { [storageKeys.token]: token });
  const api = createApi({ baseUrl: apiUrl, apiKey, fetch: host.fetch, storage });
  return {
    call: async (name, request) => {
      const signal = AbortSignal.timeout(timeoutMs);
      const result = await api.call(
        name,
        request,
        routes[name].idempotent ? { signal, key: crypto.randomUUID() } : { signal },
      );
      if (result.ok) return result.value;
      throw new CommandFailure(
        problemLine(action, result.problem, apiUrl, routes[name].extension),
        exitCodeOf(result.problem),
      );
    },
  };
}
