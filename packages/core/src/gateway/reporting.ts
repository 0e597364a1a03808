import { type CallName, callText } from '../contract/routes.ts';
import type { ClientEvent } from '../journal/event.ts';
import { secretsIn, without } from '../journal/journal.ts';
import type { Problem } from '../journal/problem.ts';
import type { Api, Result } from './api.ts';
import { type KeyStore, tokenIn } from './storage.ts';

/** Parts of one answer that are journalled as unreadable. */
const mostOmitted = 3;
const signingIn: readonly CallName[] = ['auth.login', 'auth.code'];

type Reporting = {
  readonly append: (event: ClientEvent) => void;
  /** Receives the key of a call before it is made. */
  readonly begin: (key: string | undefined) => void;
  /** Receives each result, and the key that was sent with the call. */
  readonly settle: (result: Result<unknown>, key: string | undefined) => void;
  readonly storage: KeyStore;
};

/**
 * The API with each failure and each unreadable part of an answer journalled, without secrets that a bot repeats. A 401 ends the session only while its token is still the one
 * that was sent.
 */
export const reporting = (api: Api, { append, begin, settle, storage }: Reporting): Api => {
  const reported = async <T>(
    name: CallName,
    request: object,
    key: string | undefined,
    ask: () => Promise<Result<T>>,
  ): Promise<Result<T>> => {
    const token = tokenIn(storage);
    if (key !== undefined) begin(key);
    const answer = await ask();
    settle(answer, key);
    if (answer.ok) {
      const { omitted = [], ...rest } = answer;
      for (const one of omitted.slice(0, mostOmitted))
        append({ type: 'ResponseRejected', call: callText(name), ...one });
      return rest;
    }
    const result = { ...answer, problem: cleaned(answer.problem, secretsIn(request)) };
    const call = callText(name);
    append({ type: 'RequestFailed', call, problem: result.problem });
    if (result.rejected !== null) append({ type: 'ResponseRejected', call, ...result.rejected });
    const refused = result.problem.kind === 'unauthorized' && !signingIn.includes(name);
    if (refused && tokenIn(storage) === token)
      append({ type: 'SessionRefused', ...(result.problem.code === 'session_idle' && { reason: 'idle' }) });
    return result;
  };
  return {
    call: (name, request, options) => reported(name, request, options?.key, () => api.call(name, request, options)),
    download: (name, request, options) =>
      reported(name, request, options?.key, () => api.download(name, request, options)),
    stream: (name, request, take, options) =>
      reported(name, request, undefined, () => api.stream(name, request, take, options)),
    upload: (name, request, file, options) =>
      reported(name, request, undefined, () => api.upload(name, request, file, options)),
  };
};

const cleaned = (problem: Problem, secrets: readonly string[]): Problem => ({
  ...problem,
  detail: problem.detail === null ? null : without(secrets, problem.detail),
  errors: problem.errors.map(({ path, message }) => ({ path, message: without(secrets, message) })),
});
