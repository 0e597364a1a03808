import ky from 'ky';
import { calls } from '../rules/limits.ts';
import type { Transport } from './api.ts';

/** HTTP by ky over the given `fetch`: for a browser, where `fetch` costs nothing to load. An error status is an answer. */
export const kyTransport =
  (fetch: typeof globalThis.fetch): Transport =>
  (url, request) =>
    ky(url, { ...request, fetch, timeout: calls.timeout_ms, retry: 0, throwHttpErrors: false });
