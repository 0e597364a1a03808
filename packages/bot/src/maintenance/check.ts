/** One line of a diagnosis. `advice` says what to do; null where there is nothing to do. */
export interface Check {
  readonly name: string;
  readonly verdict: 'ok' | 'warn' | 'fail';
  readonly detail: string;
  readonly advice: string | null;
}

export const ok = (name: string, detail: string): Check => ({ name, verdict: 'ok', detail, advice: null });
export const warn = (name: string, detail: string, advice: string): Check => ({
  name,
  verdict: 'warn',
  detail,
  advice,
});
export const fail = (name: string, detail: string, advice: string): Check => ({
  name,
  verdict: 'fail',
  detail,
  advice,
});
