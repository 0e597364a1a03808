/** Nothing came in time: what became of the question is not known. */
type NoAnswer = { readonly kind: 'unknown'; readonly reason: string };

/** The answer, or `unknown` when it is not there after `ms`; `after` runs a task later and gives back how to call it off. */
export const within = <T>(
  after: (ms: number, task: () => void) => () => void,
  ms: number,
  answer: Promise<T>,
): Promise<T | NoAnswer> =>
  new Promise((resolve) => {
    const callOff = after(ms, () => resolve({ kind: 'unknown', reason: 'no answer in time' }));
    void answer.then((value) => {
      callOff();
      resolve(value);
    });
  });
