/** One line of the doctor; `advice` says what to do, null where there is nothing to do. */
export type Finding = {
  readonly name: string;
  readonly verdict: 'ok' | 'warn' | 'fail';
  readonly detail: string;
  readonly advice: string | null;
};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The lines of an answer, failures first; null when it is none. A verdict that is not known is a warning. */
export const findingsOf = (answer: string): readonly Finding[] | null => {
  const { checks } = recordOf(json(answer));
  if (!Array.isArray(checks)) return null;
  const findings = checks.map((one): Finding => {
    const { name, verdict, detail, advice } = recordOf(one);
    return {
      name: text(name),
      verdict: verdict === 'ok' || verdict === 'fail' ? verdict : 'warn',
      detail: text(detail),
      advice: text(advice) === '' ? null : text(advice),
    };
  });
  const order = ['fail', 'warn', 'ok'];
  return findings.sort((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict));
};

/** The sentence of a refusal; empty when there is none. */
export const detailOf = (answer: string): string => text(recordOf(json(answer)).detail);

const recordOf = (value: unknown): Readonly<Record<string, unknown>> => ({ ...Object(value) });
const json = (answer: string): unknown => {
  try {
    return JSON.parse(answer);
  } catch {
    return null;
  }
};
