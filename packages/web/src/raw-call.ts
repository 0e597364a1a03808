import { type ApiOptions, type Problem, problemOfFailure, storageKeys } from '@triquad/core';

/** `address`: path and query below the base. `body`: JSON, as it is sent. `key`: the Idempotency-Key. */
export type RawCall = {
  readonly method: string;
  readonly address: string;
  readonly body?: string;
  readonly key?: string;
};

/** What came back, unread; or why nothing did. `ms`: milliseconds until the whole answer was there. */
export type RawAnswer =
  | { readonly ok: true; readonly status: number; readonly text: string; readonly ms: number }
  | { readonly ok: false; readonly problem: Problem };

/** Any call by its address. It is not journalled, because its body may hold what no recording should. Never rejects. */
export type CallRaw = (call: RawCall, signal?: AbortSignal) => Promise<RawAnswer>;

const longestMs = 30_000;

/** `now`: milliseconds, for the time that a call took. */
export const createRawCalls =
  ({ baseUrl, apiKey, fetch, storage }: Omit<ApiOptions, 'contract'>, now: () => number): CallRaw =>
  async ({ method, address, body, key }, signal) => {
    const from = now();
    const token = storage.get(storageKeys.token);
    const limit = AbortSignal.timeout(longestMs);
    const headers = {
      Accept: 'application/json',
      'X-API-Key': apiKey,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      ...(key === undefined ? {} : { 'Idempotency-Key': key }),
    };
    try {
      const response = await fetch(baseUrl + address, {
        method,
        headers,
        ...(body === undefined ? {} : { body }),
        signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
      });
      return { ok: true, status: response.status, text: await response.text(), ms: now() - from };
    } catch (error) {
      return { ok: false, problem: problemOfFailure(error) };
    }
  };
