import type { Clock } from '../model/clock.ts';
import { type Elapsed, since } from '../model/moment.ts';

const quietMs = 60_000;

/** Logs faults of adapters: an equal one of the same method at most once a minute. */
export const createFaultLog = (
  { monotonic }: Pick<Clock, 'monotonic'>,
  log: (message: string, metadata: Readonly<Record<string, unknown>>) => void,
) => {
  const logged = new Map<string, { readonly detail: string; readonly at: Elapsed }>();
  return (exchange: string, method: string, detail: string): void => {
    const key = `${exchange} ${method}`;
    const last = logged.get(key);
    const at = monotonic();
    if (last?.detail === detail && since(last.at, at) < quietMs) return;
    logged.set(key, { detail, at });
    log(`The adapter of ${exchange} failed in ${method}: ${detail}`, { exchange, method });
  };
};
