/** Runs the task when a commit that begins now would have ended. */
export type CommitSchedule = (task: () => void) => void;

/** Group commit without a disk: one commit at a time, each with all facts that are there when it begins. */
export type GroupCommits = {
  /** Facts were appended. */
  due(): void;
  committed(): number;
  onCommitted(listener: (seq: number) => void): void;
};

/** `end` is the sequence of the last fact; `mayCommit` is asked as each commit ends, and after a refusal there is no other. */
export const createGroupCommits = (
  schedule: CommitSchedule,
  end: () => number,
  mayCommit: () => boolean = () => true,
): GroupCommits => {
  const listeners: ((seq: number) => void)[] = [];
  let committed = end();
  let isBusy = false;

  const begin = (): void => {
    const seq = end();
    schedule(() => {
      if (!mayCommit()) return;
      isBusy = false;
      committed = seq;
      if (end() > seq) due();
      for (const listener of listeners) listener(seq);
    });
  };
  // A commit begins when the turn is over: what belongs together is committed together.
  const due = (): void => {
    if (isBusy) return;
    isBusy = true;
    queueMicrotask(begin);
  };
  return { due, committed: () => committed, onCommitted: (listener) => void listeners.push(listener) };
};
