/** Nothing came in time: what became of the question is not known. */
type NoAnswer = { readonly kind: 'unknown'; readonly reason: string };

/** An adapter that throws has a bug; what it was asked may have taken effect all the same. */
export const brokenAdapter = (): NoAnswer => ({ kind: 'unknown', reason: 'the exchange adapter failed' });

/** The answer, or `unknown` when it is not there after `ms`; `after` runs a task later and gives back how to call it off. */
export const within = <T>(
  after: (ms: number, task: () => void) => () => void,
  ms: number,
  answer: Promise<T>,
): Promise<T | NoAnswer> =>
  new Promise((resolve) => {
    const callOff = after(ms, () => resolve({ kind: 'unknown', reason: 'no answer in time' }));
    void answer.catch(brokenAdapter).then((value) => {
      callOff();
      resolve(value);
    });
  });
