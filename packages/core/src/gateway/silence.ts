import { type Clock, systemClock } from './clock.ts';

/** Waits for parts of a stream, each no longer than a limit. */
export type Silence = {
  /** Aborts once a wait took too long, with a TimeoutError, and when the given signal does. */
  readonly signal: AbortSignal;
  /** Waits for the next bit. Rejects as it does, and with the reason of the signal. */
  within<T>(next: Promise<T>): Promise<T>;
};

/** `ms`: the longest wait. */
export const createSilence = (ms: number, given?: AbortSignal, clock: Clock = systemClock): Silence => {
  const late = new AbortController();
  const signal = given === undefined ? late.signal : AbortSignal.any([given, late.signal]);
  return {
    signal,
    within: async (next) => {
      const cancel = clock.schedule(ms, () => late.abort(new DOMException('nothing came in time', 'TimeoutError')));
      const over = Promise.withResolvers<never>();
      const end = (): void => over.reject(signal.reason);
      signal.addEventListener('abort', end);
      try {
        return await Promise.race([next, over.promise]);
      } catch (error) {
        throw signal.aborted ? signal.reason : error;
      } finally {
        cancel();
        signal.removeEventListener('abort', end);
      }
    },
  };
};

/** Ends what takes longer than a limit without a sign. */
export type Deadline = { readonly signal: AbortSignal; extend(): void; end(): void };

export const createDeadline = (ms: number, clock: Clock = systemClock): Deadline => {
  const late = new AbortController();
  const begin = () => clock.schedule(ms, () => late.abort(new DOMException('nothing went in time', 'TimeoutError')));
  let cancel = begin();
  return {
    signal: late.signal,
    extend: () => {
      cancel();
      cancel = begin();
    },
    end: () => cancel(),
  };
};
