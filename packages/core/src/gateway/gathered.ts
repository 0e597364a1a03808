import { type AnswerOf, bootstrapCall, bootstrapMost, type CallName, clientRoutes } from '../contract/index.ts';
import { type Api, type CallRequest, type Result, readAnswer } from './api.ts';

/** A read waiting for others of the same turn; `text` is its name in a bootstrap call. */
type Waiting = {
  readonly text: string;
  readonly alone: () => Promise<Result<unknown>>;
  readonly read: (body: unknown) => Promise<Result<unknown>>;
  readonly resolve: (result: Result<unknown> | Promise<Result<unknown>>) => void;
};

const calls: readonly string[] = bootstrapCall.options;
/** Each read would fail in the same way. */
const common = ['network', 'timeout', 'unauthorized'];

/**
 * The API with gathered reads: those that begin at one moment become one `GET /bootstrap` if the bot announces it. A read that the answer
 * lacks, or that is unreadable there, is made by itself.
 */
export const gathered = (api: Api, isAnnounced: () => boolean): Api => {
  let waiting: readonly Waiting[] = [];
  const flush = (): void => {
    const all = waiting;
    waiting = [];
    for (let at = 0; at < all.length; at += bootstrapMost) void ask(api, all.slice(at, at + bootstrapMost));
  };
  return {
    download: api.download,
    stream: api.stream,
    upload: api.upload,
    call: (name, request, options) =>
      options !== undefined || !calls.includes(name) || !isAnnounced()
        ? api.call(name, request, options)
        : (new Promise<Result<unknown>>((resolve) => {
            if (waiting.length === 0) queueMicrotask(flush);
            const alone = () => api.call(name, request);
            const read = async (body: unknown) => readAnswer(clientRoutes[name], body);
            waiting = [...waiting, { text: textOf(name, request), alone, read, resolve }];
          }) as Promise<Result<AnswerOf<typeof name>>>),
  };
};

const ask = async (api: Api, all: readonly Waiting[]): Promise<void> => {
  const [first] = all;
  if (first !== undefined && all.length === 1) return first.resolve(first.alone());
  const result = await api.call('bootstrap', { query: { calls: [...new Set(all.map(({ text }) => text))].join(',') } });
  for (const { text, alone, read, resolve } of all) {
    if (result.ok) {
      const { answers, journal } = result.value;
      const part = answers[text];
      const body = typeof part === 'object' && part !== null ? { ...part, ...(journal && { journal }) } : null;
      resolve(body === null ? alone() : read(body).then((answer) => (answer.ok ? answer : alone()), alone));
    } else {
      resolve(common.includes(result.problem.kind) ? result : alone());
    }
  }
};

const textOf = <N extends CallName>(name: N, { query = {} }: CallRequest<N>): string => {
  const given = Object.entries(query).map(([key, value]) => [key, String(value)]);
  return given.length === 0 ? name : `${name}?${new URLSearchParams(given)}`;
};
