import {
  type CallRequest,
  contractByArea,
  createApi,
  type FileSource,
  type Headers,
  memoryStorage,
  type Problem,
  type Result,
  storageKeys,
} from '@triquad/core';
import type { AnswerOf, CallName } from '@triquad/core/contract';
import { type Connection, transportOf } from './connection.ts';
import { CommandFailure, exitCode } from './exit-code.ts';
import type { Host } from './host.ts';

/** The calls of one bot, for a command. @throws CommandFailure for a call that fails. */
export interface Bot {
  call<N extends CallName>(name: N, request: CallRequest<N>): Promise<AnswerOf<N>>;
  /** The answer of an optional call, null from a bot that does not have it. */
  callIfOffered<N extends CallName>(name: N, request: CallRequest<N>): Promise<AnswerOf<N> | null>;
  /** The answer as the bot sent it, unread. */
  download<N extends CallName>(name: N, request: CallRequest<N>): Promise<string>;
  /** Sends a file as the body of a call. */
  upload<N extends CallName>(name: N, request: CallRequest<N>, file: FileSource): Promise<AnswerOf<N>>;
  /** An answer of any length: each part goes to `take`, which is awaited. Gives its headers once all of it has come. */
  stream<N extends CallName>(name: N, request: CallRequest<N>, take: (part: Uint8Array) => unknown): Promise<Headers>;
}

/** Calls that a halted bot refuses with a conflict. */
const refusedWhileHalted: readonly CallName[] = [
  'bot.start',
  'bot.restart',
  'orders.execute',
  'orders.place',
  'risk.stranded.resolve',
];

/** The bot at `connection`, for the command named `action`. Nothing is sent before the first call. */
export function openBot(host: Host, connection: Connection, action: string): Bot {
  const { apiUrl, apiKey, token, timeoutMs, context } = connection;
  const storage = memoryStorage(token === undefined ? {} : { [storageKeys.token]: token });
  const api = createApi({
    baseUrl: apiUrl,
    apiKey,
    fetch: transportOf(host, connection),
    sendFile: async (...sent) => (await import('./file-transport.ts')).fileTransport(connection)(...sent),
    storage,
    contract: contractByArea,
  });
  const once = async (name: CallName) => ({
    signal: AbortSignal.timeout(timeoutMs),
    ...((await contractByArea.routeOf(name)).idempotent ? { key: crypto.randomUUID() } : {}),
  });
  const isHalted = async (): Promise<boolean> => {
    const status = await api.call('bot.status', {}, await once('bot.status'));
    return status.ok && status.value.halted !== null;
  };
  const failure = async (name: CallName, problem: Problem): Promise<CommandFailure> => {
    const { exitCodeOf, problemLine } = await import('./problem-line.ts');
    const exit = exitCodeOf(problem);
    const mayBeHalted = exit === exitCode.conflict && refusedWhileHalted.includes(name);
    const halted = problem.code === 'halted' || (mayBeHalted && (await isHalted()));
    const line = problemLine(action, problem, apiUrl, { ...(await contractByArea.routeOf(name)), halted, context });
    return new CommandFailure(line, halted ? exitCode.halted : exit, problem.code);
  };
  const answered = async <T>(name: CallName, result: Result<T>): Promise<T> => {
    if (result.ok) return result.value;
    throw await failure(name, result.problem);
  };
  const call = async <N extends CallName>(name: N, request: CallRequest<N>): Promise<AnswerOf<N>> =>
    answered(name, await api.call(name, request, await once(name)));
  return {
    call,
    callIfOffered: async (name, request) => {
      const result = await api.call(name, request, await once(name));
      if (result.ok || !(await import('./problem-line.ts')).isUnknownCall(result.problem))
        return answered(name, result);
      const { extension } = await contractByArea.routeOf(name);
      if (extension === null) return null;
      const health = await api.call('health', {}, await once('health'));
      return health.ok && health.value.capabilities.includes(extension) ? answered(name, result) : null;
    },
    download: async (name, request) => answered(name, await api.download(name, request, await once(name))),
    upload: async (name, request, file) =>
      answered(name, await api.upload(name, request, file, { signal: host.interrupted() })),
    stream: async (name, request, take) =>
      answered(name, await api.stream(name, request, take, { silentMs: timeoutMs, signal: host.interrupted() })),
  };
}
