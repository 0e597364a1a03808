import type { ClientState } from '@triquad/core';

type Doctor = NonNullable<ClientState['loaded']['doctor']>;
/** One finding of the doctor; `advice` is null without a remedy. */
export type Finding = {
  readonly name: string;
  readonly verdict: 'ok' | 'warn' | 'fail';
  readonly detail: string;
  readonly advice: string | null;
};

const order = ['fail', 'warn', 'ok'];

/** Failures first. A verdict that is not known is a warning. */
export const findingsOf = ({ checks }: Doctor): readonly Finding[] =>
  checks
    .map(
      ({ name, verdict, detail, advice }): Finding => ({
        ...{ name, detail, advice },
        verdict: verdict === 'ok' || verdict === 'fail' ? verdict : 'warn',
      }),
    )
    .sort((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict));
