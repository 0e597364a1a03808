import { type AnswerOf, type CallName, clientRoutes } from '../contract/index.ts';
import { type Api, type Result, readAnswer, type UploadOptions } from '../gateway/api.ts';
import type { FileSource } from '../gateway/outbox.ts';
import { problemOfContract, problemOfFailure } from '../gateway/problem.ts';
import { problemOfAnswer } from '../gateway/problem-of-answer.ts';

type Asked = { path?: Record<string, string>; query?: Record<string, unknown>; body?: unknown };
type Status = { status: number; body?: unknown; retryAfter?: string };
type Reply = Status | 'network' | 'never';
/** Answers one call: a status with a body, no answer at all, or something computed from the request. */
type Answer = Status | 'network' | 'never' | ((request: Asked, times: number) => Reply | Promise<Reply>);

export type FakeApi = Api & {
  /** Every call made, in order. */
  readonly calls: { name: CallName; request: Asked; key: string | undefined }[];
  /** Sets the answer of a call from now on; without an answer it is 404. */
  answer(name: CallName, answer: Answer): void;
  count(name: CallName): number;
};

/** An API that answers as the test defines; answers are parsed by the real contract. */
export const createFakeApi = (answers: Partial<Record<CallName, Answer>> = {}): FakeApi => {
  const calls: FakeApi['calls'] = [];
  const known = new Map(Object.entries(answers)) as Map<CallName, Answer>;
  const count = (name: CallName) => calls.filter((call) => call.name === name).length;
  const replyTo = async (name: CallName, request: unknown, key: string | undefined): Promise<Reply> => {
    calls.push({ name, request: request as Asked, key });
    const answer = known.get(name) ?? { status: 404, body: { detail: `${name} is not there` } };
    return typeof answer === 'function' ? answer(request as Asked, count(name)) : answer;
  };
  return {
    calls,
    count,
    answer: (name, answer) => {
      known.set(name, answer);
    },
    call: async <N extends CallName>(name: N, request: unknown, options: { key?: string } = {}) => {
      const reply = await replyTo(name, request, options.key);
      if (reply === 'never') return new Promise<never>(() => {});
      return (failureOf(reply) ?? read(name, reply)) as Result<AnswerOf<N>>;
    },
    download: async (name, request, options = {}) => {
      const reply = await replyTo(name, request, options.key);
      if (reply === 'never') return new Promise<never>(() => {});
      return failureOf(reply) ?? { ok: true, value: String(answered(reply).body) };
    },
    upload: async <N extends CallName>(
      name: N,
      request: object,
      file: FileSource,
      { onSent, signal }: UploadOptions = {},
    ) => {
      const replied = replyTo(name, { ...request, body: file }, undefined);
      const stopped = new Promise<'network'>((resolve) => signal?.addEventListener('abort', () => resolve('network')));
      const reply = await Promise.race([replied, stopped]);
      if (reply === 'never') return failureOf(await stopped) as Result<AnswerOf<N>>;
      onSent?.(file.bytes);
      return (failureOf(reply) ?? read(name, reply)) as Result<AnswerOf<N>>;
    },
    // A list is a file in parts; one that ends with `cut` was cut off there.
    stream: async (name, request, take) => {
      const reply = await replyTo(name, request, undefined);
      if (reply === 'never') return new Promise<never>(() => {});
      const failure = failureOf(reply);
      if (failure !== null) return failure;
      const { body } = answered(reply);
      for (const part of Array.isArray(body) ? body : [body]) {
        if (part === 'cut') return failureOf('network') as Result<never>;
        await take(new TextEncoder().encode(String(part)));
      }
      return { ok: true, value: { get: () => null } };
    },
  };
};

type Said = Exclude<Reply, 'never'>;
const answered = (reply: Said): Status => (reply === 'network' ? { status: 0 } : reply);

const failureOf = (reply: Said): Result<never> | null => {
  if (reply === 'network')
    return { ok: false, problem: problemOfFailure(new TypeError('fetch failed')), rejected: null };
  return reply.status < 400
    ? null
    : { ok: false, problem: problemOfAnswer(reply.status, reply.body, reply.retryAfter ?? null), rejected: null };
};

const read = (name: CallName, reply: Said): Result<unknown> => {
  const { status, body } = answered(reply);
  // A text is sent as it is, e.g. a page of HTML.
  if (typeof body === 'string') return unreadable(status, { path: '', reason: 'not JSON' });
  return readAnswer(clientRoutes[name], body, status);
};

const unreadable = (status: number, rejected: { path: string; reason: string }): Result<never> => ({
  ok: false,
  problem: problemOfContract(status),
  rejected,
});
